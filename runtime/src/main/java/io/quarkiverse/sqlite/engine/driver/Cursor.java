package io.quarkiverse.sqlite.engine.driver;

/** The rows of a running statement, one after the other. Lives only inside {@link DriverStatement#query}. */
public interface Cursor {

    /** The columns of this execution. */
    ColumnNames columns();

    /** Moves to the next row; false behind the last. */
    boolean next();

    /**
     * Copies the current row.
     *
     * @param into gets {@code Long}, {@code Double}, {@code String}, {@code byte[]} or {@code null} for each column
     * @param offset where the first column goes
     */
    void read(Object[] into, int offset);
}
