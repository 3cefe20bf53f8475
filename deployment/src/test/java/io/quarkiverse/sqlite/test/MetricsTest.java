package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.SqliteDatabase;
import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.RestAssured;

/** The page of metrics counts what was done, for each database. */
class MetricsTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .setForcedDependencies(List.of(
                    Dependency.of("io.quarkus", "quarkus-micrometer-registry-prometheus", Version.getVersion())))
            .overrideConfigKey("quarkus.sqlite.readers.size", "3");

    @Inject
    Database db;

    @Inject
    @SqliteDatabase("other")
    Database other;

    private static Map<String, Double> metrics() {
        return RestAssured.get("/q/metrics").then().statusCode(200).extract().asString().lines()
                .filter(line -> line.startsWith("sqlite_"))
                .collect(Collectors.toMap(line -> line.substring(0, line.lastIndexOf(' ')),
                        line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1))));
    }

    @Test
    void tellsWhatWasDone() {
        db.execute("CREATE TABLE t(a)");
        db.execute("INSERT INTO t VALUES (?)", 1);
        db.executeBatch("INSERT INTO t VALUES (?)", List.of(new Object[] { 2 }, new Object[] { 3 }));
        db.inTransaction(tx -> {
            tx.execute("INSERT INTO t VALUES (4)");
            db.select("SELECT a FROM t");
        });
        for (int i = 0; i < 5; i++) {
            db.select("SELECT a FROM t");
        }
        db.selectBytes("SELECT a FROM t");
        other.select("SELECT 1");

        Map<String, Double> metrics = metrics();
        assertThat(metrics).containsEntry("sqlite_lane_latency_seconds_count{database=\"<default>\",lane=\"rows\"}", 5.0)
                .containsEntry("sqlite_lane_latency_seconds_count{database=\"<default>\",lane=\"bytes\"}", 1.0)
                .containsEntry("sqlite_json_buffer_high_water_bytes{database=\"<default>\"}", 16384.0)
                .containsEntry("sqlite_json_buffer_retained_bytes{database=\"<default>\"}", 4 * 16384.0)
                .containsEntry("sqlite_lane_latency_seconds_count{database=\"<default>\",lane=\"write\"}", 2.0)
                .containsEntry("sqlite_lane_latency_seconds_count{database=\"<default>\",lane=\"batch\"}", 1.0)
                .containsEntry("sqlite_lane_latency_seconds_count{database=\"<default>\",lane=\"transaction\"}", 1.0)
                .containsEntry("sqlite_lane_latency_seconds_count{database=\"other\",lane=\"rows\"}", 1.0)
                .containsEntry("sqlite_dispatch_parks_total{database=\"<default>\"}", 0.0)
                .containsEntry("sqlite_dispatch_parked{database=\"<default>\"}", 0.0)
                .containsEntry("sqlite_dispatch_wait_seconds_count{database=\"<default>\"}", 0.0)
                .containsEntry("sqlite_readers_size{database=\"<default>\"}", 3.0)
                .containsEntry("sqlite_readers_available{database=\"<default>\"}", 3.0)
                .containsEntry("sqlite_readers_leases_total{database=\"<default>\"}", 6.0)
                .containsEntry("sqlite_writer_queue{database=\"<default>\"}", 0.0)
                .containsEntry("sqlite_writer_commits_total{database=\"<default>\"}", 4.0)
                .containsEntry("sqlite_lane_latency_seconds_bucket{database=\"<default>\",lane=\"rows\",le=\"30.0\"}", 5.0)
                .containsEntry("sqlite_sacrifices_total{database=\"<default>\"}", 0.0);
        assertThat(metrics.get("sqlite_lane_latency_seconds_sum{database=\"<default>\",lane=\"rows\"}")).isPositive();
        // four of the five reads found their statement prepared
        assertThat(metrics.get("sqlite_statement_cache_hits_total{database=\"<default>\"}")).isGreaterThanOrEqualTo(4);
        assertThat(metrics.get("sqlite_statement_cache_misses_total{database=\"<default>\"}")).isGreaterThanOrEqualTo(4);
    }
}
