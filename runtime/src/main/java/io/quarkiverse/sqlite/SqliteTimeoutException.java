package io.quarkiverse.sqlite;

/** No reader came free within the acquire timeout. */
public class SqliteTimeoutException extends SqliteException {

    private static final long serialVersionUID = 1L;

    /** @see SqliteException#SqliteException(String, String, int, Throwable) */
    public SqliteTimeoutException(String message, String sql, int extendedResultCode, Throwable cause) {
        super(message, sql, extendedResultCode, cause);
    }
}
