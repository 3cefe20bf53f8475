package io.quarkiverse.sqlite;

/** What a reader does. */
public enum ReaderState {
    /** It waits for a read. */
    FREE,
    /** A read or a snapshot has it. */
    BUSY,
    /** It gave up what it held after an oversized result, and is being opened anew. */
    RENEWING,
    /** The database is closed. */
    CLOSED
}
