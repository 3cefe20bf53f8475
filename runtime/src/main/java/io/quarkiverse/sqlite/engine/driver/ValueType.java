package io.quarkiverse.sqlite.engine.driver;

/** The fundamental types of SQLite, with SQLite's own numbers. */
public final class ValueType {

    public static final int INTEGER = 1;
    public static final int REAL = 2;
    public static final int TEXT = 3;
    public static final int BLOB = 4;
    public static final int NULL = 5;

    private ValueType() {
    }
}
