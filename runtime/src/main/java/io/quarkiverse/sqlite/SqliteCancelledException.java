package io.quarkiverse.sqlite;

/** A statement that was interrupted before it ended. */
public class SqliteCancelledException extends SqliteException {

    private static final long serialVersionUID = 1L;

    /** @see SqliteException#SqliteException(String, String, int, Throwable) */
    public SqliteCancelledException(String message, String sql, int extendedResultCode, Throwable cause) {
        super(message, sql, extendedResultCode, cause);
    }
}
