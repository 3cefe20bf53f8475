package io.quarkiverse.sqlite.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** The dashboard asks for meters that there are, and for every one of them. */
@QuarkusTest
@WithTestResource(SmallCatalogue.class)
@Timeout(120)
class DashboardTest {

    private static final Path DASHBOARD = Path.of(System.getProperty("basedir", ""),
            "../../docs/dashboards/quarkus-sqlite.json");
    private static final Pattern SERIES = Pattern.compile("\\b(sqlite_\\w+)(\\{[^}]*\\})?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=~");
    private static final Pattern GROUPED = Pattern.compile("by \\(([^)]*)\\)");
    /** Prometheus adds them when it scrapes. */
    private static final Set<String> OF_THE_SCRAPE = Set.of("job", "instance");

    @TestHTTPResource
    URI base;

    private Shop shop;
    private JsonNode dashboard;

    @BeforeEach
    void read() throws IOException {
        shop = new Shop(base);
        dashboard = new ObjectMapper().readTree(Files.readString(DASHBOARD));
    }

    private List<JsonNode> panels() {
        List<JsonNode> panels = new ArrayList<>();
        dashboard.get("panels").forEach(panels::add);
        return panels;
    }

    private List<String> expressions() {
        return panels().stream().flatMap(panel -> panel.findValuesAsText("expr").stream()).toList();
    }

    /** The series of the page of metrics, and their labels. */
    private Map<String, Set<String>> series() throws IOException {
        return shop.get("/q/metrics").text().lines().filter(line -> line.startsWith("sqlite_"))
                .collect(Collectors.toMap(line -> line.substring(0, line.indexOf('{')), DashboardTest::labels, (a, b) -> a));
    }

    private static Set<String> labels(String line) {
        return Pattern.compile("(\\w+)=\"").matcher(line).results().map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyQueryIsOfSeriesAndLabelsThatThereAre() throws IOException {
        Map<String, Set<String>> series = series();
        assertThat(expressions()).isNotEmpty().allSatisfy(expression -> {
            List<String> names = new ArrayList<>();
            for (Matcher found = SERIES.matcher(expression); found.find();) {
                names.add(found.group(1));
                assertThat(found.group(2)).as("every series is of the chosen databases").contains("database=~\"$database\"");
            }
            assertThat(names).isNotEmpty().allSatisfy(name -> {
                assertThat(series).containsKey(name);
                assertThat(LABEL.matcher(expression).results().map(found -> found.group(1)))
                        .allMatch(label -> OF_THE_SCRAPE.contains(label) || series.get(name).contains(label));
                assertThat(GROUPED.matcher(expression).results().flatMap(found -> Pattern.compile(", ?")
                        .splitAsStream(found.group(1)))).allMatch(series.get(name)::contains);
            });
        });
    }

    /** A counter says little without its rate, and a quantile needs the buckets. */
    @Test
    void countersAreRatesAndQuantilesComeFromBuckets() {
        assertThat(expressions()).allSatisfy(expression -> {
            assertThat(expression.chars().filter(c -> c == '(').count())
                    .isEqualTo(expression.chars().filter(c -> c == ')').count());
            assertThat(Pattern.compile("(?<!rate\\()\\bsqlite_\\w+_(total|count|sum|bucket)\\{").matcher(expression).find())
                    .as(expression).isFalse();
            assertThat(expression.contains("histogram_quantile(")).isEqualTo(expression.contains("_bucket{"));
        });
        for (double quantile : new double[] { 0.5, 0.95, 0.99 }) {
            assertThat(expressions()).anyMatch(expression -> expression
                    .startsWith("histogram_quantile(" + quantile
                            + ", sum by (le, lane) (rate(sqlite_lane_latency_seconds_bucket{"));
        }
    }

    @Test
    void everyMeterIsShown() throws IOException {
        String all = String.join("\n", expressions());
        Set<String> unseen = series().keySet().stream()
                .filter(name -> !all.contains(name + "{") && !name.matches(".*_(sum|count|max)")).collect(Collectors.toSet());
        assertThat(unseen).containsExactlyInAnyOrder("sqlite_readers_preferred", "sqlite_statement_cache_size");
    }

    @Test
    void thePanelsSayWhatTheyShowAndDoNotOverlap() {
        List<JsonNode> panels = panels();
        assertThat(panels).extracting(panel -> panel.get("id").asInt()).doesNotHaveDuplicates();
        assertThat(panels).filteredOn(panel -> !panel.get("type").asText().equals("row"))
                .allSatisfy(panel -> assertThat(panel.get("description").asText()).isNotBlank());
        Set<String> taken = new TreeSet<>();
        for (JsonNode panel : panels) {
            JsonNode place = panel.get("gridPos");
            for (int x = place.get("x").asInt(); x < place.get("x").asInt() + place.get("w").asInt(); x++) {
                for (int y = place.get("y").asInt(); y < place.get("y").asInt() + place.get("h").asInt(); y++) {
                    assertThat(taken.add(x + "," + y)).as("%s at %d, %d", panel.get("title"), x, y).isTrue();
                }
            }
        }
    }
}
