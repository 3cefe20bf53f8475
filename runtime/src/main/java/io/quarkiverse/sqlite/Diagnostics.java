package io.quarkiverse.sqlite;

import java.util.List;

/**
 * What a database does and holds, as of a moment. Taken without touching a connection, so it never waits and never disturbs;
 * while calls run the figures may be of moments a little apart. Immutable.
 *
 * @param database the name
 * @param driver how SQLite is called
 * @param sqliteVersion the version of SQLite
 * @param pool the readers together
 * @param readers each reader
 * @param writer the writer
 * @param streams the live queries
 * @param memory what SQLite reports
 */
public record Diagnostics(String database, DriverKind driver, String sqliteVersion, PoolDiagnostics pool,
        List<ReaderDiagnostics> readers, WriterDiagnostics writer, StreamDiagnostics streams, MemoryDiagnostics memory) {

    /** Copies the list. */
    public Diagnostics {
        readers = List.copyOf(readers);
    }
}
