package io.quarkiverse.sqlite.engine.work;

import java.util.concurrent.locks.LockSupport;

/** Waits of one thread that an interrupt does not end; afterwards the thread is interrupted again. */
public final class Uninterrupted implements AutoCloseable {

    private boolean interrupted = Thread.interrupted();

    /** Parks until it is unparked or the time is over. */
    public void park(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
        interrupted |= Thread.interrupted();
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
