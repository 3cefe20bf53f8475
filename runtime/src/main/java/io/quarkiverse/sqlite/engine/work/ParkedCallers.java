package io.quarkiverse.sqlite.engine.work;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The callers that wait for something, first come first served.
 * <p>
 * Whoever gives the thing up makes it free and then serves the caller at the head, which alone is unparked. Those
 * that come meanwhile see that somebody is parked and park behind them, so nobody overtakes. Against lost wakes: a
 * caller first enters the queue and then looks once more for a free thing; a releaser first makes the thing free and
 * then looks at the queue. One of the two sees the other.
 *
 * @param <T> what is waited for
 */
public final class ParkedCallers<T> {

    /** How a wait ended without the thing. */
    public enum Failure {
        TIMED_OUT,
        INTERRUPTED,
        CANCELLED,
        CLOSED
    }

    /** A wait that ended: with the thing, or with the reason why there is none. */
    public record Outcome<T>(T thing, Failure failure) {
    }

    private static final class Caller<T> {
        private final Thread thread = Thread.currentThread();
        /** Written under the lock; read by its thread after it was unparked. */
        private volatile Outcome<T> outcome;
    }

    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock. */
    private final Deque<Caller<T>> queue = new ArrayDeque<>();
    /** Guarded by the lock. */
    private boolean closed;
    /** The size of the queue; written under the lock, read by everyone. */
    private volatile int count;
    /** Written under the lock. */
    private volatile int maximum;

    /** @param nanoTime the clock that timeouts are measured with */
    public ParkedCallers(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** How many callers are parked now. */
    public int count() {
        return count;
    }

    /** How many callers were parked at the same time at most. */
    public int maximum() {
        return maximum;
    }

    /**
     * Parks the calling thread until it is handed the thing.
     *
     * @param take takes a free thing, or returns {@code null}; asked under the lock
     * @param timeoutNanos how long at most
     * @param cancellation ends the wait
     * @return the thing, or why there is none; an interrupt that came together with the thing stays pending
     */
    public Outcome<T> park(Supplier<T> take, long timeoutNanos, Cancellation cancellation) {
        Caller<T> caller = new Caller<>();
        long deadline = nanoTime.getAsLong() + timeoutNanos;
        lock.lock();
        try {
            if (closed) {
                return new Outcome<>(null, Failure.CLOSED);
            }
            queue.addLast(caller);
            maximum = Math.max(maximum, queue.size()); // first, so that nobody sees more parked than at most
            count = queue.size();
            serve(take);
        } finally {
            lock.unlock();
        }
        cancellation.waits(caller.thread);
        try {
            return await(caller, deadline, cancellation);
        } finally {
            cancellation.waitsNoMore(caller.thread);
        }
    }

    private Outcome<T> await(Caller<T> caller, long deadline, Cancellation cancellation) {
        while (caller.outcome == null) {
            if (cancellation.cancelled()) {
                return leave(caller, Failure.CANCELLED);
            }
            long left = deadline - nanoTime.getAsLong();
            if (left <= 0) {
                return leave(caller, Failure.TIMED_OUT);
            }
            if (Thread.interrupted()) {
                Outcome<T> outcome = leave(caller, Failure.INTERRUPTED);
                Thread.currentThread().interrupt();
                return outcome;
            }
            LockSupport.parkNanos(this, left);
        }
        return caller.outcome;
    }

    private Outcome<T> leave(Caller<T> caller, Failure failure) {
        lock.lock();
        try {
            if (caller.outcome == null) {
                queue.remove(caller);
                count = queue.size();
                caller.outcome = new Outcome<>(null, failure);
            }
            return caller.outcome;
        } finally {
            lock.unlock();
        }
    }

    /** Hands what is free to those that are parked; to be called whenever a thing was made free. */
    public void serveParked(Supplier<T> take) {
        if (count == 0) {
            return;
        }
        lock.lock();
        try {
            serve(take);
        } finally {
            lock.unlock();
        }
    }

    private void serve(Supplier<T> take) {
        while (!queue.isEmpty()) {
            T thing = take.get();
            if (thing == null) {
                return;
            }
            wake(queue.pollFirst(), new Outcome<>(thing, null));
            count = queue.size();
        }
    }

    /** Rejects those that are parked and all that come later. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            for (Caller<T> caller : queue) {
                wake(caller, new Outcome<>(null, Failure.CLOSED));
            }
            queue.clear();
            count = 0;
        } finally {
            lock.unlock();
        }
    }

    private void wake(Caller<T> caller, Outcome<T> outcome) {
        caller.outcome = outcome;
        LockSupport.unpark(caller.thread);
    }
}
