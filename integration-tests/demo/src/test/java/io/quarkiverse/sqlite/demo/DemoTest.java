package io.quarkiverse.sqlite.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.quarkiverse.sqlite.demo.Client.Answer;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** Drives the demo over HTTP only, so that {@link DemoIT} can do the same with the packaged application. */
@QuarkusTest
@WithTestResource(FreshDatabase.class)
@Timeout(120)
class DemoTest {

    @TestHTTPResource("/")
    URI root;

    private Client client;

    @BeforeEach
    void connect() {
        client = new Client(root.getPort());
    }

    /** Some buyers at once, who now and then ask for too much: no order is lost, no stock is negative, and the sums add up. */
    @Test
    void concurrentBuyersLoseNothing() throws Exception {
        long seed = System.nanoTime();
        int buyers = 8;
        int orders = 40;
        List<Long> popular = List.of(11L, 12L, 13L, 14L, 15L);
        Map<Long, Long> stockBefore = new TreeMap<>();
        for (long part : popular) {
            client.post("/api/parts/" + part + "/stock", Map.of("delta", 150, "reason", "delivery"));
            stockBefore.put(part, stock(part));
        }
        Totals before = totals();

        ExecutorService threads = Executors.newFixedThreadPool(buyers);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<List<JsonNode>>> placing = new ArrayList<>();
        for (int buyer = 0; buyer < buyers; buyer++) {
            Random random = new Random(seed + buyer);
            String customer = "buyer " + buyer;
            placing.add(threads.submit(() -> {
                List<JsonNode> placed = new ArrayList<>();
                start.await();
                for (int i = 0; i < orders; i++) {
                    List<Map<String, Object>> lines = new ArrayList<>();
                    for (int line = 0; line < 1 + random.nextInt(3); line++) {
                        lines.add(line(popular.get(random.nextInt(popular.size())), 1 + random.nextInt(6)));
                    }
                    Answer answer = client.post("/api/orders", Map.of("customer", customer, "lines", lines));
                    assertThat(answer.status()).as("%s, seed %d", answer.body(), seed).isIn(201, 409);
                    if (answer.status() == 201) {
                        placed.add(answer.json());
                    }
                }
                return placed;
            }));
        }
        start.countDown();
        List<JsonNode> placed = new ArrayList<>();
        for (Future<List<JsonNode>> future : placing) {
            placed.addAll(future.get(100, TimeUnit.SECONDS));
        }
        threads.shutdown();

        assertThat(placed).as("seed %d", seed).isNotEmpty();
        assertThat(placed).extracting(order -> order.get("id").asLong()).doesNotHaveDuplicates();
        Map<Long, Long> sold = new TreeMap<>();
        long revenue = 0;
        for (JsonNode order : placed) {
            assertThat(client.get("/api/orders/" + order.get("id")).json()).as("seed %d", seed).isEqualTo(order);
            long total = 0;
            for (JsonNode line : order.get("lines")) {
                sold.merge(line.get("part").asLong(), line.get("quantity").asLong(), Long::sum);
                total += line.get("quantity").asLong() * line.get("priceCents").asLong();
            }
            assertThat(order.get("totalCents").asLong()).isEqualTo(total);
            revenue += total;
        }
        for (long part : popular) {
            assertThat(stock(part)).as("part %d, seed %d", part, seed).isNotNegative()
                    .isEqualTo(stockBefore.get(part) - sold.getOrDefault(part, 0L));
        }
        Totals after = totals();
        long units = sold.values().stream().mapToLong(Long::longValue).sum();
        assertThat(after.sold() - before.sold()).as("seed %d", seed).isEqualTo(units);
        assertThat(before.units() - after.units()).as("seed %d", seed).isEqualTo(units);
        assertThat(after.revenue() - before.revenue()).as("seed %d", seed).isEqualTo(revenue);
    }

    private record Totals(long parts, long units, long sold, long revenue) {
    }

    private Totals totals() {
        long parts = 0;
        long units = 0;
        long sold = 0;
        long revenue = 0;
        for (JsonNode category : client.get("/api/summary").json()) {
            parts += category.get("parts").asLong();
            units += category.get("units").asLong();
            sold += category.get("unitsSold").asLong();
            revenue += category.get("revenueCents").asLong();
        }
        return new Totals(parts, units, sold, revenue);
    }

    private long stock(long part) {
        return client.get("/api/parts/" + part).json().get("stock").asLong();
    }

    private static Map<String, Object> line(long part, int quantity) {
        return Map.of("part", part, "quantity", quantity);
    }

    @Test
    void anOrderThatIsShortOfOnePartTakesNothing() {
        client.post("/api/parts/20/stock", Map.of("delta", 7, "reason", "delivery"));
        long enough = stock(20);
        long tooFew = stock(21);
        Totals before = totals();
        Answer answer = client.post("/api/orders",
                Map.of("customer", "Ms Short", "lines", List.of(line(20, 5), line(21, (int) tooFew + 1))));
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.json().get("detail").asText()).startsWith("Of part 21, ")
                .endsWith(" there are " + tooFew + " in stock, but " + (tooFew + 1) + " were ordered");
        assertThat(stock(20)).isEqualTo(enough);
        assertThat(stock(21)).isEqualTo(tooFew);
        assertThat(totals()).isEqualTo(before);
    }

    @Test
    void linesOfTheSamePartAreAddedUp() {
        client.post("/api/parts/22/stock", Map.of("delta", 10, "reason", "delivery"));
        Answer answer = client.post("/api/orders", Map.of("customer", "Mr Twice", "lines", List.of(line(22, 3), line(22, 4))));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.json().get("lines")).hasSize(1);
        assertThat(answer.json().get("lines").get(0).get("quantity").asInt()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = { "{}", "null", "{\"customer\":\"A\"}", "{\"customer\":\"A\",\"lines\":[]}",
            "{\"customer\":\" \",\"lines\":[{\"part\":1,\"quantity\":1}]}", "{\"customer\":\"A\",\"lines\":[{\"part\":1}]}",
            "{\"customer\":\"A\",\"lines\":[{\"part\":1,\"quantity\":0}]}",
            "{\"customer\":\"A\",\"lines\":[{\"part\":1,\"quantity\":-2}]}",
            "{\"customer\":\"A\",\"lines\":[null]}" })
    void aBadOrderIsRefused(String body) throws Exception {
        Totals before = totals();
        Answer answer = client.post("/api/orders", new ObjectMapper().readTree(body));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(totals()).isEqualTo(before);
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(client.get("/api/parts/999999").status()).isEqualTo(404);
        assertThat(client.get("/api/orders/999999").status()).isEqualTo(404);
        Answer answer = client.post("/api/orders", Map.of("customer", "A", "lines", List.of(line(999_999, 1))));
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().get("detail").asText()).isEqualTo("There is no part 999999");
    }

    @Test
    void aStockChangeMustNotGoBelowNothing() {
        long before = stock(30);
        assertThat(client.post("/api/parts/30/stock", Map.of("delta", 5, "reason", "found")).json().get("stock").asLong())
                .isEqualTo(before + 5);
        assertThat(client.post("/api/parts/30/stock", Map.of("delta", -before - 6, "reason", "lost")).status()).isEqualTo(409);
        assertThat(client.post("/api/parts/30/stock", Map.of("delta", -5, "reason", "lost again")).status()).isEqualTo(200);
        assertThat(client.post("/api/parts/30/stock", Map.of("delta", 0, "reason", "nothing")).status()).isEqualTo(400);
        assertThat(stock(30)).isEqualTo(before);
    }

    @Test
    void pagesHaveEveryPartOnce() {
        Set<Long> seen = new HashSet<>();
        JsonNode next = null;
        do {
            JsonNode page = client.get("/api/parts?limit=300&after=" + (next == null ? "0" : next.asText())).json();
            for (JsonNode part : page.get("parts")) {
                assertThat(seen.add(part.get("id").asLong())).isTrue();
            }
            next = page.get("next");
        } while (!next.isNull());
        assertThat(seen).hasSize(FreshDatabase.PARTS);
        assertThat(totals().parts()).isEqualTo(FreshDatabase.PARTS);
    }

    @Test
    void findsByTheBeginningOfWordsInAnyScript() {
        for (String typed : List.of("größe gear", "GROßE", "耐熱", "пром", "nino", "jupiter cab", "CAB-000031")) {
            JsonNode page = client.get("/api/parts?limit=10&q=" + URLEncoder.encode(typed, StandardCharsets.UTF_8)).json();
            assertThat(page.get("parts")).as(typed).isNotEmpty();
        }
        assertThat(client.get("/api/parts?limit=10&q=gea%20stand").json().get("parts")).isNotEmpty()
                .allSatisfy(part -> assertThat(part.get("name").asText()).contains(" gear "));
        assertThat(client.get("/api/parts?q=%22%20OR%20*%20NEAR(").status()).as("nothing typed is an operator").isEqualTo(200);
        assertThat(client.get("/api/parts?q=zzzz").json().get("parts")).isEmpty();
    }

    @Test
    void filtersByCategory() {
        JsonNode categories = client.get("/api/categories").json();
        assertThat(categories).hasSize(20);
        JsonNode page = client.get("/api/parts?limit=50&category=" + categories.get(3).get("id")).json();
        assertThat(page.get("parts")).hasSize(50)
                .allSatisfy(part -> assertThat(part.get("category")).isEqualTo(categories.get(3).get("name")));
        JsonNode found = client.get("/api/parts?limit=50&q=mm&category=" + categories.get(3).get("id")).json();
        assertThat(found).as("a search in a category finds the same").isEqualTo(page);
        assertThat(client.get("/api/parts?limit=0").status()).isEqualTo(400);
    }

    @Test
    void somePartsHaveAPhoto() {
        int photos = 0;
        for (JsonNode part : client.get("/api/parts?limit=100").json().get("parts")) {
            HttpResponse<byte[]> photo = client.bytes("/api/parts/" + part.get("id") + "/photo");
            if (part.get("hasPhoto").asBoolean()) {
                photos++;
                assertThat(photo.headers().firstValue("Content-Type")).hasValue("image/png");
                assertThat(photo.body()).startsWith(0x89, 'P', 'N', 'G');
            } else {
                assertThat(photo.statusCode()).isEqualTo(404);
            }
        }
        assertThat(photos).isPositive();
    }

    @Test
    void aPartHasAllItsFields() {
        JsonNode part = client.get("/api/parts/5").json();
        assertThat(part.fieldNames()).toIterable().containsExactly("id", "sku", "name", "category", "supplier", "country",
                "priceCents",
                "stock", "weightGrams", "description", "discontinued", "hasPhoto");
        assertThat(part.get("sku").asText()).isEqualTo("BEA-000005");
        assertThat(part.get("name").asText()).isEqualTo("Größe bearing 351 mm, standard");
    }

    @Test
    void theMetricsCountWhatIsServed() {
        double before = metric("sqlite_lane_latency_seconds_count{database=\"<default>\",lane=\"rows\"}");
        for (int i = 0; i < 10; i++) {
            client.get("/api/parts/" + (i + 1));
        }
        assertThat(metric("sqlite_lane_latency_seconds_count{database=\"<default>\",lane=\"rows\"}")).isEqualTo(before + 10);
        assertThat(metric("sqlite_readers_size{database=\"<default>\"}")).isGreaterThanOrEqualTo(2);
    }

    private double metric(String name) {
        return client.get("/q/metrics").body().lines().filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1))).findFirst().orElseThrow();
    }

    @Test
    void thePageIsThere() {
        Answer page = client.get("/");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("<title>Parts</title>");
    }
}
