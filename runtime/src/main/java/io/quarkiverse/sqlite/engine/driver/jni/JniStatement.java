package io.quarkiverse.sqlite.engine.driver.jni;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.SQLException;

import org.sqlite.core.Codes;
import org.sqlite.core.CoreStatement;
import org.sqlite.core.DB;

import io.quarkiverse.sqlite.engine.driver.ColumnNames;
import io.quarkiverse.sqlite.engine.driver.Cursor;
import io.quarkiverse.sqlite.engine.driver.CursorReader;
import io.quarkiverse.sqlite.engine.driver.DriverStatement;
import io.quarkiverse.sqlite.engine.driver.SqlText;
import io.quarkiverse.sqlite.engine.driver.ValueType;
import io.quarkiverse.sqlite.engine.driver.Verb;

/**
 * A prepared statement of sqlite-jdbc, driven by its raw handle while the DB's monitor is held.
 * <p>
 * The handle is valid as long as {@code statement.pointer} is open, which only this class and {@link DB} end.
 */
final class JniStatement implements DriverStatement, Cursor {

    private static final byte[] NO_BYTES = {};

    /** From this size on a bound value is not kept alive by an idle statement. */
    private static final int LARGE_VALUE = 64 * 1024;

    private final JniConnection connection;
    private final DB db;
    private final String sql;
    private final SqlText text;
    private final CoreStatement statement;
    private final long handle;
    private final int parameterCount;
    private final boolean changesSchema;

    // guarded by the connection's lease
    /** Learnt at the first execution, in its own snapshot. */
    private ColumnNames columns;
    private int columnCount;
    private int columnsSchema;
    private int columnsGeneration;
    private boolean onFirstRow;
    /** Behind the last row a further step would start the statement again. */
    private boolean atRow;
    private boolean finished;

    JniStatement(JniConnection connection, String sql, SqlText text) {
        this.connection = connection;
        this.db = connection.db;
        this.sql = sql;
        this.text = text;
        this.changesSchema = text.verb() == Verb.OTHER || text.keyword().equals("ROLLBACK");
        try {
            var prepared = connection.jdbc().prepareStatement(sql);
            this.statement = (CoreStatement) prepared;
            this.handle = statement.pointer.safeRunLong((db, pointer) -> pointer);
            this.parameterCount = prepared.getParameterMetaData().getParameterCount();
            this.columnCount = db.column_count(handle);
        } catch (SQLException e) {
            throw JniConnection.translate(e, sql);
        }
    }

    String sql() {
        return sql;
    }

    @Override
    public SqlText text() {
        return text;
    }

    @Override
    public int parameterCount() {
        return parameterCount;
    }

    @Override
    public int columnCount() {
        return columnCount;
    }

    @Override
    public <T> T query(Object[] bound, CursorReader<T> reader) {
        synchronized (db) {
            try {
                onFirstRow = start(bound);
                checkColumns();
                return reader.read(this);
            } catch (SQLException e) {
                throw JniConnection.translate(e, sql);
            } finally {
                end(bound);
            }
        }
    }

    @Override
    public void run(Object[] bound) {
        synchronized (db) {
            try {
                boolean row = start(bound);
                while (row) {
                    row = isRow(db.step(handle));
                }
            } catch (SQLException e) {
                throw JniConnection.translate(e, sql);
            } finally {
                end(bound);
            }
        }
    }

    /** Binds and makes the first step; true when it came to a row. */
    private boolean start(Object[] bound) throws SQLException {
        if (changesSchema) {
            connection.schemaMayChange();
        }
        if (bound.length > 0) {
            return db.execute(statement, bound);
        }
        return isRow(db.step(handle));
    }

    private boolean isRow(int code) throws SQLException {
        if (code == Codes.SQLITE_ROW) {
            return true;
        }
        if (code != Codes.SQLITE_DONE) {
            db.throwex(code);
        }
        return false;
    }

    /**
     * SQLite prepares a statement anew when it starts and the schema has changed, whoever changed it. Column count
     * and names may be others then.
     */
    private void checkColumns() throws SQLException {
        int schema = connection.schemaVersion();
        int generation = connection.schemaGeneration();
        if (columns == null || schema != columnsSchema || generation != columnsGeneration) {
            connection.learnEncoding(schema);
            columns = new ColumnNames(db.column_names(handle));
            columnCount = columns.count();
            columnsSchema = schema;
            columnsGeneration = generation;
        }
    }

    private void end(Object[] bound) {
        onFirstRow = false;
        atRow = false;
        if (statement.pointer.isClosed()) { // DB.execute does that on most errors
            finished = true;
            return;
        }
        try {
            // its result repeats the error of the step before it
            db.reset(handle);
            for (Object value : bound) {
                if (value instanceof byte[] bytes && bytes.length > LARGE_VALUE
                        || value instanceof String string && string.length() > LARGE_VALUE) {
                    db.clear_bindings(handle);
                    break;
                }
            }
        } catch (SQLException e) {
            throw JniConnection.translate(e, sql);
        }
    }

    @Override
    public ColumnNames columns() {
        return columns;
    }

    @Override
    public boolean next() {
        if (onFirstRow) {
            onFirstRow = false;
            atRow = true;
            return true;
        }
        if (!atRow) {
            return false;
        }
        try {
            return atRow = isRow(db.step(handle));
        } catch (SQLException e) {
            atRow = false;
            throw JniConnection.translate(e, sql);
        }
    }

    @Override
    public void read(Object[] into, int offset) {
        try {
            int count = columnCount;
            for (int column = 0; column < count; column++) {
                into[offset + column] = value(column);
            }
        } catch (SQLException e) {
            throw JniConnection.translate(e, sql);
        }
    }

    private Object value(int column) throws SQLException {
        switch (db.column_type(handle, column)) {
            case ValueType.INTEGER:
                return db.column_long(handle, column);
            case ValueType.REAL:
                return db.column_double(handle, column);
            case ValueType.TEXT:
                return connection.utf8() ? new String(bytes(column), UTF_8) : db.column_text(handle, column);
            case ValueType.BLOB:
                return bytes(column);
            default:
                return null;
        }
    }

    /** "The return value from sqlite3_column_blob() for a zero-length BLOB is a NULL pointer." */
    private byte[] bytes(int column) throws SQLException {
        byte[] bytes = db.column_blob(handle, column);
        return bytes == null ? NO_BYTES : bytes;
    }

    @Override
    public int type(int column) {
        try {
            return db.column_type(handle, column);
        } catch (SQLException e) {
            throw JniConnection.translate(e, sql);
        }
    }

    @Override
    public long integer(int column) {
        try {
            return db.column_long(handle, column);
        } catch (SQLException e) {
            throw JniConnection.translate(e, sql);
        }
    }

    @Override
    public double real(int column) {
        try {
            return db.column_double(handle, column);
        } catch (SQLException e) {
            throw JniConnection.translate(e, sql);
        }
    }

    @Override
    public byte[] utf8(int column) {
        try {
            return connection.utf8() ? bytes(column) : db.column_text(handle, column).getBytes(UTF_8);
        } catch (SQLException e) {
            throw JniConnection.translate(e, sql);
        }
    }

    @Override
    public byte[] blob(int column) {
        try {
            return bytes(column);
        } catch (SQLException e) {
            throw JniConnection.translate(e, sql);
        }
    }

    @Override
    public void close() {
        if (!finished) {
            connection.giveBack(this);
        }
    }

    /** sqlite3_finalize, unless that has happened. */
    void finish() {
        if (finished) {
            return;
        }
        finished = true;
        try {
            statement.pointer.close();
        } catch (SQLException e) {
            throw JniConnection.translate(e, sql);
        }
    }
}
