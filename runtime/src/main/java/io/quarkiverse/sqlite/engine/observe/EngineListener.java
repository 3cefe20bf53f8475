package io.quarkiverse.sqlite.engine.observe;

/** Told of what an engine does, on the thread that does it; must be quick and must not throw. */
public interface EngineListener {

    /** Costs nothing. */
    EngineListener NONE = new EngineListener() {
    };

    /**
     * An operation ended, well or not.
     *
     * @param lane its kind
     * @param nanos from the call to the return, waiting included
     */
    default void operation(Lane lane, long nanos) {
    }

    /**
     * A read got a reader, or gave up, after it had to park for one.
     *
     * @param nanos how long it was parked
     */
    default void parked(long nanos) {
    }

    /** The engine is closed; nothing is told any more. */
    default void closed() {
    }
}
