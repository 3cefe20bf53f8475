package io.quarkiverse.sqlite.engine.write;

import java.util.List;
import java.util.OptionalLong;

import io.quarkiverse.sqlite.BatchResult;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SqliteQueryException;
import io.quarkiverse.sqlite.WriteResult;
import io.quarkiverse.sqlite.engine.decode.Selection;
import io.quarkiverse.sqlite.engine.driver.Admission;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.driver.DriverStatement;
import io.quarkiverse.sqlite.engine.driver.Parameters;
import io.quarkiverse.sqlite.engine.driver.Verb;

/** Runs single writes on the writer's connection, in whatever transaction is open there. Guarded by the writer's lease. */
final class WriteStatements {

    private static final Object[] NO_PARAMETERS = {};

    private final DriverConnection connection;
    private final Selection selection;
    private final LastInsertId lastInsertId;
    private final Runnable settled;

    /** @param settled told when a write is done and only its result is still asked for */
    WriteStatements(DriverConnection connection, Selection selection, Runnable settled) {
        this.connection = connection;
        this.selection = selection;
        this.settled = settled;
        this.lastInsertId = new LastInsertId(connection);
    }

    WriteResult execute(String sql, Object[] params, Admission admission) {
        try (DriverStatement statement = connection.statement(sql, admission)) {
            Verb verb = statement.text().verb();
            Object[] bound = Parameters.convert(params, statement.parameterCount(), sql);
            long before = verb == Verb.INSERT ? lastInsertId.current() : 0;
            long affected = run(statement, verb, bound);
            settled.run(); // a write that is done and then cancelled would be one that is done and fails
            OptionalLong id = verb == Verb.INSERT && affected > 0 ? lastInsertId.of(sql, before) : OptionalLong.empty();
            return new WriteResult(affected, id);
        }
    }

    Rows executeReturning(String sql, Object[] params) {
        try (DriverStatement statement = connection.statement(sql, Admission.WRITE)) {
            if (!changesRows(statement.text().verb()) || statement.columnCount() == 0) {
                throw new SqliteQueryException("executeReturning needs an INSERT, UPDATE or DELETE with a RETURNING clause:"
                        + " use execute for other writes", sql, 0, null);
            }
            return selection.returned(statement, sql, params);
        }
    }

    BatchResult executeBatch(String sql, List<Object[]> parameterSets) {
        try (DriverStatement statement = connection.statement(sql, Admission.WRITE)) {
            Verb verb = statement.text().verb();
            Object[][] bound = new Object[parameterSets.size()][];
            for (int i = 0; i < bound.length; i++) {
                bound[i] = convert(parameterSets.get(i), i, statement.parameterCount(), sql);
            }
            long affected = 0;
            for (Object[] set : bound) {
                affected += run(statement, verb, set);
            }
            return new BatchResult(bound.length, affected);
        }
    }

    private static Object[] convert(Object[] params, int index, int expected, String sql) {
        try {
            return Parameters.convert(params, expected, sql);
        } catch (SqliteQueryException e) {
            throw new SqliteQueryException("Parameter set " + (index + 1) + " of the batch does not fit; nothing was written",
                    sql, 0, e);
        }
    }

    /** Runs a statement that steers a transaction. */
    void control(String sql) {
        try (DriverStatement statement = connection.statement(sql, Admission.ANY)) {
            statement.run(NO_PARAMETERS);
        }
    }

    /** Returns the rows that the statement changed, without those of its triggers. */
    private long run(DriverStatement statement, Verb verb, Object[] bound) {
        statement.run(bound);
        // "Executing any other type of SQL statement does not modify the value", which is an earlier one's then
        return changesRows(verb) ? connection.changes() : 0;
    }

    private static boolean changesRows(Verb verb) {
        return verb == Verb.INSERT || verb == Verb.UPDATE || verb == Verb.DELETE;
    }
}
