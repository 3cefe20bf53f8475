package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.Rows;

/** However the result buffer grows, the rows are exact. */
@Timeout(120)
class SizingTest {

    private static final int ROWS = 5_000;

    @TempDir
    Path directory;

    private Database open(boolean hints) {
        Database db = Database.open(DatabaseOptions.builder(directory.resolve("test.db")).decodeHints(hints).build());
        db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, value REAL)");
        db.executeBatch("INSERT INTO t VALUES (?, ?, ?)", IntStream.range(0, ROWS)
                .mapToObj(i -> new Object[] { i, i % 7 == 0 ? null : "name " + i, i / 4.0 }).toList());
        return db;
    }

    private static void assertExact(Rows rows, int size) {
        assertThat(rows).hasSize(size);
        for (int i = 0; i < size; i++) {
            Row row = rows.get(i);
            assertThat(row.getLong(0)).isEqualTo(i);
            assertThat(row.get(1)).isEqualTo(i % 7 == 0 ? null : "name " + i);
            assertThat(row.getDouble(2)).isEqualTo(i / 4.0);
        }
        assertThat(rows.stream().count()).isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void aSwingingLimitReturnsExactRows(boolean hints) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Database db = open(hints)) {
            int[] edges = { 0, 1, 2, 255, 256, 257, 511, 512, 513, 1_000, ROWS };
            for (int i = 0; i < 60; i++) {
                int limit = i < edges.length ? edges[i] : random.nextInt(ROWS + 1);
                Rows rows = db.select("SELECT id, name, value FROM t ORDER BY id LIMIT ?", limit);
                assertThat(rows).as("seed %d, limit %d", seed, limit).hasSize(limit);
                assertExact(rows, limit);
            }
        }
    }

    @Test
    void oneThatOutgrowsItsHintAndOneThatShrinksAreExact() {
        try (Database db = open(true)) {
            String sql = "SELECT id, name, value FROM t WHERE id < coalesce((SELECT max(i) FROM bound), 0) ORDER BY id";
            db.execute("CREATE TABLE bound(i)");
            for (int bound : new int[] { 300, 300, 300, ROWS, ROWS, 10, 0, 400, ROWS }) {
                db.execute("DELETE FROM bound");
                db.execute("INSERT INTO bound VALUES (?)", bound);
                assertExact(db.select(sql), bound);
                db.inTransaction(tx -> assertExact(tx.select(sql), bound));
            }
            db.execute("DELETE FROM t WHERE id >= 20");
            assertExact(db.select(sql), 20);
        }
    }

    @Test
    void noColumnIsTooMany() {
        try (Database db = open(true)) {
            String columns = String.join(", ", IntStream.range(0, 500).mapToObj(i -> "id + " + i + " AS c" + i).toList());
            Rows rows = db.select("SELECT " + columns + " FROM t ORDER BY id LIMIT 700");
            assertThat(rows.columnCount()).isEqualTo(500);
            assertThat(rows.get(699).getLong("c499")).isEqualTo(699 + 499);
        }
    }
}
