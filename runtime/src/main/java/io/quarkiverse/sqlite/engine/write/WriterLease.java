package io.quarkiverse.sqlite.engine.write;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.quarkiverse.sqlite.SqliteBusyException;
import io.quarkiverse.sqlite.SqliteCancelledException;
import io.quarkiverse.sqlite.SqliteClosedException;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteTimeoutException;
import io.quarkiverse.sqlite.engine.work.Bounds;
import io.quarkiverse.sqlite.engine.work.Durations;
import io.quarkiverse.sqlite.engine.work.ParkedCallers;
import io.quarkiverse.sqlite.engine.work.Uninterrupted;

/** Who may use the writer: one thread at a time, first come first served, with a bounded wait. */
final class WriterLease {

    private static final long LOOK_AGAIN = 1_000_000;

    private final String database;
    private final Duration acquireTimeout;
    private final LongSupplier nanoTime;
    private final AtomicBoolean held = new AtomicBoolean();
    private final ParkedCallers<WriterLease> parked;
    private final Supplier<WriterLease> take = () -> tryTake() ? this : null;
    /** Written by the holder only: a thread that finds itself here holds the lease. */
    private volatile Thread holder;
    // Told to those that wait in vain; written by the holder.
    private volatile String operation;
    private volatile String statement;
    private volatile long since;
    private volatile boolean closed;
    /** The thread that waits in {@link #close} for the lease to come back. */
    private volatile Thread closer;

    WriterLease(String database, Duration acquireTimeout, LongSupplier nanoTime) {
        this.database = database;
        this.acquireTimeout = acquireTimeout;
        this.nanoTime = nanoTime;
        this.parked = new ParkedCallers<>(nanoTime);
    }

    boolean heldByCurrentThread() {
        return holder == Thread.currentThread();
    }

    int queued() {
        return parked.count();
    }

    private boolean tryTake() {
        return !held.get() && held.compareAndSet(false, true);
    }

    /**
     * Waits for the lease; the caller must {@link #release} it.
     *
     * @param operation what it is for, told to those that wait in vain
     * @param start when the call began
     * @param bounds how long it may wait, and who may end it
     */
    void acquire(String operation, long start, Bounds bounds) {
        // whoever is parked came first
        if (parked.count() > 0 || !tryTake()) {
            park(operation, start, bounds);
        }
        if (closed) {
            release();
            throw closedError(operation);
        }
        this.operation = operation;
        this.statement = operation;
        this.since = nanoTime.getAsLong();
        this.holder = Thread.currentThread();
    }

    private void park(String operation, long start, Bounds bounds) {
        ParkedCallers.Outcome<WriterLease> outcome = parked.park(take,
                bounds.wait(start, nanoTime.getAsLong(), acquireTimeout), bounds.cancellation());
        if (outcome.thing() != null) {
            return;
        }
        throw switch (outcome.failure()) {
            case TIMED_OUT -> bounds.shorter(acquireTimeout) == acquireTimeout
                    ? new SqliteBusyException(inVain(acquireTimeout) + "writer.acquire-timeout", operation, 0, null)
                    : new SqliteTimeoutException(inVain(bounds.timeout()) + "the call's timeout", operation, 0, null);
            case INTERRUPTED ->
                new SqliteCancelledException("Interrupted while waiting for the writer of database '" + database + "'",
                        operation, 0, null);
            case CANCELLED -> new SqliteCancelledException("A call on database '" + database
                    + "' was cancelled while it waited for the writer", operation, 0, null);
            case CLOSED -> closedError(operation);
        };
    }

    private String inVain(Duration waited) {
        return "The writer of database '" + database + "' did not come free within " + Durations.text(waited) + ": "
                + describeHolder() + ", and " + queued() + " more wait for it. Make the transaction shorter, or raise ";
    }

    /** Says which statement of a longer operation runs now. */
    void runs(String statement) {
        this.statement = statement;
    }

    private String describeHolder() {
        return holder().orElse("it went to others that waited longer");
    }

    /** Who holds it, for how long, and with what; from any thread. */
    Optional<String> holder() {
        Thread thread = holder;
        if (thread == null) {
            return Optional.empty();
        }
        String last = Objects.equals(statement, operation) ? "" : ", at [" + statement + "]";
        return Optional
                .of("thread '" + thread.getName() + "' holds it for " + Durations.text(nanoTime.getAsLong() - since) + " with ["
                        + operation + "]" + last);
    }

    SqliteException closedError(String sql) {
        return new SqliteClosedException("Database '" + database + "' is closed", sql, 0, null);
    }

    /** Hands the lease to the caller that waits for longest, if there is any. */
    void release() {
        holder = null;
        held.set(false);
        parked.serveParked(take);
        Thread waiting = closer;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    /** Rejects parked and new callers. */
    void refuse() {
        closed = true;
        parked.close();
    }

    /**
     * Takes the lease for good, once its holder gives it back; to be called after {@link #refuse}.
     *
     * @param grace how long the holder may take; then {@code hurry} runs again and again, for as long, until it has an effect
     */
    void close(Duration grace, Runnable hurry) {
        closer = Thread.currentThread();
        if (!await(grace, () -> {
        })) {
            if (!await(grace, hurry)) {
                throw new SqliteTimeoutException("Database '" + database + "' can't be closed: " + describeHolder()
                        + ", and does not end", null, 0, null);
            }
        }
    }

    /** Waits until the holder gives it back, whenever that is, and keeps it. */
    void takeForGood() {
        closer = Thread.currentThread();
        try (Uninterrupted wait = new Uninterrupted()) {
            while (!tryTake()) {
                wait.park(this, LOOK_AGAIN);
            }
        }
    }

    private boolean await(Duration grace, Runnable meanwhile) {
        long deadline = nanoTime.getAsLong() + grace.toNanos();
        try (Uninterrupted wait = new Uninterrupted()) {
            while (!tryTake()) {
                long left = deadline - nanoTime.getAsLong();
                if (left <= 0) {
                    return false;
                }
                meanwhile.run();
                wait.park(this, Math.min(left, LOOK_AGAIN));
            }
        }
        return true;
    }
}
