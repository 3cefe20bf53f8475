package io.quarkiverse.sqlite;

/** A value that can't be had as the type asked for, or a column that is not there. */
public class SqliteMappingException extends SqliteException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message names the column, the value's type and the columns there are
     * @param cause the reason, or {@code null}
     */
    public SqliteMappingException(String message, Throwable cause) {
        super(message, null, 0, cause);
    }
}
