package io.quarkiverse.sqlite;

/** A transaction that could not begin, commit or roll back, or that is used where it may not be. */
public class SqliteTransactionException extends SqliteException {

    private static final long serialVersionUID = 1L;

    private final String operation;

    /**
     * @param operation what failed: {@code BEGIN IMMEDIATE}, {@code COMMIT}, ...
     * @see SqliteException#SqliteException(String, String, int, Throwable)
     */
    public SqliteTransactionException(String operation, String message, String sql, int extendedResultCode, Throwable cause) {
        super(message, sql, extendedResultCode, cause);
        this.operation = operation;
    }

    /** What failed, in SQLite's words: {@code BEGIN IMMEDIATE}, {@code COMMIT}, {@code SAVEPOINT}, ... */
    public String operation() {
        return operation;
    }
}
