package io.quarkiverse.sqlite.engine.work;

import java.time.Duration;

/**
 * How long calls may take, and who may end them before. Immutable.
 *
 * @param timeout positive, from the call on, waiting included; {@code null} when there is no limit
 * @param cancellation ends them
 */
public record Bounds(Duration timeout, Cancellation cancellation) {

    /** No limit, no cancellation. */
    public static final Bounds NONE = new Bounds(null, Cancellation.NONE);

    /** The deadline of what has none. */
    static final long NEVER = Long.MAX_VALUE;

    /** With a limit, if it is not {@code null}. */
    public static Bounds of(Duration timeout) {
        return timeout == null ? NONE : new Bounds(timeout, Cancellation.NONE);
    }

    /** With this limit instead. */
    public Bounds within(Duration timeout) {
        return new Bounds(timeout, cancellation);
    }

    /** Ended by this instead. */
    public Bounds cancelledBy(Cancellation cancellation) {
        return new Bounds(timeout, cancellation);
    }

    /** These where they say something, else the outer ones; either's cancellation ends the call. */
    public Bounds over(Bounds outer) {
        return new Bounds(timeout == null ? outer.timeout : timeout, cancellation.or(outer.cancellation));
    }

    /** When a call that began at this time has to end. */
    long deadline(long start) {
        return timeout == null ? NEVER : start + Durations.nanos(timeout);
    }

    /** For how many nanoseconds a call that began at {@code start} may wait for something, at most {@code atMost}. */
    public long wait(long start, long now, Duration atMost) {
        long nanos = Durations.nanos(atMost);
        return timeout == null ? nanos : Math.min(nanos, Math.max(0, Durations.nanos(timeout) - (now - start)));
    }

    /** The limit that ends such a wait. */
    public Duration shorter(Duration atMost) {
        return timeout == null || timeout.compareTo(atMost) > 0 ? atMost : timeout;
    }
}
