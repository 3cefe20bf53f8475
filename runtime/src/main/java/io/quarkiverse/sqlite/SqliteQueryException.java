package io.quarkiverse.sqlite;

/** A statement that SQLite refused or could not finish, or parameters that do not fit it. */
public class SqliteQueryException extends SqliteException {

    private static final long serialVersionUID = 1L;

    /** @see SqliteException#SqliteException(String, String, int, Throwable) */
    public SqliteQueryException(String message, String sql, int extendedResultCode, Throwable cause) {
        super(message, sql, extendedResultCode, cause);
    }
}
