package io.quarkiverse.sqlite;

import java.time.Duration;

import io.quarkiverse.sqlite.engine.DatabaseEngine;
import io.quarkiverse.sqlite.engine.observe.EngineListener;

/**
 * A SQLite database: one writer and a pool of readers over one file.
 * <p>
 * Reads run on the caller's thread over a leased reader and see what a finished write committed. Writes run one after
 * another, first come first served, on the one writer. Inside {@link #transaction} every call that the same thread
 * makes on this database joins the transaction.
 * <p>
 * Interrupting a thread ends what it does here: it stops waiting, or its statement is interrupted, and the call fails with
 * {@link SqliteCancelledException}; the thread stays interrupted.
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
     * Runs a body that reads one commit, on one reader, whatever is written meanwhile. What the body reads through this
     * database instead of the snapshot is as new as ever. Inside a {@link #transaction} of this thread the transaction is the
     * view.
     * <p>
     * As long as it is open, SQLite keeps what was written after it in the {@code -wal} file, so it is bounded by
     * {@code snapshot-timeout}: when its time is over a running statement is interrupted, the view is given up even while the
     * body does something else, and what the body then reads through it fails.
     *
     * @param work the body; it runs on the caller's thread
     * @return what the body returned
     * @throws SqliteTimeoutException from the snapshot's methods, when its time is over
     */
    <T> T snapshot(SnapshotWork<T> work);

    /**
     * This database with a time limit for each call, in place of {@code query-timeout}. A call that is not done by then
     * stops waiting, or its statement is interrupted, and fails with {@link SqliteTimeoutException}; a write is rolled back. In
     * a transaction or snapshot that is begun so, the limit is for each of its statements; a call that joins the transaction of
     * its thread has this limit instead of the transaction's. Waiting for another
     * process's lock does not end before {@code busy-timeout}.
     *
     * @param timeout positive
     * @return a view of this database: closing it closes this
     */
    Database withTimeout(Duration timeout);

    /** What the database does and holds now. Takes no lock, touches no connection. */
    Diagnostics diagnostics();

    /**
     * Closes the database: refuses new calls, rejects those that wait, lets running reads and an open transaction finish,
     * interrupts what takes too long, and removes the {@code -wal} and {@code -shm} files by closing the writer last.
     * Idempotent; a second call waits for the first.
     *
     * @throws IllegalStateException when called by the body of a transaction or snapshot of this database
     */
    @Override
    void close();
}
