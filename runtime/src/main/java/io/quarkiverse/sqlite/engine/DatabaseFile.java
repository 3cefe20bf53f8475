package io.quarkiverse.sqlite.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.SqliteOpenException;

/** Where a database lives: a file that stays, or a private one that goes with the database. */
final class DatabaseFile {

    private final Path path;
    private final Path wal;
    /** The directory that is removed at the end, or {@code null}. */
    private final Path temporary;

    private DatabaseFile(Path path, Path temporary) {
        this.path = path;
        this.wal = Path.of(path + "-wal");
        this.temporary = temporary;
    }

    /**
     * Finds the place, and says what is wrong with it before SQLite says "unable to open database file".
     */
    static DatabaseFile of(DatabaseOptions options) {
        if (options.path().toString().equals(DatabaseOptions.MEMORY)) {
            return temporary(options);
        }
        Path path = options.path().toAbsolutePath().normalize();
        Path directory = path.getParent();
        if (options.path().toString().isBlank()) {
            throw problem(options, path, "the path is empty", "name a file");
        }
        if (path.toString().indexOf('?') >= 0) {
            throw problem(options, path, "the driver takes what stands behind a '?' for settings", "choose a path without it");
        }
        if (directory == null || Files.isDirectory(path)) {
            throw problem(options, path, "it is a directory", "name a file in it");
        }
        if (!Files.exists(directory)) {
            throw problem(options, path, "the directory " + directory + " does not exist", "create it, or choose another path");
        }
        if (!Files.isDirectory(directory)) {
            throw problem(options, path, directory + " is not a directory", "choose another path");
        }
        if (!Files.isWritable(directory)) {
            throw problem(options, path,
                    "the directory " + directory + " is not writable, and SQLite keeps the -wal and -shm files there",
                    "make it writable for this process, or choose another path");
        }
        if (Files.exists(path) && !(Files.isReadable(path) && Files.isWritable(path))) {
            throw problem(options, path, "the file is not readable and writable",
                    "change its permissions, or choose another path");
        }
        return new DatabaseFile(path, null);
    }

    private static DatabaseFile temporary(DatabaseOptions options) {
        try {
            Path directory = Files.createTempDirectory("quarkus-sqlite-");
            return new DatabaseFile(directory.resolve("memory.db"), directory);
        } catch (IOException e) {
            throw new SqliteOpenException("Database '" + options.name() + "' can't be opened: no temporary directory for "
                    + DatabaseOptions.MEMORY + " can be made in " + System.getProperty("java.io.tmpdir")
                    + "; set java.io.tmpdir", null, 0,
                    e);
        }
    }

    private static SqliteOpenException problem(DatabaseOptions options, Path path, String what, String todo) {
        return new SqliteOpenException(
                "Database '" + options.name() + "' can't be opened at " + path + ": " + what + "; " + todo, null, 0,
                null);
    }

    Path path() {
        return path;
    }

    /**
     * How many pages the {@code -wal} file has room for, by its size: it "consists of a header followed by zero or more
     * frames",
     * of 32 bytes and of 24 bytes and a page. The file is not opened: closing it would be safe, but closing one of the others
     * would drop SQLite's locks in this process.
     */
    long walPages(long pageSize) {
        try {
            return Math.max(0, Files.size(wal) - 32) / (24 + pageSize);
        } catch (IOException e) {
            return 0; // there is none as long as nothing was written
        }
    }

    /** Removes the files of a private database; the others stay. */
    void discard() {
        if (temporary == null) {
            return;
        }
        try (Stream<Path> files = Files.list(temporary)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            System.getLogger(DatabaseFile.class.getName()).log(System.Logger.Level.WARNING,
                    "The temporary database " + temporary + " can't be removed", e);
        }
    }
}
