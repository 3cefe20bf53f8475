package io.quarkiverse.sqlite.engine.read;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.quarkiverse.sqlite.SqliteCancelledException;
import io.quarkiverse.sqlite.SqliteClosedException;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteTimeoutException;
import io.quarkiverse.sqlite.engine.observe.EngineListener;
import io.quarkiverse.sqlite.engine.work.Durations;
import io.quarkiverse.sqlite.engine.work.ParkedCallers;

/**
 * Leases readers to callers.
 * <p>
 * A read goes back to the reader that served the last one, whose page cache, statements and buffers are warm; busy
 * ones are walked past; when all are busy the caller parks, first come first served. With a free reader a lease is
 * one compare-and-set: no lock, no waiter.
 */
public final class ReaderPool {

    private final String database;
    private final List<Reader> readers;
    private final boolean sticky;
    private final Duration acquireTimeout;
    private final EngineListener listener;
    private final LongSupplier nanoTime;
    private final ParkedCallers<Reader> parked;
    private final Supplier<Reader> scan = this::scan;
    private final LongAdder parks = new LongAdder();
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
     * @param nanoTime the clock
     */
    public ReaderPool(String database, List<Reader> readers, boolean sticky, Duration acquireTimeout, EngineListener listener,
            LongSupplier nanoTime) {
        this.database = database;
        this.readers = List.copyOf(readers);
        this.sticky = sticky;
        this.acquireTimeout = acquireTimeout;
        this.listener = listener;
        this.nanoTime = nanoTime;
        this.parked = new ParkedCallers<>(nanoTime);
    }

    /**
     * Leases a reader to the calling thread, which must {@link #release} it.
     *
     * @param operation what it is for, told to those that wait in vain
     * @param now the time
     */
    public Reader lease(String operation, long now) {
        // whoever is parked came first
        Reader reader = parked.count() == 0 ? scan() : null;
        if (reader == null) {
            reader = park(operation);
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
    public Reader leaseInTurn(String operation, long now) {
        Reader reader = lease(operation, now);
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

    private Reader park(String operation) {
        parks.increment();
        long start = nanoTime.getAsLong();
        ParkedCallers.Outcome<Reader> outcome = parked.park(scan, acquireTimeout.toNanos());
        listener.parked(nanoTime.getAsLong() - start);
        if (outcome.thing() != null) {
            return outcome.thing();
        }
        throw switch (outcome.failure()) {
            case TIMED_OUT -> new SqliteTimeoutException("No reader of database '" + database + "' came free within "
                    + Durations.text(acquireTimeout) + ": " + holders() + ". Raise readers.size or readers.acquire-timeout,"
                    + " or make the reads shorter", operation, 0, null);
            case INTERRUPTED ->
                new SqliteCancelledException("Interrupted while waiting for a reader of database '" + database + "'",
                        operation, 0, null);
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
        for (Reader reader : readers) {
            if (reader.isBusy()) {
                busy++;
                oldest = oldest == null || reader.since() < oldest.since() ? reader : oldest;
            }
        }
        return oldest == null ? "all " + readers.size() + " were busy"
                : busy + " of " + readers.size() + " are busy, the longest for " + Durations.text(now - oldest.since())
                        + " with ["
                        + oldest.operation() + "]";
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
     * Rejects parked and new callers, waits for the leased readers, interrupts those that are still busy after the
     * grace period, and closes all.
     */
    public void close(Duration grace) {
        closed = true;
        closer = Thread.currentThread();
        parked.close();
        long deadline = nanoTime.getAsLong() + grace.toNanos();
        for (Reader reader : readers) {
            while (!reader.tryClose()) {
                long left = deadline - nanoTime.getAsLong();
                if (left <= 0) {
                    // no new statement starts on it: whatever runs is what is meant
                    reader.connection().interrupt();
                }
                LockSupport.parkNanos(this, Math.max(left, 1_000_000));
            }
            reader.connection().close();
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

    /** The bytes that the readers' JSON buffers occupy. */
    public long jsonBufferBytes() {
        return readers.stream().mapToLong(reader -> reader.buffer().capacity()).sum();
    }

    /** Statements that came out of the readers' caches. */
    public long cacheHits() {
        return readers.stream().mapToLong(reader -> reader.connection().cacheHits()).sum();
    }

    /** Statements that the readers had to prepare. */
    public long cacheMisses() {
        return readers.stream().mapToLong(reader -> reader.connection().cacheMisses()).sum();
    }
}
