package io.quarkiverse.sqlite;

/** The body of a transaction that returns nothing. */
@FunctionalInterface
public interface TransactionAction {

    /**
     * @param tx the transaction, usable until this method returns
     * @throws Exception to roll back; the caller gets it as it is
     */
    void run(Transaction tx) throws Exception;
}
