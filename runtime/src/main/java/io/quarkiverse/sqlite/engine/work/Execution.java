package io.quarkiverse.sqlite.engine.work;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.quarkiverse.sqlite.SqliteCancelledException;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteTimeoutException;

/**
 * What runs on a connection now, so that it can be stopped from outside: this, and never what runs there next.
 * <p>
 * SQLite interrupts a connection, whatever runs on it. So each execution has a number, and whoever stops one first claims that
 * number; the thread that runs it can't end it until the interrupt was sent. "A call to sqlite3_interrupt(D) that occurs when
 * there are no running SQL statements is a no-op": an execution that was stopped before SQLite began with it is interrupted
 * again at each look.
 * <p>
 * {@link #run} is for the connection's lease; the rest is thread-safe.
 */
public final class Execution implements Watched {

    /** Why something is stopped. */
    enum Stop {
        /** Its time is over. */
        TIMEOUT,
        /** Its thread was interrupted. */
        INTERRUPT,
        /** It was cancelled. */
        CANCEL,
        /** The database is being closed. */
        CLOSE
    }

    // The phases of an execution: the low bits of the state, above them its number.
    private static final long IDLE = 0;
    private static final long RUNNING = 1;
    private static final long STOPPING = 2;
    private static final long STOPPED = 3;
    private static final long NUMBER = 4;
    private static final long PHASE = NUMBER - 1;

    private final String database;
    private final Watchdog watchdog;
    private final AtomicLong state = new AtomicLong(IDLE);
    /** Guarded by the lease while nothing runs; used by whoever has claimed what runs. */
    private Runnable interrupt;
    // Written by the thread that runs, before it publishes the state. Whoever reads them claims the same state afterwards, or drops them.
    private Thread thread;
    private long deadline;
    private Bounds bounds;
    /** Written by whoever has claimed the execution. */
    private Stop stop;

    /**
     * @param database the name for errors
     * @param watchdog looks at what runs here
     * @param interrupt interrupts the connection, from any thread
     */
    public Execution(String database, Watchdog watchdog, Runnable interrupt) {
        this.database = database;
        this.watchdog = watchdog;
        this.interrupt = interrupt;
    }

    /** From now on another connection is meant; only under the lease. */
    public void interrupts(Runnable interrupt) {
        this.interrupt = interrupt;
    }

    /**
     * Runs statements that may be stopped.
     *
     * @param sql what runs, for errors
     * @param start when the call began
     * @param bounds how long it may take, and who may end it
     * @throws SqliteTimeoutException if its time was over before it ended
     * @throws SqliteCancelledException if its thread was interrupted, or it was cancelled
     */
    public <T> T run(String sql, long start, Bounds bounds, Supplier<T> work) {
        Thread current = Thread.currentThread();
        if (current.isInterrupted()) {
            throw error(Stop.INTERRUPT, sql, bounds, null);
        }
        if (bounds.cancellation().cancelled()) {
            throw error(Stop.CANCEL, sql, bounds, null);
        }
        long number = begin(current, start, bounds);
        T result;
        try {
            result = work.get();
        } catch (SqliteCancelledException e) {
            Stop why = end(number);
            throw why == null ? e : error(why, sql, bounds, e);
        } catch (Throwable e) {
            end(number);
            throw e;
        }
        end(number); // what came too late to stop it does not spoil its result
        return result;
    }

    /**
     * What runs has done its work: from here on it is not stopped any more. An interrupt that came too late to stop it meets
     * nothing: SQLite forgets it when the next statement starts.
     */
    public void settle() {
        long seen = state.get();
        if ((seen & PHASE) != IDLE) {
            end((seen & ~PHASE) + RUNNING);
        }
    }

    private long begin(Thread current, long start, Bounds bounds) {
        if ((state.get() & PHASE) != IDLE) {
            throw new IllegalStateException("A statement can't run inside of another one's on the same connection");
        }
        this.thread = current;
        this.deadline = bounds.deadline(start);
        this.bounds = bounds;
        this.stop = null;
        long idle = state.getPlain();
        long running = idle + NUMBER + RUNNING;
        if (bounds == Bounds.NONE) {
            state.lazySet(running);
        } else {
            state.set(running); // visible before the watchdog's plans are looked at
            if (bounds.cancellation().cancelled()) {
                watchdog.wake();
            }
            watchdog.expect(deadline);
        }
        return running;
    }

    private Stop end(long running) {
        long idle = running - RUNNING;
        if (state.compareAndSet(running, idle) || state.get() == idle) { // settled, if it is idle
            return null;
        }
        while (!state.compareAndSet(idle + STOPPED, idle)) {
            Thread.onSpinWait(); // the interrupt is being sent
        }
        return stop;
    }

    @Override
    public long look(long now) {
        long seen = state.get();
        if ((seen & PHASE) == RUNNING) {
            Stop why = due(now);
            if (why == null) {
                return Math.min(Watchdog.BUSY, deadline == Bounds.NEVER ? Watchdog.BUSY : Math.max(1, deadline - now));
            }
            stop(seen, why);
        } else if ((seen & PHASE) == STOPPED) {
            stop(seen, null);
        }
        return (seen & PHASE) == IDLE ? Watchdog.IDLE : Watchdog.AGAIN;
    }

    private Stop due(long now) {
        long until = deadline;
        Thread running = thread;
        Bounds limits = bounds;
        if (until != Bounds.NEVER && until - now <= 0) {
            return Stop.TIMEOUT;
        }
        if (limits.cancellation().cancelled()) {
            return Stop.CANCEL;
        }
        return running.isInterrupted() ? Stop.INTERRUPT : null;
    }

    /** Stops what runs now, because the database is being closed; to be repeated until it has ended. */
    public void close() {
        long seen = state.get();
        if ((seen & PHASE) == RUNNING || (seen & PHASE) == STOPPED) {
            stop(seen, Stop.CLOSE);
        }
    }

    private void stop(long seen, Stop why) {
        long stopping = (seen & ~PHASE) + STOPPING;
        if (state.compareAndSet(seen, stopping)) {
            try {
                stop = stop == null ? why : stop;
                interrupt.run();
            } finally {
                state.set((seen & ~PHASE) + STOPPED);
            }
        }
    }

    private SqliteException error(Stop why, String sql, Bounds bounds, SqliteException cause) {
        int code = cause == null ? 0 : cause.extendedResultCode();
        return switch (why) {
            case TIMEOUT -> new SqliteTimeoutException("A statement of database '" + database + "' did not end within "
                    + Durations.text(bounds.timeout()) + " and was interrupted: make it faster, or give it more time with"
                    + " query-timeout or withTimeout", sql, code, cause);
            case INTERRUPT -> new SqliteCancelledException("The thread '" + Thread.currentThread().getName()
                    + "' was interrupted, and so was its statement on database '" + database + "'", sql, code, cause);
            case CANCEL ->
                new SqliteCancelledException("A call on database '" + database + "' was cancelled", sql, code, cause);
            case CLOSE -> new SqliteCancelledException("A statement was interrupted because database '" + database
                    + "' is being closed", sql, code, cause);
        };
    }
}
