package io.quarkiverse.sqlite;

/**
 * An open transaction or savepoint, handed to the body of {@link Database#transaction}. Nobody else writes meanwhile, so what
 * it reads is consistent too. Usable only by the thread that runs the
 * body, and only until the body ends; everywhere else its methods fail with {@link SqliteTransactionException}.
 */
public interface Transaction extends WriteOperations, Snapshot {
}
