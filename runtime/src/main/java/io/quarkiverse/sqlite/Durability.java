package io.quarkiverse.sqlite;

/** What a commit survives; {@code PRAGMA synchronous} of the writer. */
public enum Durability {

    /**
     * {@code synchronous=NORMAL}: a commit survives the death of the process. SQLite: "WAL mode is always consistent
     * with synchronous=NORMAL, but WAL mode does lose durability. A transaction committed in WAL mode with
     * synchronous=NORMAL might roll back following a power loss or system reboot."
     */
    NORMAL,

    /** {@code synchronous=FULL}: a commit survives a power loss too, at the price of an fsync. */
    FULL
}
