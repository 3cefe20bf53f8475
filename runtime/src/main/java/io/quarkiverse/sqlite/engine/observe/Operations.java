package io.quarkiverse.sqlite.engine.observe;

import java.util.function.LongSupplier;

/** Where operations are noted when they have ended, well or not. Thread-safe. */
public final class Operations {

    private final EngineListener listener;
    private final SlowQueryLog slow;
    private final LongSupplier nanoTime;

    /**
     * @param listener told of each operation
     * @param slow told of each statement
     * @param nanoTime the clock
     */
    public Operations(EngineListener listener, SlowQueryLog slow, LongSupplier nanoTime) {
        this.listener = listener;
        this.slow = slow;
        this.nanoTime = nanoTime;
    }

    /** The time, for {@code start}. */
    public long now() {
        return nanoTime.getAsLong();
    }

    /** An operation that is one statement. */
    public void ended(Lane lane, String sql, long start) {
        long nanos = now() - start;
        listener.operation(lane, nanos);
        slow.ended(lane, sql, nanos);
    }

    /** An operation whose statements are noted one by one. */
    public void ended(Lane lane, long start) {
        listener.operation(lane, now() - start);
    }

    /** A statement inside of an operation. */
    public void statementEnded(Lane lane, String sql, long start) {
        if (slow.enabled()) {
            slow.ended(lane, sql, now() - start);
        }
    }
}
