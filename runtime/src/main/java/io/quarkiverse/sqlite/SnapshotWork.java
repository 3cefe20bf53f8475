package io.quarkiverse.sqlite;

/** The body of a snapshot. */
@FunctionalInterface
public interface SnapshotWork<T> {

    /**
     * @param snapshot the view, usable until this method returns
     * @return the result of the snapshot
     * @throws Exception the caller gets it as it is
     */
    T run(Snapshot snapshot) throws Exception;
}
