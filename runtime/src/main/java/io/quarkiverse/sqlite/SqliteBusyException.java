package io.quarkiverse.sqlite;

/** The writer did not come free in time, or another process holds the file's lock; the message names the holder and its age. */
public class SqliteBusyException extends SqliteException {

    private static final long serialVersionUID = 1L;

    /** @see SqliteException#SqliteException(String, String, int, Throwable) */
    public SqliteBusyException(String message, String sql, int extendedResultCode, Throwable cause) {
        super(message, sql, extendedResultCode, cause);
    }
}
