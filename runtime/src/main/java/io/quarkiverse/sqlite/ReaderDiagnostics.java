package io.quarkiverse.sqlite;

/**
 * A reader.
 *
 * @param index its place in the pool, from 0
 * @param state what it does
 * @param leases how many reads and snapshots it has served since the start
 * @param cachedStatements how many idle statements it keeps
 * @param jsonBufferBytes what its JSON buffer occupies
 */
public record ReaderDiagnostics(int index, ReaderState state, long leases, int cachedStatements, long jsonBufferBytes) {
}
