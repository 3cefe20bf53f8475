package io.quarkiverse.sqlite.engine.decode;

import java.util.Map;

import io.quarkiverse.sqlite.JsonBytes;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.engine.driver.Admission;
import io.quarkiverse.sqlite.engine.driver.CursorReader;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.driver.DriverStatement;
import io.quarkiverse.sqlite.engine.driver.Parameters;
import io.quarkiverse.sqlite.engine.json.JsonBuffer;
import io.quarkiverse.sqlite.engine.json.JsonEncoder;

/**
 * Runs queries on a connection and decodes them, with the memory of that connection's owner. As thread-safe as the
 * connection: to be used under its lease.
 */
public final class Selection {

    private final DriverConnection connection;
    private final RowSizeMemory memory;
    private final JsonEncoder encoder;

    /**
     * @param connection where the queries run
     * @param memory the row counts of the pool or of the writer
     * @param buffer where results are written to as JSON
     */
    public Selection(DriverConnection connection, RowSizeMemory memory, JsonBuffer buffer) {
        this.connection = connection;
        this.memory = memory;
        this.encoder = new JsonEncoder(buffer);
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
        try (DriverStatement statement = connection.statement(sql, Admission.READ)) {
            return run(statement, sql, Parameters.named(statement.text(), named, sql),
                    new RowDecoder(sql, memory, Integer.MAX_VALUE));
        }
    }

    /** All rows, as JSON. */
    public JsonBytes json(String sql, Object[] params) {
        try (DriverStatement statement = connection.statement(sql, Admission.READ)) {
            return run(statement, sql, params, encoder);
        }
    }

    private Rows query(String sql, Object[] params, int maxRows) {
        try (DriverStatement statement = connection.statement(sql, Admission.READ)) {
            return run(statement, sql, params, new RowDecoder(sql, memory, maxRows));
        }
    }

    private static <T> T run(DriverStatement statement, String sql, Object[] params, CursorReader<T> reader) {
        return statement.query(Parameters.convert(params, statement.parameterCount(), sql), reader);
    }

    /** All rows of a write with a RETURNING clause; the caller has checked that it is one. */
    public Rows returned(DriverStatement statement, String sql, Object[] params) {
        return statement.query(Parameters.convert(params, statement.parameterCount(), sql),
                new RowDecoder(sql, memory, Integer.MAX_VALUE));
    }
}
