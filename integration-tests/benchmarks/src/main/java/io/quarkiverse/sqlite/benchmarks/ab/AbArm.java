package io.quarkiverse.sqlite.benchmarks.ab;

import java.nio.file.Path;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Rows;

/**
 * A database as one side of the comparison has it: settings with commas between them, of {@code readers=4},
 * {@code sticky=off}, {@code hints=off}, {@code sacrifice=0}, {@code cache_size=-64000} and {@code shrink=on}, which runs
 * {@code PRAGMA shrink_memory} on the reader of each large read.
 */
final class AbArm implements AutoCloseable {

    private final Database db;
    private final boolean shrink;

    private AbArm(Database db, boolean shrink) {
        this.db = db;
        this.shrink = shrink;
    }

    static AbArm open(String settings, Path file) {
        DatabaseOptions.Builder options = DatabaseOptions.builder(file).readersSize(4);
        boolean shrink = false;
        for (String setting : settings.split(",")) {
            String[] option = setting.split("=", 2);
            if (option.length < 2) {
                throw new IllegalArgumentException("'" + setting + "' is no setting: write key=value");
            }
            String value = option[1];
            switch (option[0]) {
                case "readers" -> options.readersSize(Integer.parseInt(value));
                case "sticky" -> options.readersSticky(on(value));
                case "hints" -> options.decodeHints(on(value));
                case "sacrifice" -> options.readersSacrificeThreshold(Integer.parseInt(value));
                case "cache_size" -> options.pragma("cache_size", value);
                case "shrink" -> shrink = on(value);
                default -> throw new IllegalArgumentException("There is no setting '" + option[0] + "'");
            }
        }
        return new AbArm(Database.open(options.build()), shrink);
    }

    private static boolean on(String value) {
        return switch (value) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException("'" + value + "' is neither on nor off");
        };
    }

    Database db() {
        return db;
    }

    /** A read that is large enough for a sacrifice. */
    Rows large(String sql, Object parameter) {
        if (!shrink) {
            return db.select(sql, parameter);
        }
        return db.snapshot(snapshot -> { // stays on one reader
            Rows rows = snapshot.select(sql, parameter);
            snapshot.select("PRAGMA shrink_memory");
            return rows;
        });
    }

    @Override
    public void close() {
        db.close();
    }
}
