package io.quarkiverse.sqlite.engine.driver;

import io.quarkiverse.sqlite.SqliteBusyException;
import io.quarkiverse.sqlite.SqliteCancelledException;
import io.quarkiverse.sqlite.SqliteConstraintException;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteQueryException;

/** Which exception stands for which of SQLite's result codes. */
public final class SqliteErrors {

    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int READONLY = 8;
    private static final int INTERRUPT = 9;
    private static final int CONSTRAINT = 19;

    private SqliteErrors() {
    }

    /**
     * @param code SQLite's extended result code
     * @param message SQLite's message
     * @param sql the statement, or {@code null}
     * @param cause the driver's exception, or {@code null}
     */
    public static SqliteException of(int code, String message, String sql, Throwable cause) {
        return switch (code & 0xFF) {
            case BUSY, LOCKED -> new SqliteBusyException(message + ": another process or connection holds the file's lock for"
                    + " longer than busy-timeout; let it finish, or raise busy-timeout", sql, code, cause);
            case READONLY ->
                new SqliteQueryException(message + ": a select only reads; use execute or executeReturning to write",
                        sql, code, cause);
            case INTERRUPT -> new SqliteCancelledException(message, sql, code, cause);
            case CONSTRAINT -> new SqliteConstraintException(message, sql, code, cause);
            default -> new SqliteQueryException(message, sql, code, cause);
        };
    }
}
