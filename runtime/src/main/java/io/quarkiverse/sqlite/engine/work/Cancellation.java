package io.quarkiverse.sqlite.engine.work;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The wish of somebody else that calls end: they stop waiting, or their statements are interrupted. Once cancelled it stays so.
 * Thread-safe.
 */
public final class Cancellation {

    /** Never cancelled. */
    public static final Cancellation NONE = new Cancellation();

    /** Each of them cancels this one as well. */
    private final List<Cancellation> others;
    private volatile boolean cancelled;
    /** The threads of calls that are parked, or about to be. */
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
    /** Of the databases of the calls. */
    private final Set<Watchdog> watchdogs = ConcurrentHashMap.newKeySet();

    /** Nothing is cancelled yet. */
    public Cancellation() {
        this(List.of());
    }

    private Cancellation(List<Cancellation> others) {
        this.others = others;
    }

    /** Wishes that the calls end; returns at once. */
    public void cancel() {
        if (this == NONE) {
            throw new IllegalStateException("What has no cancellation can't be cancelled");
        }
        cancelled = true;
        waiting.forEach(LockSupport::unpark);
        watchdogs.forEach(Watchdog::wake);
    }

    /** Whether the calls are to end. */
    public boolean cancelled() {
        if (cancelled) {
            return true;
        }
        for (Cancellation other : others) {
            if (other.cancelled()) {
                return true;
            }
        }
        return false;
    }

    /** One that is cancelled as soon as either is; not for waiting with. */
    Cancellation or(Cancellation other) {
        return other == NONE || other == this ? this : this == NONE ? other : new Cancellation(List.of(this, other));
    }

    /** To be called before the thread parks and looks at {@link #cancelled}. */
    void waits(Thread thread) {
        if (this != NONE) {
            waiting.add(thread);
        }
    }

    /** The thread does not park any more. */
    void waitsNoMore(Thread thread) {
        if (this != NONE) {
            waiting.remove(thread);
        }
    }

    /** @param watchdog looks at what runs; woken by whoever cancels */
    public void wakes(Watchdog watchdog) {
        watchdogs.add(watchdog);
    }
}
