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

    /** The type of a column of the current row, one of {@link ValueType}; to be asked before its value. */
    int type(int column);

    /** The value of an INTEGER. */
    long integer(int column);

    /** The value of a REAL. */
    double real(int column);

    /** The value of a TEXT as SQLite has it, which need not be valid UTF-8. */
    byte[] utf8(int column);

    /** The value of a BLOB. */
    byte[] blob(int column);
}
