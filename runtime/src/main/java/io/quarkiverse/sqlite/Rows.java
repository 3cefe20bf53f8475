package io.quarkiverse.sqlite;

import java.util.List;

/**
 * The rows of a result, in order: an unmodifiable list over one flat array. Immutable as far as its values are
 * ({@code byte[]} is not); safe to share between threads.
 */
public interface Rows extends List<Row> {

    /** The names of the columns, in order, as SQLite gives them; the same name may stand twice. */
    List<String> columns();

    /** How many columns each row has. */
    int columnCount();
}
