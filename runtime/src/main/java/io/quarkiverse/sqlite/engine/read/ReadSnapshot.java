package io.quarkiverse.sqlite.engine.read;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import io.quarkiverse.sqlite.JsonBytes;
import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.Snapshot;
import io.quarkiverse.sqlite.SqliteClosedException;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteTimeoutException;
import io.quarkiverse.sqlite.SqliteTransactionException;
import io.quarkiverse.sqlite.engine.decode.Selection;
import io.quarkiverse.sqlite.engine.driver.NamedParameters;
import io.quarkiverse.sqlite.engine.observe.Lane;
import io.quarkiverse.sqlite.engine.observe.Operations;
import io.quarkiverse.sqlite.engine.work.Bounds;
import io.quarkiverse.sqlite.engine.work.Durations;
import io.quarkiverse.sqlite.engine.work.Watchdog;
import io.quarkiverse.sqlite.engine.work.Watched;

/**
 * A read transaction on a leased reader. The thread of its body reads; when its time is over, or the database is being closed,
 * whoever notices it gives the reader back, unless a statement runs, which is interrupted instead.
 */
final class ReadSnapshot implements Snapshot, Watched {

    /** Who may touch the connection. */
    private enum Phase {
        /** The body does something else: whoever moves it on. */
        BETWEEN,
        /** The body's thread. */
        READING,
        /** Nobody: the reader was given back. */
        ENDED,
        EXPIRED,
        CLOSED
    }

    private final String database;
    private final ReaderPool readers;
    private final Reader reader;
    private final Duration timeout;
    private final Bounds bounds;
    private final Operations operations;
    private final Thread thread = Thread.currentThread();
    private final long start;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.BETWEEN);
    /** Set when the body has to end for the database's sake. */
    private volatile boolean closing;
    /** The largest result; written while reading. */
    private long slots;
    /** With which SQLite ended the view; of the body's thread. */
    private SqliteException lostBy;

    ReadSnapshot(String database, ReaderPool readers, Reader reader, Duration timeout, Bounds bounds, Operations operations) {
        this.database = database;
        this.readers = readers;
        this.reader = reader;
        this.timeout = timeout;
        this.bounds = bounds;
        this.operations = operations;
        this.start = operations.now();
    }

    /**
     * Pins the view: BEGIN alone would leave that to the first read of the body, and {@code query_only}, which readers have,
     * refuses BEGIN IMMEDIATE.
     */
    void begin() {
        try {
            reader.control("BEGIN");
            reader.control("SELECT 1 FROM sqlite_schema LIMIT 1");
        } catch (RuntimeException | Error e) {
            give(Phase.ENDED);
            throw e;
        }
        reader.onStop(this::close);
    }

    @Override
    public Rows select(String sql, Object... params) {
        return rows(sql, selection -> selection.all(sql, params));
    }

    @Override
    public Rows select(String sql, Map<String, ?> named) {
        Map<String, ?> parameters = NamedParameters.copy(sql, named);
        return rows(sql, selection -> selection.all(sql, parameters));
    }

    @Override
    public Optional<Row> selectFirst(String sql, Object... params) {
        return rows(sql, selection -> selection.first(sql, params)).stream().findFirst();
    }

    @Override
    public JsonBytes selectBytes(String sql, Object... params) {
        return read(Lane.BYTES, sql, selection -> selection.json(sql, params));
    }

    private Rows rows(String sql, Function<Selection, Rows> query) {
        return read(Lane.ROWS, sql, selection -> {
            Rows rows = query.apply(selection);
            slots = Math.max(slots, ReaderPool.slots(rows));
            return rows;
        });
    }

    private <T> T read(Lane lane, String sql, Function<Selection, T> query) {
        if (Thread.currentThread() != thread) {
            throw new SqliteTransactionException("snapshot", "A snapshot belongs to the thread that runs its body, '"
                    + thread.getName() + "', but thread '" + Thread.currentThread().getName() + "' used it", sql, 0, null);
        }
        if (closing || !phase.compareAndSet(Phase.BETWEEN, Phase.READING)) {
            throw ended(sql, null);
        }
        long now = operations.now();
        try {
            if (lostBy != null) {
                throw lost(sql);
            }
            return reader.run(sql, now, bounds.within(bounds.shorter(left(now))), query);
        } catch (SqliteTimeoutException e) {
            throw left(operations.now()).isZero() ? ended(sql, e) : e;
        } catch (SqliteException e) {
            noteLoss(e);
            throw e;
        } finally {
            phase.set(Phase.BETWEEN);
            operations.ended(lane, sql, now);
        }
    }

    /** After an error of the file SQLite ends the transaction by itself, and what follows would see another state. */
    private void noteLoss(SqliteException failure) {
        if (lostBy == null && reader.connection().autocommit()) {
            lostBy = failure;
        }
    }

    private SqliteTransactionException lost(String sql) {
        return new SqliteTransactionException("snapshot",
                "SQLite has ended the snapshot because of an earlier error, nothing more"
                        + " can be read in it: " + lostBy.getMessage(),
                sql, lostBy.extendedResultCode(), lostBy);
    }

    private Duration left(long now) {
        Duration left = timeout.minusNanos(now - start);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private SqliteException ended(String sql, SqliteTimeoutException cause) {
        return switch (phase.get()) {
            case ENDED -> new SqliteTransactionException("snapshot",
                    "The snapshot has ended: its object is of use only inside its body", sql, 0, null);
            case CLOSED -> closed(sql);
            default -> closing ? closed(sql)
                    : new SqliteTimeoutException("The snapshot of database '" + database + "' was open for longer than "
                            + Durations.text(timeout) + " and was given up, for it keeps the -wal file growing: make it"
                            + " shorter, or raise snapshot-timeout", sql, 0, cause);
        };
    }

    private SqliteClosedException closed(String sql) {
        return new SqliteClosedException("Database '" + database + "' is closed", sql, 0, null);
    }

    /** Its body has ended. */
    void end() {
        give(Phase.ENDED);
    }

    @Override
    public long look(long now) {
        Duration left = left(now);
        if (left.isZero()) {
            give(Phase.EXPIRED);
            return phase.get() == Phase.READING ? Watchdog.AGAIN : Watchdog.IDLE;
        }
        return Durations.nanos(left);
    }

    /** The database is being closed. */
    private void close() {
        closing = true;
        give(Phase.CLOSED);
    }

    /** Ends the view and gives the reader back, unless a statement runs or that has happened. */
    private void give(Phase end) {
        if (!phase.compareAndSet(Phase.BETWEEN, end)) {
            return;
        }
        try {
            reader.control("COMMIT");
        } catch (SqliteException e) {
            if (!reader.connection().autocommit()) { // else BEGIN failed, or SQLite has ended it
                reader.control("ROLLBACK");
            }
        } finally {
            reader.onStop(null);
            readers.release(reader, slots);
        }
    }
}
