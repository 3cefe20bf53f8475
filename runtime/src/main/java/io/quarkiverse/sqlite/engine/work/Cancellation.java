package io.quarkiverse.sqlite.engine.work;

import java.util.concurrent.locks.LockSupport;

/**
 * The wish of somebody else that a call ends: it stops waiting, or its statement is interrupted. Once cancelled it stays so.
 * Thread-safe.
 */
public final class Cancellation {

    /** Never cancelled. */
    public static final Cancellation NONE = new Cancellation();

    private volatile boolean cancelled;
    /** The thread of the call, which may be parked. */
    private volatile Thread waiting;
    /** Told of the wish: the watchdog of the call's database. */
    private volatile Runnable listener;

    /** Wishes that the call ends; returns at once. */
    public void cancel() {
        if (this == NONE) {
            throw new IllegalStateException("What has no cancellation can't be cancelled");
        }
        cancelled = true;
        LockSupport.unpark(waiting);
        Runnable told = listener;
        if (told != null) {
            told.run();
        }
    }

    /** Whether the call is to end. */
    public boolean cancelled() {
        return cancelled;
    }

    /** To be called before the thread parks and looks at {@link #cancelled}. */
    void waits(Thread thread) {
        if (this != NONE) {
            waiting = thread;
        }
    }

    /** @param listener run by whoever cancels */
    public void listener(Runnable listener) {
        this.listener = listener;
    }
}
