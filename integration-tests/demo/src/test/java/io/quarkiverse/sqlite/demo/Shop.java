package io.quarkiverse.sqlite.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The service as its clients see it: over HTTP. */
final class Shop {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(20)).build();
    private final URI base;

    Shop(URI base) {
        this.base = base;
    }

    /** An answer of the service. */
    record Answer(int status, String type, byte[] body) {

        JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (IOException e) {
                throw new AssertionError("Not JSON: " + text(), e);
            }
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    /** What a line of an order asks for. */
    record Line(long part, int quantity) {
    }

    Answer get(String path) throws IOException {
        return send(HttpRequest.newBuilder(base.resolve(path)));
    }

    Answer post(String path, String body) throws IOException {
        return send(HttpRequest.newBuilder(base.resolve(path)).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    Answer order(String customer, List<Line> lines) throws IOException {
        return post("/api/orders", JSON.writeValueAsString(Map.of("customer", customer, "lines", lines)));
    }

    Answer changeStock(long part, long delta) throws IOException {
        return post("/api/parts/" + part + "/stock", "{\"delta\":" + delta + ",\"reason\":\"a test\"}");
    }

    JsonNode part(long id) throws IOException {
        return found("/api/parts/" + id);
    }

    /** The body of an answer that has to be a 200. */
    JsonNode found(String path) throws IOException {
        Answer answer = get(path);
        assertThat(answer.status()).as("%s: %s", path, answer.text()).isEqualTo(200);
        return answer.json();
    }

    /** All parts that a query yields, page by page, in the order of the pages. */
    List<JsonNode> pages(String query, int limit) throws IOException {
        List<JsonNode> parts = new ArrayList<>();
        JsonNode page;
        long after = 0;
        do {
            page = found("/api/parts?" + query + "&limit=" + limit + "&after=" + after);
            page.get("parts").forEach(parts::add);
            assertThat(page.get("parts").size()).isLessThanOrEqualTo(limit);
            after = page.get("next").asLong();
        } while (!page.get("next").isNull());
        return parts;
    }

    List<JsonNode> search(String words) throws IOException {
        return pages("q=" + URLEncoder.encode(words, StandardCharsets.UTF_8), 500);
    }

    /** The stock of every part, by its id. */
    Map<Long, Long> stocks() throws IOException {
        Map<Long, Long> stocks = new TreeMap<>();
        pages("", 500).forEach(part -> stocks.put(part.get("id").asLong(), part.get("stock").asLong()));
        return stocks;
    }

    /** The summary, by the name of the category. */
    Map<String, JsonNode> summary() throws IOException {
        Map<String, JsonNode> summary = new TreeMap<>();
        found("/api/summary").forEach(category -> summary.put(category.get("category").asText(), category));
        return summary;
    }

    /** The sum of a meter over its tags but that one, as Prometheus reads it. */
    double metric(String name, String tag) throws IOException {
        return get("/q/metrics").text().lines().filter(line -> line.startsWith(name + "{") && line.contains(tag))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ')))).sum();
    }

    private Answer send(HttpRequest.Builder request) throws IOException {
        try {
            HttpResponse<byte[]> response = client.send(request.timeout(Duration.ofSeconds(60)).build(),
                    BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), response.headers().firstValue("Content-Type").orElse(""), response.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }
}
