package io.quarkiverse.sqlite.benchmarks.ab;

import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.benchmarks.Catalogue;

/** The catalogue, and two tables of 20 columns beside it: {@code ints} of integers, {@code wide} of integers and texts. */
final class AbFile {

    static final int INT_ROWS = 10_000;
    static final int WIDE_ROWS = 2_000;

    private static final int MORE_COLUMNS = 19;

    private AbFile() {
    }

    static void write(Path file) {
        Catalogue.write(file);
        try (Database db = Database.open(DatabaseOptions.builder(file).build())) {
            Random random = new Random(11);
            write(db, "ints", INT_ROWS, random, false);
            write(db, "wide", WIDE_ROWS, random, true);
        }
    }

    private static void write(Database db, String table, int rows, Random random, boolean texts) {
        String columns = IntStream.rangeClosed(1, MORE_COLUMNS).mapToObj(i -> ", c" + i).collect(Collectors.joining());
        db.execute("CREATE TABLE " + table + "(id INTEGER PRIMARY KEY" + columns + ")");
        db.executeBatch("INSERT INTO " + table + " VALUES (?" + ", ?".repeat(MORE_COLUMNS) + ")",
                IntStream.range(0, rows).mapToObj(id -> IntStream.rangeClosed(0, MORE_COLUMNS).mapToObj(column -> {
                    if (column == 0) {
                        return (Object) (long) id;
                    }
                    int number = 1_000 + random.nextInt(1_000_000);
                    return texts && column % 2 == 0 ? "text " + number : (Object) number;
                }).toArray()).toList());
    }
}
