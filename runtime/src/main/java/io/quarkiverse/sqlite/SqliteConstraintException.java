package io.quarkiverse.sqlite;

/** A statement that a constraint refused; the extended result code tells which kind. */
public class SqliteConstraintException extends SqliteException {

    private static final long serialVersionUID = 1L;

    /** @see SqliteException#SqliteException(String, String, int, Throwable) */
    public SqliteConstraintException(String message, String sql, int extendedResultCode, Throwable cause) {
        super(message, sql, extendedResultCode, cause);
    }
}
