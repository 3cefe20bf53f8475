package io.quarkiverse.sqlite.engine.write;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.quarkiverse.sqlite.BatchResult;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteTransactionException;
import io.quarkiverse.sqlite.Transaction;
import io.quarkiverse.sqlite.TransactionWork;
import io.quarkiverse.sqlite.WriteResult;
import io.quarkiverse.sqlite.engine.decode.RowSizeMemory;
import io.quarkiverse.sqlite.engine.decode.Selection;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.json.JsonBuffer;

/**
 * The one connection that writes. Callers take turns, first come first served; a transaction keeps its turn until its
 * body ends. Thread-safe.
 */
public final class Writer {

    private final DriverConnection connection;
    private final JsonBuffer buffer;
    private final Selection selection;
    private final WriteStatements statements;
    private final WriterLease lease;
    /** The innermost transaction whose body runs; guarded by the lease. */
    private WriteTransaction current;
    /** Whether the database is being closed and the open transaction has had its time. */
    private volatile boolean hurried;

    /**
     * @param database the name for errors
     * @param connection a connection that may write
     * @param memory the row counts of the writer's own reads, apart from the pool's
     * @param buffer for its own results as JSON
     * @param acquireTimeout how long a caller waits for its turn at most
     * @param nanoTime the clock
     */
    public Writer(String database, DriverConnection connection, RowSizeMemory memory, JsonBuffer buffer,
            Duration acquireTimeout,
            LongSupplier nanoTime) {
        this.connection = connection;
        this.buffer = buffer;
        this.selection = new Selection(connection, memory, buffer);
        this.statements = new WriteStatements(connection, selection);
        this.lease = new WriterLease(database, acquireTimeout, nanoTime);
    }

    /** The transaction whose body the calling thread runs, or {@code null}. */
    public Transaction joined() {
        return lease.heldByCurrentThread() ? current : null;
    }

    /** How many callers wait for their turn. */
    public int queued() {
        return lease.queued();
    }

    /** Runs one write in a transaction of its own. */
    public WriteResult execute(String sql, Object[] params) {
        return turn(sql, () -> statements.execute(sql, params));
    }

    /** Runs one write in a transaction of its own and returns the rows of its RETURNING clause. */
    public Rows executeReturning(String sql, Object[] params) {
        return turn(sql, () -> statements.executeReturning(sql, params));
    }

    /** Runs a batch as one transaction. */
    public BatchResult executeBatch(String sql, Iterable<Object[]> parameterSets) {
        List<Object[]> sets = ParameterSets.collect(sql, parameterSets);
        return turn(sql, () -> new WriteTransaction(this, null).run(tx -> statements.executeBatch(sql, sets)));
    }

    /** Runs a body as one transaction. */
    public <T> T transaction(TransactionWork<T> work) {
        return turn("transaction", () -> new WriteTransaction(this, null).run(work));
    }

    /** Runs a script as one transaction, or as it is when it can't be one. */
    public void executeScript(String sql) {
        boolean asItIs = Script.runsOutsideTransactions(sql);
        turn(sql, () -> {
            if (asItIs) {
                scriptAsItIs(sql);
            } else {
                new WriteTransaction(this, null).run(tx -> {
                    connection.script(sql);
                    return null;
                });
            }
            return null;
        });
    }

    private void scriptAsItIs(String sql) {
        SqliteException failure = null;
        try {
            connection.script(sql);
        } catch (SqliteException e) {
            failure = e;
        }
        if (!connection.autocommit()) {
            connection.script("ROLLBACK");
            if (failure == null) {
                failure = new SqliteTransactionException("COMMIT", "The script left a transaction open, which was rolled back:"
                        + " end it with COMMIT", sql, 0, null);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private <T> T turn(String operation, Supplier<T> work) {
        lease.acquire(operation);
        try {
            return work.get();
        } finally {
            lease.release();
        }
    }

    /** The bytes that the JSON buffer occupies. */
    public long jsonBufferBytes() {
        return buffer.capacity();
    }

    /** Statements that came out of the cache. */
    public long cacheHits() {
        return connection.cacheHits();
    }

    /** Statements that had to be prepared. */
    public long cacheMisses() {
        return connection.cacheMisses();
    }

    /** Rejects callers that wait and all that come. */
    public void refuse() {
        lease.refuse();
    }

    /**
     * Lets the running operation end and closes the connection; to be called after {@link #refuse}. What runs for
     * longer than the grace period is interrupted, and gets as long again to end.
     *
     * @throws io.quarkiverse.sqlite.SqliteTimeoutException if it does not end; the connection stays open then
     */
    public void close(Duration grace) {
        lease.close(grace, () -> {
            hurried = true;
            connection.interrupt();
        });
        connection.close();
    }

    DriverConnection connection() {
        return connection;
    }

    Selection selection() {
        return selection;
    }

    WriteStatements statements() {
        return statements;
    }

    void enter(WriteTransaction transaction) {
        current = transaction;
    }

    void leave(WriteTransaction transaction) {
        current = transaction.outer();
    }

    void runs(String statement) {
        lease.runs(statement);
    }

    void refuseWhenHurried(String sql) {
        if (hurried) {
            throw lease.closedError(sql);
        }
    }
}
