package io.quarkiverse.sqlite;

/**
 * The writing half of a {@link Database} and of a {@link Transaction}.
 */
public interface WriteOperations extends ReadOperations {

    /**
     * Runs one statement that writes, in the transaction that is open on this thread, or in one of its own.
     *
     * @param sql one statement: INSERT, UPDATE, DELETE, DDL or a PRAGMA; not BEGIN, COMMIT, ROLLBACK or a savepoint, and no
     *        query
     * @param params its parameters, in order
     * @return what this statement changed
     * @throws SqliteConstraintException if a constraint refuses it
     * @throws SqliteBusyException if the writer does not come free in time; the message names who holds it
     */
    WriteResult execute(String sql, Object... params);

    /**
     * Runs one INSERT, UPDATE or DELETE with a RETURNING clause.
     *
     * @param sql the statement
     * @param params its parameters, in order
     * @return the rows that the clause returns
     */
    Rows executeReturning(String sql, Object... params);

    /**
     * Runs one statement for each set of parameters: all of them, or none when one fails.
     *
     * @param sql one statement that writes
     * @param parameterSets a set for each execution, all as long as the statement has parameters; checked before the first is
     *        run
     * @return what all executions changed together
     */
    BatchResult executeBatch(String sql, Iterable<Object[]> parameterSets);

    /**
     * Runs a script of many statements, which SQLite itself splits. Rows that it returns are dropped.
     * <p>
     * All or nothing: the script is one transaction. A script that controls transactions itself (it has a BEGIN,
     * COMMIT, END, ROLLBACK, SAVEPOINT or RELEASE), or that has a statement which can't run inside of one (PRAGMA,
     * VACUUM, ATTACH, DETACH), runs as it would in SQLite's shell instead, statement by statement; outside of {@link
     * Database#transaction} only. A transaction that it leaves open is rolled back and reported.
     *
     * @param sql the script
     */
    void executeScript(String sql);

    /**
     * Runs a body in a transaction: BEGIN IMMEDIATE, or a savepoint where the thread already is in one of this
     * database. Commits when the body returns; rolls back when it throws, and rethrows its exception as it was.
     *
     * @param work the body; it runs on the caller's thread, and all calls it makes on this database join the transaction
     * @return what the body returned
     * @throws SqliteTransactionException if BEGIN, COMMIT or a savepoint fails; it carries the operation and SQLite's code
     */
    <T> T transaction(TransactionWork<T> work);

    /**
     * {@link #transaction} without a result.
     *
     * @param work the body
     */
    default void inTransaction(TransactionAction work) {
        transaction(tx -> {
            work.run(tx);
            return null;
        });
    }
}
