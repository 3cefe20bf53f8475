package io.quarkiverse.sqlite.engine.driver;

/** Consumes a cursor while its statement runs. */
@FunctionalInterface
public interface CursorReader<T> {

    T read(Cursor cursor);
}
