package io.quarkiverse.sqlite.engine.driver;

import java.util.Optional;

/** A connection to SQLite. Used by one thread at a time, the one that has its lease; only {@link #interrupt} is for others. */
public interface DriverConnection extends AutoCloseable {

    /**
     * A prepared statement from the cache, or a new one; to be closed.
     *
     * @param sql exactly one statement
     * @param admission what the call accepts; asked before SQLite gets the text
     */
    DriverStatement statement(String sql, Admission admission);

    /** Runs all statements of a script, which SQLite splits; drops their rows. */
    void script(String sql);

    /** Runs a query that is not worth caching and has no parameters. */
    <T> T once(String sql, CursorReader<T> reader);

    /** The first column of the first row of such a query; empty when there is no row. */
    default Optional<Object> value(String sql) {
        return once(sql, cursor -> {
            if (!cursor.next()) {
                return Optional.empty();
            }
            Object[] row = new Object[cursor.columns().count()];
            cursor.read(row, 0);
            return Optional.ofNullable(row[0]);
        });
    }

    /** {@code sqlite3_changes64}: rows changed by the last INSERT, UPDATE or DELETE. */
    long changes();

    /**
     * Another number whenever this connection did what may change the schema beside its version: a rollback, a script, DDL.
     */
    int schemaGeneration();

    /** Whether no transaction is open. */
    boolean autocommit();

    /** Stops what runs, from any thread. */
    void interrupt();

    /** How many statements came out of the cache. */
    long cacheHits();

    /** How many idle statements it keeps; from any thread. */
    int cachedStatements();

    /** How many statements had to be prepared. */
    long cacheMisses();

    /** Finalizes all statements and closes; idempotent. */
    @Override
    void close();
}
