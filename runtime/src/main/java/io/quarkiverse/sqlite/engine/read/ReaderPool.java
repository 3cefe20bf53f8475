package io.quarkiverse.sqlite.engine.read;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.quarkiverse.sqlite.ReaderDiagnostics;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SqliteCancelledException;
import io.quarkiverse.sqlite.SqliteClosedException;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteTimeoutException;
import io.quarkiverse.sqlite.engine.observe.EngineListener;
import io.quarkiverse.sqlite.engine.work.Bounds;
import io.quarkiverse.sqlite.engine.work.Durations;
import io.quarkiverse.sqlite.engine.work.ParkedCallers;
import io.quarkiverse.sqlite.engine.work.Uninterrupted;

/**
 * Leases readers to callers.
 * <p>
 * A read goes back to the reader that served the last one, whose page cache, statements and buffers are warm; busy
 * ones, and those that are being renewed, are walked past; when none is free the caller parks, first come first served. With a
 * free reader a lease is one compare-and-set: no lock, no waiter.
 */
public final class ReaderPool {

    private static final System.Logger LOG = System.getLogger(ReaderPool.class.getName());

    private final String database;
    private final List<Reader> readers;
    private final boolean sticky;
    private final Duration acquireTimeout;
    private final EngineListener listener;
    private final LongSupplier nanoTime;
    private final ParkedCallers<Reader> parked;
    private final Supplier<Reader> scan = this::scan;
    private final LongAdder parks = new LongAdder();
    private final long sacrificeAbove;
    private final Executor renewals;
    /** How many readers are being renewed. */
    private final AtomicInteger renewing = new AtomicInteger();
    private final LongAdder sacrifices = new LongAdder();
    /** Where the scan starts. A hint: written without a lock by whoever leased last. */
    private volatile int preferred;
    private volatile boolean closed;
    /** The thread that waits in {@link #close} for readers to come back. */
    private volatile Thread closer;

    /**
     * @param database the name for errors
     * @param readers at least one
     * @param sticky whether the scan starts at the reader that served last, or behind it
     * @param acquireTimeout how long a caller is parked at most
     * @param sacrificeThreshold a reader that produced more slots (rows x columns) than that is renewed; 0 is never
     * @param renewals where readers are renewed
     * @param nanoTime the clock
     */
    public ReaderPool(String database, List<Reader> readers, boolean sticky, Duration acquireTimeout, int sacrificeThreshold,
            Executor renewals, EngineListener listener, LongSupplier nanoTime) {
        this.database = database;
        this.readers = List.copyOf(readers);
        this.sticky = sticky;
        this.acquireTimeout = acquireTimeout;
        this.sacrificeAbove = sacrificeThreshold == 0 ? Long.MAX_VALUE : sacrificeThreshold;
        this.renewals = renewals;
        this.listener = listener;
        this.nanoTime = nanoTime;
        this.parked = new ParkedCallers<>(nanoTime);
    }

    /**
     * Leases a reader to the calling thread, which must {@link #release} it.
     *
     * @param operation what it is for, told to those that wait in vain
     * @param start when the call began
     * @param bounds how long it may wait, and who may end it
     */
    public Reader lease(String operation, long start, Bounds bounds) {
        long now = start;
        // whoever is parked came first
        Reader reader = parked.count() == 0 ? scan() : null;
        if (reader == null) {
            reader = park(operation, start, bounds);
            now = nanoTime.getAsLong();
        }
        if (closed) {
            release(reader);
            throw closedError(operation);
        }
        reader.begin(operation, now);
        return reader;
    }

    /**
     * Like {@link #lease}, and makes the next scan start behind this reader. Reads as JSON go round so: every
     * reader's buffer is visited, and a large one shrinks.
     */
    public Reader leaseInTurn(String operation, long start, Bounds bounds) {
        Reader reader = lease(operation, start, bounds);
        preferred = behind(reader.index());
        return reader;
    }

    private int behind(int index) {
        return index + 1 < readers.size() ? index + 1 : 0;
    }

    private Reader scan() {
        int start = preferred;
        int size = readers.size();
        for (int i = 0; i < size; i++) {
            int index = start + i < size ? start + i : start + i - size;
            Reader reader = readers.get(index);
            if (reader.tryLease()) {
                int next = sticky ? index : behind(index);
                if (next != start) {
                    preferred = next;
                }
                return reader;
            }
        }
        return null;
    }

    private Reader park(String operation, long start, Bounds bounds) {
        parks.increment();
        long now = nanoTime.getAsLong();
        ParkedCallers.Outcome<Reader> outcome = parked.park(scan, bounds.wait(start, now, acquireTimeout),
                bounds.cancellation());
        listener.parked(nanoTime.getAsLong() - now);
        if (outcome.thing() != null) {
            return outcome.thing();
        }
        throw switch (outcome.failure()) {
            case TIMED_OUT -> new SqliteTimeoutException("No reader of database '" + database + "' came free within "
                    + Durations.text(bounds.shorter(acquireTimeout)) + ": " + holders() + ". Raise readers.size or "
                    + (bounds.shorter(acquireTimeout) == acquireTimeout ? "readers.acquire-timeout" : "the call's timeout")
                    + ", or make the reads shorter", operation, 0, null);
            case INTERRUPTED ->
                new SqliteCancelledException("Interrupted while waiting for a reader of database '" + database + "'",
                        operation, 0, null);
            case CANCELLED -> new SqliteCancelledException("A call on database '" + database
                    + "' was cancelled while it waited for a reader", operation, 0, null);
            case CLOSED -> closedError(operation);
        };
    }

    private SqliteException closedError(String operation) {
        return new SqliteClosedException("Database '" + database + "' is closed", operation, 0, null);
    }

    private String holders() {
        long now = nanoTime.getAsLong();
        Reader oldest = null;
        int busy = 0;
        int renewed = 0;
        for (Reader reader : readers) {
            renewed += reader.isRenewing() ? 1 : 0;
            if (reader.isBusy()) {
                busy++;
                oldest = oldest == null || reader.since() < oldest.since() ? reader : oldest;
            }
        }
        return oldest == null ? "all " + readers.size() + " were busy"
                : busy + " of " + readers.size() + " are busy, the longest for " + Durations.text(now - oldest.since())
                        + " with [" + oldest.operation() + "]"
                        + (renewed == 0 ? "" : ", and " + renewed + " are being renewed");
    }

    /** Gives a reader back; wakes exactly one parked caller if there is any. */
    public void release(Reader reader) {
        reader.free();
        parked.serveParked(scan);
        Thread waiting = closer;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    /**
     * Gives a reader back. After an oversized result it is sacrificed: it gives up what it holds and is renewed in the
     * background; dispatch skips it meanwhile. The caller does not wait for that.
     *
     * @param slots the rows times the columns that it produced
     */
    public void release(Reader reader, long slots) {
        if (slots <= sacrificeAbove || !mayRenew()) {
            release(reader);
            return;
        }
        sacrifices.increment();
        reader.toRenew();
        try {
            renewals.execute(() -> renew(reader));
        } catch (RejectedExecutionException | OutOfMemoryError e) { // it is being closed, or no thread can be started
            renewed(reader);
        }
    }

    /** The rows times the columns of a result. */
    public static long slots(Rows rows) {
        return (long) rows.size() * rows.columnCount();
    }

    /** At most half of the readers are renewed at a time; where there is one, there is no choice. */
    private boolean mayRenew() {
        int most = Math.max(1, readers.size() / 2);
        return renewing.getAndUpdate(now -> Math.min(most, now + 1)) < most;
    }

    private void renew(Reader reader) {
        try {
            reader.renew();
        } catch (SqliteException e) {
            LOG.log(System.Logger.Level.WARNING,
                    "A reader of database '" + database + "' can't be renewed, and goes on as it is",
                    e);
        } finally {
            renewed(reader);
        }
    }

    private void renewed(Reader reader) {
        renewing.decrementAndGet();
        release(reader);
    }

    /**
     * Rejects parked and new callers, waits for the leased readers, interrupts those that are still busy after the
     * grace period, and closes all.
     */
    public void close(Duration grace) {
        closed = true;
        closer = Thread.currentThread();
        parked.close();
        long deadline = nanoTime.getAsLong() + grace.toNanos();
        SqliteException failure = null;
        try (Uninterrupted wait = new Uninterrupted()) {
            for (Reader reader : readers) {
                while (!reader.tryClose()) {
                    long left = deadline - nanoTime.getAsLong();
                    if (left <= 0) {
                        reader.stop();
                    }
                    wait.park(this, Math.max(left, 1_000_000));
                }
                try {
                    reader.close();
                } catch (SqliteException e) {
                    failure = e;
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** How many readers there are. */
    public int size() {
        return readers.size();
    }

    /** How many readers are free now. */
    public int available() {
        int free = 0;
        for (Reader reader : readers) {
            if (reader.isFree()) {
                free++;
            }
        }
        return free;
    }

    /** How many readers are being renewed now. */
    public int renewing() {
        return renewing.get();
    }

    /** Where the next scan starts. */
    public int preferredIndex() {
        return preferred;
    }

    /** How many callers had to park since the start. */
    public long parks() {
        return parks.sum();
    }

    /** How many callers are parked now. */
    public int parkedCount() {
        return parked.count();
    }

    /** How many callers were parked at the same time at most. */
    public int maxParked() {
        return parked.maximum();
    }

    /** How many readers were given up for the size of what they produced. */
    public long sacrifices() {
        return sacrifices.sum();
    }

    /** Each reader's figures. */
    public List<ReaderDiagnostics> readerDiagnostics() {
        return readers.stream().map(Reader::diagnostics).toList();
    }

    /** The bytes that the readers' JSON buffers occupy. */
    public long jsonBufferBytes() {
        return readers.stream().mapToLong(Reader::jsonBufferBytes).sum();
    }

    /** Statements that came out of the readers' caches. */
    public long cacheHits() {
        return readers.stream().mapToLong(reader -> reader.cacheHits()).sum();
    }

    /** Statements that the readers had to prepare. */
    public long cacheMisses() {
        return readers.stream().mapToLong(reader -> reader.cacheMisses()).sum();
    }
}
