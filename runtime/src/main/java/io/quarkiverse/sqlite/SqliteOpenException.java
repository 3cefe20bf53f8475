package io.quarkiverse.sqlite;

/** A database that can't be opened as configured; the message says what to do. */
public class SqliteOpenException extends SqliteException {

    private static final long serialVersionUID = 1L;

    /** @see SqliteException#SqliteException(String, String, int, Throwable) */
    public SqliteOpenException(String message, String sql, int extendedResultCode, Throwable cause) {
        super(message, sql, extendedResultCode, cause);
    }
}
