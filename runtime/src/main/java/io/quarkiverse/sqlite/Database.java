package io.quarkiverse.sqlite;

import io.quarkiverse.sqlite.engine.DatabaseEngine;
import io.quarkiverse.sqlite.engine.observe.EngineListener;

/**
 * A SQLite database: one writer and a pool of readers over one file.
 * <p>
 * Reads run on the caller's thread over a leased reader and see what a finished write committed. Writes run one after
 * another, first come first served, on the one writer. Inside {@link #transaction} every call that the same thread
 * makes on this database joins the transaction.
 * <p>
 * All methods block, are safe to call from many threads, and fail with an unchecked {@link SqliteException}; after
 * {@link #close()} with {@link SqliteClosedException}.
 */
public interface Database extends WriteOperations, AutoCloseable {

    /** The name of the database that is configured without a name. */
    String DEFAULT_NAME = "<default>";

    /**
     * Opens a database outside of Quarkus, for tests, benchmarks and tools; inside, inject it.
     *
     * @param options where the file is and how to open it
     * @return the open database, to be closed by the caller
     * @throws SqliteOpenException if the file can't be opened as asked for; the message says what to do
     */
    static Database open(DatabaseOptions options) {
        return new DatabaseEngine(options, EngineListener.NONE);
    }

    /** {@value #DEFAULT_NAME} or the configured name. */
    String name();

    /**
     * Closes the database: refuses new calls, rejects those that wait, lets running reads and an open transaction finish, and
     * removes the {@code -wal} and {@code -shm} files by closing the writer last. Idempotent.
     *
     * @throws IllegalStateException when called by the body of a transaction of this database
     */
    @Override
    void close();
}
