package io.quarkiverse.sqlite.engine.work;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Looks from time to time at what runs, and stops what has run for too long, was cancelled, or whose thread was interrupted: a
 * thread that is inside SQLite notices none of that by itself. Looking costs the running thread nothing. Thread-safe.
 */
public final class Watchdog implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Watchdog.class.getName());

    /** In nanoseconds: how soon to look again while nothing runs, */
    public static final long IDLE = 100_000_000;
    /** while something runs, */
    static final long BUSY = 10_000_000;
    /** and while something was stopped that has not ended yet. */
    public static final long AGAIN = 1_000_000;

    private static final long CENTURY = Durations.nanos(Duration.ofDays(365 * 100));

    private final LongSupplier nanoTime;
    private final List<Watched> watched = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile long next;
    private volatile boolean closed;

    /**
     * @param database the name of the thread's database
     * @param nanoTime the clock
     */
    public Watchdog(String database, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.next = nanoTime.getAsLong() + IDLE;
        this.thread = new Thread(this::watch, "sqlite-watchdog-" + database);
        this.thread.setDaemon(true);
    }

    /** Begins to look. */
    public void start() {
        thread.start();
    }

    /** Looks at this too. */
    public void watch(Watched more) {
        watched.add(more);
        wake();
    }

    /** Looks at this no more. */
    public void forget(Watched less) {
        watched.remove(less);
    }

    /** Looks not later than that. */
    void expect(long deadline) {
        if (deadline != Bounds.NEVER && deadline - next < 0) {
            wake();
        }
    }

    /** Looks now. */
    public void wake() {
        LockSupport.unpark(thread);
    }

    private void watch() {
        while (!closed) {
            long wait = look();
            LockSupport.parkNanos(this, wait);
        }
    }

    /** Looks at all once; returns in how many nanoseconds to look again. */
    long look() {
        long now = nanoTime.getAsLong();
        next = now + CENTURY; // what begins behind the look's back wakes it
        long wait = IDLE;
        for (Watched each : watched) {
            wait = Math.min(wait, look(each, now));
        }
        next = now + wait;
        return wait;
    }

    /** Whatever one of them throws, the others are still looked after. */
    private static long look(Watched each, long now) {
        try {
            return each.look(now);
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "What is to be stopped can't be, and is tried again", e);
            return BUSY;
        }
    }

    /** Looks no more, and waits until the last look is over. */
    @Override
    public void close() {
        closed = true;
        wake();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
