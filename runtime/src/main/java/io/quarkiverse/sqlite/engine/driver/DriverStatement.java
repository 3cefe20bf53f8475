package io.quarkiverse.sqlite.engine.driver;

/**
 * A prepared statement, taken out of its connection's cache while it is used. Not thread-safe: it belongs to the connection's
 * lease.
 */
public interface DriverStatement extends AutoCloseable {

    /** What the SQL says of itself. */
    SqlText text();

    /** How many parameters it has. */
    int parameterCount();

    /** How many columns each row of it has; 0 when it returns none. As of its last execution. */
    int columnCount();

    /**
     * Runs the statement, lets the reader consume its rows, and resets it, whatever happens.
     *
     * @param bound {@code null}, {@code Long}, {@code Double}, {@code String} or {@code byte[]} for each parameter
     */
    <T> T query(Object[] bound, CursorReader<T> reader);

    /** Runs the statement to its end, drops its rows, and resets it. Only at its end does it commit what it did. */
    void run(Object[] bound);

    /** Gives it back to the cache, or finalizes it when it can't be used again. */
    @Override
    void close();
}
