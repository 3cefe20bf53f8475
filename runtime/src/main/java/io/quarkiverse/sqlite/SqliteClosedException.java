package io.quarkiverse.sqlite;

/** A call on a database that is closed or closing. */
public class SqliteClosedException extends SqliteException {

    private static final long serialVersionUID = 1L;

    /** @see SqliteException#SqliteException(String, String, int, Throwable) */
    public SqliteClosedException(String message, String sql, int extendedResultCode, Throwable cause) {
        super(message, sql, extendedResultCode, cause);
    }
}
