package io.quarkiverse.sqlite.engine.observe;

import java.util.Locale;

/** The kinds of operation that are timed apart. What runs inside a transaction belongs to the transaction's lane. */
public enum Lane {
    ROWS,
    BYTES,
    WRITE,
    BATCH,
    TRANSACTION;

    private final String tag = name().toLowerCase(Locale.ROOT);

    /** The value of the metrics tag {@code lane}. */
    public String tag() {
        return tag;
    }
}
