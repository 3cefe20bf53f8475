package io.quarkiverse.sqlite.engine.driver;

import java.nio.file.Path;

import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteOpenException;
import io.quarkiverse.sqlite.engine.driver.jni.JniConnection;

/** Opens connections that are set up as configured. */
public final class Connections {

    private Connections() {
    }

    /** The connection that writes; makes the file when it is not there. */
    public static DriverConnection openWriter(DatabaseOptions options, Path file) {
        return open(options, file, false);
    }

    /** A connection that only reads; the writer must have been opened before. */
    public static DriverConnection openReader(DatabaseOptions options, Path file) {
        return open(options, file, true);
    }

    private static DriverConnection open(DatabaseOptions options, Path file, boolean reader) {
        JniConnection connection = null;
        try {
            // AUTO is JNI as long as there is no other driver
            connection = JniConnection.open(file, reader, options.statementCacheSize());
            Pragmas.apply(connection, options, reader);
            return connection;
        } catch (SqliteException e) {
            if (connection != null) {
                connection.close();
            }
            if (e instanceof SqliteOpenException) {
                throw e;
            }
            throw new SqliteOpenException(
                    "Database '" + options.name() + "' can't be opened at " + file + ": " + e.getMessage(),
                    e.sql(), e.extendedResultCode(), e);
        }
    }
}
