package io.quarkiverse.sqlite.engine.write;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;

import io.quarkiverse.sqlite.BatchResult;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SqliteConstraintException;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteTimeoutException;
import io.quarkiverse.sqlite.SqliteTransactionException;
import io.quarkiverse.sqlite.Transaction;
import io.quarkiverse.sqlite.TransactionWork;
import io.quarkiverse.sqlite.WriteResult;
import io.quarkiverse.sqlite.engine.decode.RowSizeMemory;
import io.quarkiverse.sqlite.engine.decode.Selection;
import io.quarkiverse.sqlite.engine.driver.Admission;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.json.JsonBuffer;
import io.quarkiverse.sqlite.engine.observe.Lane;
import io.quarkiverse.sqlite.engine.observe.Operations;
import io.quarkiverse.sqlite.engine.work.Bounds;
import io.quarkiverse.sqlite.engine.work.Execution;
import io.quarkiverse.sqlite.engine.work.Watchdog;

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
    private final Execution execution;
    private final Operations operations;
    private final LongAdder commits = new LongAdder();
    /** Those of whoever has the lease; guarded by it. */
    private Bounds bounds = Bounds.NONE;
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
     * @param operations is told of the statements inside of transactions
     * @param watchdog stops what runs for too long
     */
    public Writer(String database, DriverConnection connection, RowSizeMemory memory, JsonBuffer buffer,
            Duration acquireTimeout, Operations operations, Watchdog watchdog) {
        this.connection = connection;
        this.buffer = buffer;
        this.selection = new Selection(connection, memory, buffer);
        this.lease = new WriterLease(database, acquireTimeout, operations::now);
        this.execution = new Execution(database, watchdog, connection::interrupt);
        this.statements = new WriteStatements(connection, selection, execution::settle);
        this.operations = operations;
        watchdog.watch(execution);
    }

    /** The transaction whose body the calling thread runs, or {@code null}. */
    public Transaction joined() {
        return lease.heldByCurrentThread() ? current : null;
    }

    /** Runs a call in the transaction whose body the calling thread runs, with bounds over the transaction's. */
    public <T> T bounded(Bounds own, Function<Transaction, T> call) {
        Bounds before = this.bounds;
        this.bounds = own.over(before);
        try {
            return call.apply(current);
        } finally {
            this.bounds = before;
        }
    }

    /** How many callers wait for their turn. */
    public int queued() {
        return lease.queued();
    }

    /** Runs one write in a transaction of its own. */
    public WriteResult execute(String sql, Object[] params, long start, Bounds bounds) {
        return turn(sql, start, bounds, () -> {
            WriteResult result = execution.run(sql, start, bounds, () -> statements.execute(sql, params, Admission.WRITE));
            committed();
            return result;
        });
    }

    /**
     * Runs one write as one transaction and returns the rows of its RETURNING clause. It is done before the first of them is
     * read, and must not stay when reading them fails.
     */
    public Rows executeReturning(String sql, Object[] params, long start, Bounds bounds) {
        return turn(sql, start, bounds, () -> {
            try {
                return new WriteTransaction(this, null)
                        .run(tx -> execution.run(sql, start, bounds, () -> statements.executeReturning(sql, params)));
            } catch (SqliteTransactionException e) {
                if (e.getCause() instanceof SqliteConstraintException deferred) { // for the caller it is one write
                    throw new SqliteConstraintException(deferred.getMessage(), sql, deferred.extendedResultCode(), e);
                }
                throw e;
            }
        });
    }

    /** Runs a batch as one transaction. */
    public BatchResult executeBatch(String sql, Iterable<Object[]> parameterSets, long start, Bounds bounds) {
        List<Object[]> sets = ParameterSets.collect(sql, parameterSets);
        return turn(sql, start, bounds, () -> new WriteTransaction(this, null)
                .run(tx -> execution.run(sql, start, bounds, () -> statements.executeBatch(sql, sets))));
    }

    /** Runs a body as one transaction; the bounds are those of waiting, and of each statement. */
    public <T> T transaction(TransactionWork<T> work, long start, Bounds bounds) {
        return turn("transaction", start, bounds, () -> new WriteTransaction(this, null).run(work));
    }

    /** Runs a script as one transaction, or as it is when it can't be one. */
    public void executeScript(String sql, long start, Bounds bounds) {
        Supplier<Void> script = () -> {
            connection.script(sql);
            return null;
        };
        Supplier<Void> stoppable = () -> execution.run(sql, start, bounds, script);
        boolean asItIs = Script.runsOutsideTransactions(sql);
        turn(sql, start, bounds, () -> {
            if (asItIs) {
                asItIs(sql, stoppable);
                committed();
            } else {
                new WriteTransaction(this, null).run(tx -> stoppable.get());
            }
            return null;
        });
    }

    private void asItIs(String sql, Supplier<Void> script) {
        SqliteException failure = null;
        try {
            script.get();
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

    private <T> T turn(String operation, long start, Bounds bounds, Supplier<T> work) {
        lease.acquire(operation, start, bounds);
        try {
            this.bounds = bounds;
            return work.get();
        } finally {
            lease.release();
        }
    }

    /** Who has the connection, for how long, and with what; from any thread. */
    public Optional<String> holder() {
        return lease.holder();
    }

    /** How many transactions have been committed, single writes among them. */
    public long commits() {
        return commits.sum();
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
     * @param closed runs when the connection is closed
     * @throws io.quarkiverse.sqlite.SqliteTimeoutException if it does not end; the connection is closed as soon as it does, and
     *         what it wrote is rolled back
     */
    public void close(Duration grace, Runnable closed) {
        try {
            lease.close(grace, () -> {
                hurried = true;
                execution.close();
            });
        } catch (SqliteTimeoutException e) {
            Thread late = new Thread(() -> {
                lease.takeForGood();
                close(closed);
            }, "sqlite-close");
            late.setDaemon(true);
            late.start();
            throw e;
        }
        close(closed);
    }

    private void close(Runnable closed) {
        try {
            connection.close();
        } finally {
            closed.run();
        }
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

    /** Runs a statement inside of a transaction. */
    <T> T statement(String sql, Supplier<T> work) {
        lease.runs(sql);
        long start = operations.now();
        try {
            return execution.run(sql, start, bounds, work);
        } finally {
            operations.statementEnded(Lane.TRANSACTION, sql, start);
        }
    }

    /** Something was committed. */
    void committed() {
        commits.increment();
    }

    void refuseWhenHurried(String sql) {
        if (hurried) {
            throw lease.closedError(sql);
        }
    }
}
