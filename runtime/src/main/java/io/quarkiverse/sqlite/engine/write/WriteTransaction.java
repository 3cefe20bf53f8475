package io.quarkiverse.sqlite.engine.write;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import io.quarkiverse.sqlite.BatchResult;
import io.quarkiverse.sqlite.JsonBytes;
import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SqliteBusyException;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteQueryException;
import io.quarkiverse.sqlite.SqliteTransactionException;
import io.quarkiverse.sqlite.Transaction;
import io.quarkiverse.sqlite.TransactionWork;
import io.quarkiverse.sqlite.WriteResult;
import io.quarkiverse.sqlite.engine.driver.Admission;
import io.quarkiverse.sqlite.engine.driver.NamedParameters;
import io.quarkiverse.sqlite.engine.work.Sneaky;

/**
 * A transaction (depth 0) or a savepoint inside of one.
 * <p>
 * Some errors make SQLite roll back the whole transaction by itself, and statements that follow would run in
 * auto-commit: so after each failure it is asked, and from then on the transaction accepts nothing and does not commit.
 */
final class WriteTransaction implements Transaction {

    private final Writer writer;
    private final WriteTransaction outer;
    private final int depth;
    private final Thread thread = Thread.currentThread();
    /** Written by the thread; read by those it may have leaked to. */
    private volatile boolean open = true;
    /** Of depth 0 only: the failure with which SQLite rolled all back. Guarded by the writer's lease. */
    private SqliteException rolledBackBy;

    WriteTransaction(Writer writer, WriteTransaction outer) {
        this.writer = writer;
        this.outer = outer;
        this.depth = outer == null ? 0 : outer.depth + 1;
    }

    WriteTransaction outer() {
        return outer;
    }

    private WriteTransaction root() {
        WriteTransaction root = this;
        while (root.outer != null) {
            root = root.outer;
        }
        return root;
    }

    @Override
    public Rows select(String sql, Object... params) {
        return statement("select", sql, () -> writer.selection().all(sql, params));
    }

    @Override
    public Rows select(String sql, Map<String, ?> named) {
        Map<String, ?> parameters = NamedParameters.copy(sql, named);
        return statement("select", sql, () -> writer.selection().all(sql, parameters));
    }

    @Override
    public JsonBytes selectBytes(String sql, Object... params) {
        return statement("selectBytes", sql, () -> writer.selection().json(sql, params));
    }

    @Override
    public Optional<Row> selectFirst(String sql, Object... params) {
        return statement("selectFirst", sql, () -> writer.selection().first(sql, params)).stream().findFirst();
    }

    @Override
    public WriteResult execute(String sql, Object... params) {
        return statement("execute", sql, () -> writer.statements().execute(sql, params, Admission.WRITE_IN_TRANSACTION));
    }

    @Override
    public Rows executeReturning(String sql, Object... params) {
        check("executeReturning", sql);
        // done before its first row is read: when reading them fails it must not stay
        return nested(savepoint -> statement("executeReturning", sql, () -> writer.statements().executeReturning(sql, params)));
    }

    @Override
    public BatchResult executeBatch(String sql, Iterable<Object[]> parameterSets) {
        check("executeBatch", sql);
        List<Object[]> sets = ParameterSets.collect(sql, parameterSets);
        return nested(savepoint -> statement("executeBatch", sql, () -> writer.statements().executeBatch(sql, sets)));
    }

    @Override
    public void executeScript(String sql) {
        check("executeScript", sql);
        if (Script.runsOutsideTransactions(sql)) {
            throw new SqliteQueryException(
                    "This script steers transactions itself, or has a statement that can't run inside of one"
                            + " (PRAGMA, VACUUM, ATTACH, DETACH): run it outside of the transaction",
                    sql, 0, null);
        }
        nested(savepoint -> statement("executeScript", sql, () -> {
            writer.connection().script(sql);
            return null;
        }));
    }

    @Override
    public <T> T transaction(TransactionWork<T> work) {
        check("transaction", null);
        return nested(work);
    }

    private <T> T nested(TransactionWork<T> work) {
        return new WriteTransaction(writer, this).run(work);
    }

    /** Begins, runs the body, and commits or rolls back. */
    <T> T run(TransactionWork<T> work) {
        begin();
        writer.enter(this);
        T result;
        try {
            result = work.run(this);
        } catch (Throwable failure) {
            open = false;
            writer.leave(this);
            rollback(failure);
            throw Sneaky.rethrow(failure);
        }
        open = false;
        writer.leave(this);
        try {
            writer.refuseWhenHurried(null); // the close of the database does not wait for it any more
        } catch (SqliteException e) {
            rollback(e);
            throw e;
        }
        commit();
        return result;
    }

    private void begin() {
        String operation = depth == 0 ? "BEGIN IMMEDIATE" : "SAVEPOINT";
        try {
            writer.statements().control(depth == 0 ? operation : operation + " " + savepoint());
        } catch (SqliteBusyException e) {
            throw e; // another process writes; the message says what to do
        } catch (SqliteException e) {
            throw failed(operation, e);
        }
    }

    private void commit() {
        String operation = depth == 0 ? "COMMIT" : "RELEASE";
        SqliteException cause = root().rolledBackBy;
        if (cause != null) {
            throw new SqliteTransactionException(operation,
                    "SQLite has rolled the transaction back because of an earlier error: "
                            + cause.getMessage(),
                    null, cause.extendedResultCode(), cause);
        }
        try {
            writer.statements().control(depth == 0 ? operation : operation + " " + savepoint());
        } catch (SqliteException e) {
            rollback(e);
            throw failed(operation, e);
        }
        if (depth == 0) {
            writer.committed();
        }
    }

    private void rollback(Throwable failure) {
        if (failure instanceof SqliteException sqlite) {
            noteRollback(sqlite);
        }
        if (root().rolledBackBy != null) {
            return;
        }
        try {
            if (depth == 0) {
                writer.statements().control("ROLLBACK");
            } else {
                // "ROLLBACK TO" leaves the savepoint on the stack
                writer.statements().control("ROLLBACK TO " + savepoint());
                writer.statements().control("RELEASE " + savepoint());
            }
        } catch (SqliteException e) {
            noteRollback(e);
            failure.addSuppressed(e);
        }
    }

    private String savepoint() {
        return "quarkus_sqlite_" + depth;
    }

    private static SqliteTransactionException failed(String operation, SqliteException e) {
        return new SqliteTransactionException(operation, operation + " failed: " + e.getMessage(), null, e.extendedResultCode(),
                e);
    }

    private <T> T statement(String operation, String sql, Supplier<T> work) {
        check(operation, sql);
        try {
            return writer.statement(sql, work);
        } catch (SqliteException e) {
            noteRollback(e);
            throw e;
        }
    }

    private void noteRollback(SqliteException failure) {
        WriteTransaction root = root();
        if (root.rolledBackBy == null && writer.connection().autocommit()) {
            root.rolledBackBy = failure;
        }
    }

    private void check(String operation, String sql) {
        if (Thread.currentThread() != thread) {
            throw new SqliteTransactionException(operation, "A transaction belongs to the thread that runs its body, '"
                    + thread.getName() + "', but thread '" + Thread.currentThread().getName() + "' used it", sql, 0, null);
        }
        if (!open) {
            throw new SqliteTransactionException(operation,
                    "The transaction has ended: its object is of use only inside its body", sql,
                    0, null);
        }
        SqliteException cause = root().rolledBackBy;
        if (cause != null) {
            throw new SqliteTransactionException(operation,
                    "SQLite has rolled the transaction back because of an earlier error,"
                            + " nothing more can run in it: " + cause.getMessage(),
                    sql, cause.extendedResultCode(), cause);
        }
        writer.refuseWhenHurried(sql);
    }
}
