package io.quarkiverse.sqlite.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import com.fasterxml.jackson.databind.JsonNode;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.demo.Client.Answer;

/**
 * The packaged demo is killed in the middle of its work: what it has acknowledged is there afterwards, and all of it is whole.
 */
@Timeout(300)
class KillIT {

    private static final int PARTS = 2_000;
    private static final int BUYERS = 6;
    private static final int ROUNDS = 3;

    private Path directory;
    private Path file;

    @BeforeEach
    void directory() throws Exception {
        directory = Files.createTempDirectory("parts-kill");
        file = directory.resolve("parts.db");
    }

    @AfterEach
    void delete() {
        TestFiles.delete(directory);
    }

    @Test
    void noAcknowledgedOrderIsLost() throws Exception {
        long seed = System.nanoTime();
        List<JsonNode> acknowledged = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            acknowledged.addAll(buyUntilKilled(new Random(seed + round)));
            checkFile(acknowledged, "seed " + seed + ", round " + round);
        }
        try (PackagedDemo demo = PackagedDemo.start(file, PARTS)) {
            Client client = demo.awaitClient();
            for (JsonNode order : acknowledged) {
                assertThat(client.get("/api/orders/" + order.get("id")).json()).as("seed %d", seed).isEqualTo(order);
            }
        }
        assertThat(Path.of(file + "-wal")).as("a proper stop leaves one file").doesNotExist();
    }

    private List<JsonNode> buyUntilKilled(Random random) throws Exception {
        ConcurrentLinkedQueue<JsonNode> acknowledged = new ConcurrentLinkedQueue<>();
        CountDownLatch enough = new CountDownLatch(50 + random.nextInt(100));
        ExecutorService threads = Executors.newFixedThreadPool(BUYERS);
        try (PackagedDemo demo = PackagedDemo.start(file, PARTS)) {
            Client client = demo.awaitClient();
            for (int buyer = 0; buyer < BUYERS; buyer++) {
                Random choices = new Random(random.nextLong());
                threads.execute(() -> {
                    try {
                        while (true) {
                            List<Map<String, Object>> lines = new ArrayList<>();
                            for (int i = 0; i < 1 + choices.nextInt(4); i++) {
                                lines.add(Map.of("part", 1 + choices.nextInt(PARTS), "quantity", 1 + choices.nextInt(3)));
                            }
                            Answer answer = client.post("/api/orders", Map.of("customer", "kill", "lines", lines));
                            if (answer.status() == 201) {
                                acknowledged.add(answer.json());
                                enough.countDown();
                            }
                        }
                    } catch (UncheckedIOException e) {
                        // the demo was killed
                    }
                });
            }
            assertThat(enough.await(120, TimeUnit.SECONDS)).as("enough orders came through").isTrue();
            demo.kill();
        } finally {
            threads.shutdown();
            assertThat(threads.awaitTermination(90, TimeUnit.SECONDS)).as("no buyer hangs").isTrue();
        }
        return List.copyOf(acknowledged);
    }

    private void checkFile(List<JsonNode> acknowledged, String round) {
        try (Database db = Database.open(DatabaseOptions.builder(file).build())) {
            assertThat(db.selectFirst("PRAGMA integrity_check").orElseThrow().getString(0)).as(round).isEqualTo("ok");
            assertThat(db.select("PRAGMA foreign_key_check")).as(round).isEmpty();
            for (JsonNode order : acknowledged) {
                assertThat(db
                        .select("SELECT part, quantity FROM purchase_line WHERE purchase = ? ORDER BY part",
                                order.get("id").asLong())
                        .stream().map(row -> row.getLong(0) + "x" + row.getLong(1)).toList()).as(round).isEqualTo(lines(order));
            }
            assertThat(db.select("SELECT id FROM purchase WHERE total_cents <>"
                    + " (SELECT sum(quantity * price_cents) FROM purchase_line WHERE purchase = purchase.id)")).as(round)
                    .isEmpty();
            assertThat(db.select("SELECT id FROM part WHERE stock < 0")).as(round).isEmpty();
            // every line has its movement, every movement its line
            assertThat(db.select("SELECT purchase, part, -quantity FROM purchase_line EXCEPT"
                    + " SELECT purchase, part, delta FROM stock_movement")).as(round).isEmpty();
            assertThat(db.selectFirst("SELECT (SELECT count(*) FROM purchase_line) - (SELECT count(*) FROM stock_movement)")
                    .orElseThrow()
                    .getLong(0)).as(round).isZero();
            checkStock(db, round);
        }
    }

    /** What there was at the beginning is known: the catalogue is generated. */
    private static void checkStock(Database db, String round) {
        CatalogueData data = new CatalogueData();
        db.select(
                "SELECT id, stock, (SELECT coalesce(sum(delta), 0) FROM stock_movement WHERE part = part.id) AS moved FROM part")
                .forEach(row -> assertThat(row.getLong("stock") - row.getLong("moved")).as(round)
                        .isEqualTo(((Integer) data.part(row.getInt("id"))[6]).longValue()));
    }

    private static List<String> lines(JsonNode order) {
        List<String> lines = new ArrayList<>();
        order.get("lines").forEach(line -> lines.add(line.get("part").asLong() + "x" + line.get("quantity").asLong()));
        return lines;
    }

    @Test
    void aCatalogueThatWasCutOffIsCompletedAtTheNextStart() throws Exception {
        int parts = 60_000;
        try (PackagedDemo demo = PackagedDemo.start(file, parts)) {
            demo.awaitLog(Pattern.compile("Filling the catalogue: 1\\d,000 of"));
            demo.kill();
        }
        try (Database db = Database.open(DatabaseOptions.builder(file).build())) {
            assertThat(db.selectFirst("PRAGMA integrity_check").orElseThrow().getString(0)).isEqualTo("ok");
            assertThat(db.selectFirst("SELECT count(*) FROM part").orElseThrow().getInt(0)).isBetween(10_000, parts - 1);
        }
        try (PackagedDemo demo = PackagedDemo.start(file, parts)) {
            demo.awaitClient();
        }
        try (Database db = Database.open(DatabaseOptions.builder(file).build())) {
            assertThat(db
                    .selectFirst("SELECT parts, (SELECT count(*) FROM part) AS counted, (SELECT max(id) FROM part) AS last,"
                            + " (SELECT count(*) FROM part_search('mm')) AS found FROM catalogue")
                    .orElseThrow().toMap().values())
                    .containsOnly((long) parts);
        }
    }
}
