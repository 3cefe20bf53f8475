package io.quarkiverse.sqlite.benchmarks.thread;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How one thread waits for what another does: it spins for a window, then parks.
 * <p>
 * No wake-up is lost. The waiting thread says that it parks and then looks once more; the other does what is waited
 * for and then looks who parks. All of these are volatile, so at least one of the two sees the other. The condition
 * must be volatile too.
 */
final class Waiter {

    private final long windowNanos;
    private volatile Thread parking;
    /** Written by the waiting thread alone. */
    private volatile long parks;

    Waiter(long windowNanos) {
        this.windowNanos = windowNanos;
    }

    /** Waits on the one thread that this waiter is of. An interrupt ends no wait; it is there again afterwards. */
    void await(BooleanSupplier condition) {
        if (!spin(condition)) {
            park(condition);
        }
    }

    /** Ends the wait, if there is one; the condition has become true before. */
    void wake() {
        Thread thread = parking;
        // a spinning thread needs none, and would pay: unpark takes a lock, and its permit ends the next sleep
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** How often the thread has parked. */
    long parks() {
        return parks;
    }

    private boolean spin(BooleanSupplier condition) {
        if (condition.getAsBoolean()) {
            return true;
        }
        if (windowNanos > 0) {
            long start = System.nanoTime();
            while (System.nanoTime() - start < windowNanos) {
                Thread.onSpinWait();
                if (condition.getAsBoolean()) {
                    return true;
                }
            }
        }
        return false;
    }

    private void park(BooleanSupplier condition) {
        boolean interrupted = false;
        parking = Thread.currentThread();
        while (!condition.getAsBoolean()) {
            parks++;
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        parking = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
