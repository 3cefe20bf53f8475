package io.quarkiverse.sqlite;

/**
 * Any failure of a {@link Database}. Carries the SQL, never the bound values.
 */
public class SqliteException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String sql;
    private final int extendedResultCode;

    /**
     * @param message what was wrong and what to do
     * @param sql the statement, or {@code null}
     * @param extendedResultCode SQLite's code, or 0 when the failure is not SQLite's
     * @param cause the driver's exception, or {@code null}
     */
    public SqliteException(String message, String sql, int extendedResultCode, Throwable cause) {
        super(sql == null || message.contains("[SQL: ") ? message : message + " [SQL: " + abbreviate(sql) + "]", cause);
        this.sql = sql;
        this.extendedResultCode = extendedResultCode;
    }

    private static String abbreviate(String sql) {
        return sql.length() <= 1_000 ? sql : sql.substring(0, 1_000) + "...";
    }

    /** The statement that failed, or {@code null} when the failure has none. */
    public String sql() {
        return sql;
    }

    /** SQLite's primary result code, such as 19 for SQLITE_CONSTRAINT; 0 when the failure is not SQLite's. */
    public int resultCode() {
        // "The primary result code is always a part of the extended result code": its least significant 8 bits
        return extendedResultCode & 0xFF;
    }

    /** SQLite's extended result code, such as 2067 for SQLITE_CONSTRAINT_UNIQUE; 0 when the failure is not SQLite's. */
    public int extendedResultCode() {
        return extendedResultCode;
    }
}
