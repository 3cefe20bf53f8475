package io.quarkiverse.sqlite.engine;

/** Asked at the start of every operation whether the calling thread may block. */
@FunctionalInterface
public interface CallGuard {

    /** Lets every thread through. */
    CallGuard NONE = () -> {
    };

    /** Throws when the calling thread must not block. */
    void check();
}
