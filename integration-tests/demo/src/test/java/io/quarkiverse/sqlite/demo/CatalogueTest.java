package io.quarkiverse.sqlite.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import javax.imageio.ImageIO;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import com.fasterxml.jackson.databind.JsonNode;

import io.quarkiverse.sqlite.demo.Buyers.Placed;
import io.quarkiverse.sqlite.demo.Shop.Answer;
import io.quarkiverse.sqlite.demo.Shop.Line;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** The service over HTTP, so that the packaged application passes the same tests. */
@QuarkusTest
@WithTestResource(SmallCatalogue.class)
@Timeout(120)
class CatalogueTest {

    private static final long SEED = 20_261_201;
    private static final int ORDERS_EACH = 40;

    @TestHTTPResource
    URI base;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(base);
    }

    @Test
    void theDiagnosticsAreThoseOfThisMoment() throws Exception {
        JsonNode before = shop.found("/api/diagnostics");
        shop.summary();
        shop.changeStock(1, 1);
        JsonNode after = shop.found("/api/diagnostics");
        assertThat(leases(after)).isGreaterThan(leases(before));
        assertThat(after.get("writer").get("commits").asLong()).isGreaterThan(before.get("writer").get("commits").asLong());
        assertThat(after.get("pool").get("size").asInt()).isEqualTo(after.get("readers").size());
        assertThat(after.get("sqliteVersion").asText()).startsWith("3.");
    }

    private static long leases(JsonNode diagnostics) {
        return diagnostics.get("readers").findValues("leases").stream().mapToLong(JsonNode::asLong).sum();
    }

    @Test
    void concurrentBuyersGetWhatThereIs() throws Exception {
        Map<Long, Long> stocks = shop.stocks();
        Map<String, JsonNode> summary = shop.summary();
        List<Long> inStock = new ArrayList<>(stocks.keySet());
        inStock.removeIf(part -> stocks.get(part) < 50);
        Collections.shuffle(inStock, new Random(SEED));

        Buyers buyers = new Buyers(base, inStock.subList(0, 20), 0).start("buyer", SEED, ORDERS_EACH);
        int looks = 0;
        do {
            // what was in stock is in stock or sold at any moment, for an order is seen whole or not at all
            shop.summary().forEach((category, now) -> assertThat(number(now, "units") + number(now, "unitsSold"))
                    .as("%s, seed %d", category, SEED)
                    .isEqualTo(number(summary.get(category), "units") + number(summary.get(category), "unitsSold")));
            looks++;
        } while (buyers.running());
        buyers.join();

        assertThat(buyers.failures).as("seed %d", SEED).isEmpty();
        assertThat(buyers.unanswered).as("seed %d", SEED).isEmpty();
        assertThat(looks).isPositive();
        assertThat(buyers.placed.size() + buyers.refused.size()).as("seed %d", SEED).isEqualTo(Buyers.THREADS * ORDERS_EACH);
        assertThat(buyers.placed).as("enough stock for some, seed %d", SEED).isNotEmpty();
        assertThat(buyers.refused).as("too little for all, seed %d", SEED).isNotEmpty()
                .allSatisfy(refused -> assertThat(refused.json().get("detail").asText()).contains("in stock, but"));
        assertThat(buyers.placed.stream().map(Placed::id)).as("seed %d", SEED).doesNotHaveDuplicates();
        for (Placed placed : buyers.placed) {
            assertThat(shop.found("/api/orders/" + placed.id())).isEqualTo(placed.order());
            assertOrder(placed);
        }

        Map<Long, Long> expected = new TreeMap<>(stocks);
        buyers.placed.forEach(placed -> placed.asked()
                .forEach((part, quantity) -> expected.merge(part, (long) -quantity, Long::sum)));
        assertThat(shop.stocks()).as("seed %d", SEED).isEqualTo(expected);
        assertThat(expected.values()).as("seed %d", SEED).allMatch(stock -> stock >= 0);
        assertSummary(summary, buyers.placed);
    }

    /** The summary has moved on by exactly these orders. */
    private void assertSummary(Map<String, JsonNode> before, Iterable<Placed> orders) throws IOException {
        Map<String, Map<String, Long>> expected = new TreeMap<>();
        before.forEach((category, figures) -> expected.put(category, figures(figures)));
        Map<Long, String> categories = shop.pages("", 500).stream()
                .collect(Collectors.toMap(part -> number(part, "id"), part -> part.get("category").asText()));
        for (Placed placed : orders) {
            Map<String, Long> counted = new HashMap<>();
            placed.order().get("lines").forEach(line -> {
                String category = categories.get(number(line, "part"));
                long quantity = number(line, "quantity");
                long cents = quantity * number(line, "priceCents");
                Map<String, Long> figures = expected.get(category);
                figures.merge("units", -quantity, Long::sum);
                figures.merge("unitsSold", quantity, Long::sum);
                figures.merge("stockCents", -cents, Long::sum);
                figures.merge("revenueCents", cents, Long::sum);
                counted.put(category, 1L);
            });
            counted.keySet().forEach(category -> expected.get(category).merge("orders", 1L, Long::sum));
        }
        Map<String, Map<String, Long>> after = new TreeMap<>();
        shop.summary().forEach((category, figures) -> after.put(category, figures(figures)));
        assertThat(after).as("seed %d", SEED).isEqualTo(expected);
    }

    private static Map<String, Long> figures(JsonNode category) {
        Map<String, Long> figures = new TreeMap<>();
        category.properties().forEach(field -> {
            if (field.getValue().isIntegralNumber()) {
                figures.put(field.getKey(), field.getValue().asLong());
            }
        });
        return figures;
    }

    /** The order has the lines that were asked for, and its total is theirs. */
    private static void assertOrder(Placed placed) {
        Map<Long, Integer> lines = new TreeMap<>();
        long total = 0;
        for (JsonNode line : placed.order().get("lines")) {
            lines.put(number(line, "part"), line.get("quantity").asInt());
            total += number(line, "quantity") * number(line, "priceCents");
        }
        assertThat(lines).isEqualTo(placed.asked());
        assertThat(number(placed.order(), "totalCents")).isEqualTo(total);
        assertThat(placed.order().get("customer").asText()).isEqualTo(placed.customer());
    }

    @Test
    void aShortageWritesNothing() throws IOException {
        long enough = partWithStock(100);
        long few = partWithStock(3, enough);
        Map<Long, Long> stocks = shop.stocks();
        Map<String, JsonNode> summary = shop.summary();

        Answer answer = shop.order("Zoë", List.of(new Line(enough, 1), new Line(few, 4)));

        assertProblem(answer, 409);
        assertThat(answer.json().get("detail").asText()).contains("part " + few, "3 in stock", "4 were ordered");
        assertThat(shop.stocks()).isEqualTo(stocks);
        assertThat(shop.summary()).isEqualTo(summary);
        assertThat(shop.order("Zoë", List.of(new Line(enough, 1), new Line(few, 3))).status()).isEqualTo(201);
        assertThat(number(shop.part(few), "stock")).isZero();
    }

    @Test
    void linesForOnePartAreOneLine() throws IOException {
        long part = partWithStock(10);

        assertProblem(shop.order("Zoë", List.of(new Line(part, 6), new Line(part, 5))), 409);
        Answer answer = shop.order("  Zoë  ", List.of(new Line(part, 6), new Line(part, 4)));

        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        assertOrder(new Placed("Zoë", Map.of(part, 10), answer.json()));
        assertThat(number(shop.part(part), "stock")).isZero();
    }

    @Test
    void concurrentStockChangesAreAllCountedAndNeverGoBelowZero() throws Exception {
        long part = partWithStock(100);
        int each = 20;
        CyclicBarrier start = new CyclicBarrier(Buyers.THREADS);
        Callable<List<Integer>> takeAway = () -> {
            List<Integer> statuses = new ArrayList<>();
            start.await();
            for (int i = 0; i < each; i++) {
                statuses.add(shop.changeStock(part, -1).status());
            }
            return statuses;
        };
        Map<Integer, Integer> answers = new TreeMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(Buyers.THREADS);
        try {
            for (Future<List<Integer>> statuses : threads.invokeAll(Collections.nCopies(Buyers.THREADS, takeAway))) {
                statuses.get().forEach(status -> answers.merge(status, 1, Integer::sum));
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(answers).isEqualTo(Map.of(200, 100, 409, Buyers.THREADS * each - 100));
        assertThat(number(shop.part(part), "stock")).isZero();
    }

    @Test
    void aStockChangeAnswersTheNewStock() throws IOException {
        long part = partWithStock(7);

        assertThat(shop.changeStock(part, 5).json().get("stock").asLong()).isEqualTo(12);
        assertProblem(shop.changeStock(part, -13), 409);
        assertProblem(shop.changeStock(part, 1_000_000), 409);
        assertThat(number(shop.part(part), "stock")).isEqualTo(12);
    }

    @Test
    void pagesHaveEveryPartOnce() throws IOException {
        List<Long> all = LongStream.rangeClosed(1, SmallCatalogue.PARTS).boxed().toList();

        assertThat(ids(shop.pages("", 500))).isEqualTo(all);
        assertThat(ids(shop.pages("", 333))).isEqualTo(all);
        assertThat(ids(shop.pages("q=mm", 101))).as("each name has a size in mm").isEqualTo(all);
        List<Long> byCategory = new ArrayList<>();
        List<Long> byCategoryAndWord = new ArrayList<>();
        for (JsonNode category : shop.found("/api/categories")) {
            List<JsonNode> parts = shop.pages("category=" + category.get("id"), 37);
            assertThat(parts).allMatch(part -> part.get("category").equals(category.get("name")));
            byCategory.addAll(ids(parts));
            byCategoryAndWord.addAll(ids(shop.pages("q=mm&category=" + category.get("id"), 41)));
        }
        assertThat(byCategory).containsExactlyInAnyOrderElementsOf(all);
        assertThat(byCategoryAndWord).isEqualTo(byCategory);
    }

    @Test
    void searchKnowsAllScripts() throws IOException {
        List<JsonNode> all = shop.pages("", 500);
        // these words stand in the description of a part only if they are in its name
        for (String word : List.of("耐熱", "고강도", "промышленный", "öldicht", "ultra-léger", "résistant à l'eau",
                "de alta presión")) {
            List<Long> expected = ids(all.stream().filter(part -> name(part).contains(word)).toList());
            assertThat(expected).as(word).isNotEmpty();
            assertThat(ids(shop.search(word))).as(word).isEqualTo(expected);
            assertThat(ids(shop.search(word.toUpperCase(Locale.ROOT)))).as("%s in capitals", word).isEqualTo(expected);
        }
        Map<String, String> found = new LinkedHashMap<>();
        found.put("größe", "Größe");
        found.put("hoo", "Hōō");
        found.put("plz", "Plzeň");
        found.put("λάμδ", "Λάμδα");
        found.put("वज्र", "वज्र");
        found.put("зор", "Зоря");
        found.forEach((typed, series) -> {
            List<Long> expected = ids(all.stream().filter(part -> name(part).contains(series)).toList());
            assertThat(expected).as(series).isNotEmpty();
            try {
                assertThat(ids(shop.search(typed))).as(typed).containsAll(expected);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void searchNarrowsWithEachWordAndFindsNumbers() throws IOException {
        List<JsonNode> all = shop.pages("", 500);
        assertThat(ids(shop.search("GEA-"))).isEqualTo(ids(all.stream().filter(part -> sku(part).startsWith("GEA")).toList()));
        JsonNode first = all.get(0);
        assertThat(ids(shop.search(sku(first).toLowerCase(Locale.ROOT)))).containsExactly(number(first, "id"));
        assertThat(ids(shop.search("gear heavy-du"))).isNotEmpty().isEqualTo(ids(all.stream()
                .filter(part -> name(part).contains(" gear ") && name(part).contains("heavy-duty")).toList()));
    }

    @Test
    void searchTakesAnythingThatIsTyped() throws IOException {
        for (String typed : List.of("\"", "\"\"", "*", "AND", "gear OR", "NOT gear", "NEAR(", "name:", "name : gear", "-",
                "^gear",
                "(", "{name}:", "'; DROP TABLE part", "\u0000", "★", "%", "gear\u3000mm", "\ud83d\ude00", "x ".repeat(500))) {
            assertThat(shop.search(typed)).as(typed).isNotNull();
        }
        assertThat(shop.search("★")).isEmpty();
        assertThat(shop.search("gear zzzz")).isEmpty();
        assertThat(shop.search("gear\u3000mm")).hasSameSizeAs(shop.search("gear mm")).isNotEmpty();
    }

    @Test
    void somePartsHaveAPhoto() throws IOException {
        List<JsonNode> all = shop.pages("", 500);
        long with = number(all.stream().filter(part -> part.get("hasPhoto").asBoolean()).findFirst().orElseThrow(), "id");
        long without = number(all.stream().filter(part -> !part.get("hasPhoto").asBoolean()).findFirst().orElseThrow(), "id");

        Answer photo = shop.get("/api/parts/" + with + "/photo");

        assertThat(photo.status()).isEqualTo(200);
        assertThat(photo.type()).isEqualTo("image/png");
        assertThat(ImageIO.read(new ByteArrayInputStream(photo.body())).getWidth()).isEqualTo(48);
        assertProblem(shop.get("/api/parts/" + without + "/photo"), 404);
    }

    @Test
    void onePartHasWhatItsLineHasAndMore() throws IOException {
        boolean weightless = false;
        boolean undescribed = false;
        boolean discontinued = false;
        for (JsonNode line : shop.pages("", 500).subList(0, 200)) {
            JsonNode part = shop.part(number(line, "id"));
            line.properties().forEach(field -> assertThat(part.get(field.getKey())).isEqualTo(field.getValue()));
            assertThat(part.get("supplier").asText()).isNotBlank();
            weightless |= part.get("weightGrams").isNull();
            undescribed |= part.get("description").isNull();
            discontinued |= part.get("discontinued").asText().matches("20\\d\\d-\\d\\d-\\d\\d");
        }
        assertThat(weightless && undescribed && discontinued).as("each of the nullable fields is null in some").isTrue();
    }

    @Test
    void badInputIsAProblemAndChangesNothing() throws IOException {
        Map<Long, Long> stocks = shop.stocks();
        Map<String, JsonNode> summary = shop.summary();
        String line = "{\"part\":1,\"quantity\":1}";
        for (String body : List.of("", "{", "[]", "null", "{}", "{\"customer\":\"Zoë\"}", "{\"customer\":\"Zoë\",\"lines\":[]}",
                order("\"\"", line), order("\"   \"", line), order("null", line), order("\"\\ud800\"", line),
                order('"' + "x".repeat(201) + '"', line), order("\"Zoë\"", "null"), order("\"Zoë\"", "{\"part\":1}"),
                order("\"Zoë\"", "{\"quantity\":1}"), order("\"Zoë\"", "{\"part\":1,\"quantity\":0}"),
                order("\"Zoë\"", "{\"part\":1,\"quantity\":-1}"), order("\"Zoë\"", "{\"part\":1,\"quantity\":1.5}"),
                order("\"Zoë\"", "{\"part\":1,\"quantity\":\"many\"}"),
                order("\"Zoë\"", "{\"part\":1,\"quantity\":99999999999}"),
                order("\"Zoë\"", (line + ",").repeat(200) + line))) {
            assertProblem(shop.post("/api/orders", body), 400);
        }
        for (String body : List.of("", "{}", "null", "{\"delta\":1}", "{\"delta\":0,\"reason\":\"x\"}",
                "{\"delta\":1,\"reason\":\" \"}",
                "{\"delta\":1.5,\"reason\":\"x\"}", "{\"delta\":9223372036854775807,\"reason\":\"x\"}",
                "{\"delta\":-9223372036854775808,\"reason\":\"x\"}")) {
            assertProblem(shop.post("/api/parts/1/stock", body), 400);
        }
        assertProblem(shop.get("/api/parts?limit=0"), 400);
        assertProblem(shop.get("/api/parts?limit=501"), 400);
        assertProblem(shop.order("Zoë", List.of(new Line(1_000_000, 1))), 404);
        assertProblem(shop.changeStock(1_000_000, 1), 404);
        for (String path : List.of("/api/parts/1000000", "/api/parts/x", "/api/parts/1000000/photo", "/api/orders/1000000")) {
            assertProblem(shop.get(path), 404);
        }
        assertThat(shop.stocks()).isEqualTo(stocks);
        assertThat(shop.summary()).isEqualTo(summary);
    }

    private static String order(String customer, String lines) {
        return "{\"customer\":" + customer + ",\"lines\":[" + lines + "]}";
    }

    @Test
    void theSummaryAddsUp() throws IOException {
        List<JsonNode> all = shop.pages("", 500);
        Map<String, JsonNode> summary = shop.summary();
        assertThat(summary).hasSize(20);
        summary.forEach((category, figures) -> {
            List<JsonNode> parts = all.stream().filter(part -> part.get("category").asText().equals(category)).toList();
            assertThat(number(figures, "parts")).as(category).isEqualTo(parts.size());
            assertThat(number(figures, "units")).as(category)
                    .isEqualTo(parts.stream().mapToLong(part -> number(part, "stock")).sum());
            assertThat(number(figures, "stockCents")).as(category)
                    .isEqualTo(parts.stream().mapToLong(part -> number(part, "stock") * number(part, "priceCents")).sum());
        });
    }

    @Test
    void theMetricsCountTheCalls() throws IOException {
        long part = partWithStock(10);
        shop.found("/api/parts/1");
        double bytes = shop.metric("sqlite_lane_latency_seconds_count", "lane=\"bytes\"");
        double reads = shop.metric("sqlite_lane_latency_seconds_count", "lane=\"rows\"");
        double transactions = shop.metric("sqlite_lane_latency_seconds_count", "lane=\"transaction\"");
        double hits = shop.metric("sqlite_statement_cache_hits_total", "");

        for (int i = 0; i < 7; i++) {
            shop.found("/api/parts/1");
        }
        assertThat(shop.metric("sqlite_lane_latency_seconds_count", "lane=\"rows\"")).isEqualTo(reads + 7);
        assertThat(shop.metric("sqlite_statement_cache_hits_total", "")).isGreaterThanOrEqualTo(hits + 6);
        for (int i = 0; i < 5; i++) {
            shop.found("/api/categories");
        }
        assertThat(shop.metric("sqlite_lane_latency_seconds_count", "lane=\"bytes\"")).isEqualTo(bytes + 5);
        for (int i = 0; i < 3; i++) {
            assertThat(shop.order("Zoë", List.of(new Line(part, 1))).status()).isEqualTo(201);
        }
        assertThat(shop.metric("sqlite_lane_latency_seconds_count", "lane=\"transaction\"")).isEqualTo(transactions + 3);
        assertThat(shop.metric("sqlite_lane_latency_seconds_sum", "lane=\"transaction\"")).isPositive();
        assertThat(shop.metric("sqlite_readers_available", "")).isEqualTo(shop.metric("sqlite_readers_size", "")).isPositive();
        assertThat(shop.metric("sqlite_writer_queue", "")).isZero();
    }

    /** A part that has as much in stock now. */
    private long partWithStock(long stock, Long... others) throws IOException {
        JsonNode part = shop.pages("", 500).stream()
                .filter(candidate -> number(candidate, "stock") != stock && !List.of(others).contains(number(candidate, "id")))
                .findFirst().orElseThrow();
        Answer answer = shop.changeStock(number(part, "id"), stock - number(part, "stock"));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return number(part, "id");
    }

    private static void assertProblem(Answer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.type()).startsWith("application/problem+json");
        assertThat(answer.json().get("status").asInt()).isEqualTo(status);
        assertThat(answer.json().get("title").asText()).isNotBlank();
        assertThat(answer.json().get("detail").asText()).isNotBlank().doesNotContain("java", "Exception");
    }

    private static List<Long> ids(List<JsonNode> parts) {
        return parts.stream().map(part -> number(part, "id")).toList();
    }

    private static long number(JsonNode of, String field) {
        return of.get(field).asLong();
    }

    private static String name(JsonNode part) {
        return part.get("name").asText();
    }

    private static String sku(JsonNode part) {
        return part.get("sku").asText();
    }
}
