package io.quarkiverse.sqlite.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;

/** The file that all arms read: 20,000 rows of an integer key, four texts of 10 to 40 characters and a real, in WAL mode. */
public final class Catalogue {

    public static final int ROWS = 20_000;
    public static final String SELECT = "SELECT id, sku, name, supplier, description, price FROM part";

    private static final List<String> WORDS = List.of("bearing", "größe", "steel", "valve", "ventil", "M8", "precision", "x25",
            "résistant",
            "industrial", "sealed", "marine", "capacitor", "10kΩ", "relay", "Dvořák", "hose", "pump");

    private Catalogue() {
    }

    public static void write(Path file) {
        try (Database db = Database.open(DatabaseOptions.builder(file).build())) {
            db.execute(
                    "CREATE TABLE part(id INTEGER PRIMARY KEY, sku TEXT, name TEXT, supplier TEXT, description TEXT, price REAL)");
            Random random = new Random(7);
            db.executeBatch("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)", IntStream.range(0, ROWS).mapToObj(
                    id -> new Object[] { id, String.format("SKU-%08d", id), text(random, 2), text(random, 2), text(random, 4),
                            random.nextInt(100_000) / 100.0 })
                    .toList());
        }
    }

    private static String text(Random random, int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words || text.length() < 10; i++) {
            text.append(i == 0 ? "" : " ").append(WORDS.get(random.nextInt(WORDS.size())));
        }
        return text.length() > 40 ? text.substring(0, 40) : text.toString();
    }
}
