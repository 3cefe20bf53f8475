package io.quarkiverse.sqlite.engine.decode;

import java.util.Map;

import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SqliteQueryException;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.driver.DriverStatement;
import io.quarkiverse.sqlite.engine.driver.Parameters;
import io.quarkiverse.sqlite.engine.driver.SqlText;
import io.quarkiverse.sqlite.engine.driver.Verb;

/**
 * Runs queries on a connection and decodes them, with the memory of that connection's owner. As thread-safe as the connection:
 * to be used
 * under its lease.
 */
public final class Selection {

    private final DriverConnection connection;
    private final RowSizeMemory memory;

    /**
     * @param connection where the queries run
     * @param memory the row counts of the pool or of the writer
     */
    public Selection(DriverConnection connection, RowSizeMemory memory) {
        this.connection = connection;
        this.memory = memory;
    }

    /** All rows. */
    public Rows all(String sql, Object[] params) {
        return query(sql, params, Integer.MAX_VALUE);
    }

    /** The first row, or none. */
    public Rows first(String sql, Object[] params) {
        return query(sql, params, 1);
    }

    /** All rows, with named parameters. */
    public Rows all(String sql, Map<String, ?> named) {
        try (DriverStatement statement = connection.statement(sql)) {
            return run(statement, sql, Parameters.named(statement.text(), named, sql), Integer.MAX_VALUE);
        }
    }

    private Rows query(String sql, Object[] params, int maxRows) {
        try (DriverStatement statement = connection.statement(sql)) {
            return run(statement, sql, params, maxRows);
        }
    }

    private Rows run(DriverStatement statement, String sql, Object[] params, int maxRows) {
        Verb verb = statement.text().verb();
        if (verb != Verb.QUERY && verb != Verb.PRAGMA) {
            throw new SqliteQueryException("select only reads, but this is " + what(statement.text())
                    + ": use execute, executeReturning or transaction", sql, 0, null);
        }
        return statement.query(Parameters.convert(params, statement.parameterCount(), sql),
                new RowDecoder(sql, memory, maxRows));
    }

    /** What a WITH is for its main part says. */
    private static String what(SqlText text) {
        return text.verb() == Verb.OTHER ? text.keyword() : text.verb().name();
    }

    /** All rows of a write with a RETURNING clause; the caller has checked that it is one. */
    public Rows returned(DriverStatement statement, String sql, Object[] params) {
        return statement.query(Parameters.convert(params, statement.parameterCount(), sql),
                new RowDecoder(sql, memory, Integer.MAX_VALUE));
    }
}
