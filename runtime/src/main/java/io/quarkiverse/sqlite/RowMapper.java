package io.quarkiverse.sqlite;

/** Makes an object of a row. */
@FunctionalInterface
public interface RowMapper<T> {

    /**
     * @param row the row; it may be kept, but it keeps the whole result alive
     * @return the object
     */
    T map(Row row);
}
