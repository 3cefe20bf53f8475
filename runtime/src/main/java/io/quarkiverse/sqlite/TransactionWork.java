package io.quarkiverse.sqlite;

/** The body of a transaction that returns something. */
@FunctionalInterface
public interface TransactionWork<T> {

    /**
     * @param tx the transaction, usable until this method returns
     * @return the result of the transaction
     * @throws Exception to roll back; the caller gets it as it is
     */
    T run(Transaction tx) throws Exception;
}
