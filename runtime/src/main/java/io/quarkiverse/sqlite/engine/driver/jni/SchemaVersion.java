package io.quarkiverse.sqlite.engine.driver.jni;

import java.sql.SQLException;

import org.sqlite.core.Codes;
import org.sqlite.core.CoreStatement;
import org.sqlite.core.DB;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * Reads {@code PRAGMA schema_version}, the number by which SQLite itself sees that a statement was prepared for another
 * schema. Asked inside a running statement it answers for that statement's snapshot. Guarded by the connection's lease.
 */
final class SchemaVersion {

    private final CoreStatement statement;
    private final long handle;

    SchemaVersion(JDBC4Connection connection) throws SQLException {
        this.statement = (CoreStatement) connection.prepareStatement("PRAGMA schema_version");
        this.handle = statement.pointer.safeRunLong((db, pointer) -> pointer);
    }

    int read(DB db) throws SQLException {
        try {
            int code = db.step(handle);
            if (code != Codes.SQLITE_ROW) {
                db.throwex(code);
            }
            return db.column_int(handle, 0);
        } finally {
            db.reset(handle);
        }
    }
}
