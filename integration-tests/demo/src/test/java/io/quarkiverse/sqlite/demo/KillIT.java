package io.quarkiverse.sqlite.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.sqlite.demo.Buyers.Placed;

/** The packaged application is killed while it writes. What it acknowledged is there afterwards, and nothing by halves. */
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KillIT {

    private static final long SEED = 9;
    private static final int ROUNDS = 3;
    private static final int ACKNOWLEDGED = 150;
    private static final int PARTS = 60_000;
    private static final Pattern FILLED = Pattern.compile("Filling the catalogue: ([\\d,]+) of [\\d,]+ parts");
    private static final Pattern SOME_FILLED = Pattern.compile("parts \\(\\d+ %\\)");
    private static final Pattern INDEXING = Pattern.compile("the search index");

    @Test
    void acknowledgedOrdersSurvive() throws Exception {
        Path directory = SmallCatalogue.newDirectory();
        List<Placed> acknowledged = new ArrayList<>();
        Set<String> customers = new TreeSet<>();
        DemoProcess demo = new DemoProcess(directory, SmallCatalogue.PARTS);
        try {
            URI service = demo.awaitService();
            Shop shop = new Shop(service);
            List<Long> parts = shop.pages("category=3", 500).stream().map(part -> part.get("id").asLong())
                    .toList();
            for (long part : parts) {
                assertThat(shop.changeStock(part, 900_000).status()).isEqualTo(200);
            }
            for (int round = 1; round <= ROUNDS; round++) {
                Buyers buyers = new Buyers(service, parts, ACKNOWLEDGED).start("round " + round, SEED + round,
                        Integer.MAX_VALUE);
                assertThat(buyers.acknowledged.await(60, TimeUnit.SECONDS)).as("%s%n%s", buyers.failures, demo.log()).isTrue();
                demo.kill();
                buyers.join();

                assertThat(buyers.failures).as("round %d, seed %d", round, SEED).isEmpty();
                assertThat(buyers.unanswered).as("each was cut off, round %d, seed %d", round, SEED).hasSize(Buyers.THREADS);
                acknowledged.addAll(buyers.placed);
                buyers.placed.forEach(placed -> customers.add(placed.customer()));

                demo = new DemoProcess(directory, SmallCatalogue.PARTS);
                service = demo.awaitService();
                shop = new Shop(service);
                for (Placed placed : acknowledged) {
                    assertThat(shop.found("/api/orders/" + placed.id()))
                            .as("round %d, seed %d", round, SEED).isEqualTo(placed.order());
                }
                try (Books books = new Books(directory)) {
                    books.assertInOrder();
                    Set<String> written = new TreeSet<>(books.query("SELECT name FROM customer"));
                    assertThat(written).as("round %d, seed %d", round, SEED).containsAll(customers);
                    written.removeAll(customers);
                    assertThat(buyers.unanswered).as("placed, but not answered; round %d, seed %d", round, SEED)
                            .containsAll(written);
                    // from now on these are known too
                    customers.addAll(written);
                }
            }
        } finally {
            demo.close();
        }
        assertThat(directory.resolve("parts.db-wal")).as("an orderly stop leaves one file").doesNotExist();
    }

    @Test
    void fillingGoesOnWhereItWasCutOff() throws Exception {
        Path directory = SmallCatalogue.newDirectory();
        try (DemoProcess demo = new DemoProcess(directory, PARTS)) {
            demo.awaitLine(SOME_FILLED);
            demo.kill();
        }
        try (DemoProcess demo = new DemoProcess(directory, PARTS)) {
            assertThat(demo.awaitLine(FILLED).group(1)).as("what was filled before").isNotIn("0", "60,000");
            demo.awaitLine(INDEXING);
            demo.kill();
        }
        try (DemoProcess demo = new DemoProcess(directory, PARTS)) {
            assertThat(demo.awaitLine(FILLED).group(1)).isEqualTo("60,000");
            demo.awaitService();
        }
        Path uninterrupted = SmallCatalogue.newDirectory();
        try (DemoProcess demo = new DemoProcess(uninterrupted, PARTS)) {
            demo.awaitService();
        }

        try (Books books = new Books(directory); Books expected = new Books(uninterrupted)) {
            books.assertInOrder();
            books.assertSearchIndex();
            for (String table : List.of("category", "supplier", "part")) {
                String all = "SELECT * FROM " + table + " ORDER BY id";
                assertThat(books.query(all).equals(expected.query(all))).as("the same %s", table).isTrue();
            }
            assertThat(books.query("SELECT count(*) FROM part")).containsExactly("60000");
        }
        try (DemoProcess demo = new DemoProcess(directory, PARTS)) {
            demo.awaitService();
            assertThat(demo.log()).doesNotContain("Filling");
        }
    }
}
