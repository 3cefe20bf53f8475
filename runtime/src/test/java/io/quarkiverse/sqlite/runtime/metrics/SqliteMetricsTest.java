package io.quarkiverse.sqlite.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.SqliteOpenException;
import io.quarkiverse.sqlite.engine.CallGuard;
import io.quarkiverse.sqlite.engine.DatabaseEngine;
import io.quarkiverse.sqlite.engine.observe.Lane;
import io.quarkus.arc.SyntheticCreationalContext;

@Timeout(60)
class SqliteMetricsTest {

    @TempDir
    Path directory;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void close() throws InterruptedException {
        registry.close();
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).as("no thread hangs").isTrue();
    }

    private DatabaseEngine open(String name) {
        SqliteMetrics metrics = new SqliteMetrics(registry, name);
        DatabaseEngine engine = new DatabaseEngine(
                DatabaseOptions.builder(directory.resolve(name + ".db")).name(name).readersSize(2).build(), metrics);
        metrics.bind(engine);
        return engine;
    }

    @Test
    void everyMeterNamesItsDatabaseAndSaysWhatItMeasures() {
        try (Database db = open("orders")) {
            assertThat(registry.getMeters()).isNotEmpty().extracting(Meter::getId).allSatisfy(id -> {
                assertThat(id.getTag("database")).isEqualTo(db.name());
                assertThat(id.syntheticAssociation() != null || !id.getDescription().isBlank()).isTrue(); // those are buckets
            });
            assertThat(registry.find("sqlite.lane.latency").timers()).extracting(timer -> timer.getId().getTag("lane"))
                    .containsExactlyInAnyOrder("rows", "bytes", "write", "batch", "transaction");
            assertThat(registry.getMeters()).extracting(meter -> meter.getId().getName()).contains("sqlite.dispatch.parks",
                    "sqlite.dispatch.parked", "sqlite.dispatch.wait", "sqlite.readers.size", "sqlite.readers.available",
                    "sqlite.writer.queue", "sqlite.statement.cache.hits", "sqlite.statement.cache.misses", "sqlite.sacrifices",
                    "sqlite.json.buffer.high.water", "sqlite.json.buffer.retained", "sqlite.dispatch.parked.max",
                    "sqlite.readers.preferred", "sqlite.readers.renewing", "sqlite.readers.leases",
                    "sqlite.statement.cache.size", "sqlite.writer.commits", "sqlite.writer.busy", "sqlite.wal.pages");
        }
    }

    @Test
    void eachLaneHasItsOwnTimer() {
        SqliteMetrics metrics = new SqliteMetrics(registry, "orders");
        for (Lane lane : Lane.values()) {
            metrics.operation(lane, TimeUnit.SECONDS.toNanos(1 + lane.ordinal()));
        }
        for (Lane lane : Lane.values()) {
            assertThat(registry.get("sqlite.lane.latency").tag("lane", lane.tag()).timer()).satisfies(timer -> {
                assertThat(timer.count()).isEqualTo(1);
                assertThat(timer.totalTime(TimeUnit.SECONDS)).isEqualTo(1 + lane.ordinal());
            });
        }
        metrics.parked(TimeUnit.SECONDS.toNanos(3));
        assertThat(registry.get("sqlite.dispatch.wait").timer().totalTime(TimeUnit.SECONDS)).isEqualTo(3);
    }

    /** The percentiles of a dashboard come from them: fixed ones can be added over instances. */
    @Test
    void theTimersHaveBuckets() {
        SqliteMetrics metrics = new SqliteMetrics(registry, "orders");
        metrics.operation(Lane.ROWS, 2_400);
        metrics.operation(Lane.ROWS, 2_600);
        metrics.operation(Lane.ROWS, TimeUnit.SECONDS.toNanos(29));
        metrics.parked(900);
        assertThat(registry.get("sqlite.lane.latency").tag("lane", "rows").timer().takeSnapshot().histogramCounts())
                .hasSize(23)
                .anySatisfy(bucket -> assertBucket(bucket, 1, 0)).anySatisfy(bucket -> assertBucket(bucket, 2.5, 1))
                .anySatisfy(bucket -> assertBucket(bucket, 5, 2)).anySatisfy(bucket -> assertBucket(bucket, 30e6, 3));
        assertThat(registry.get("sqlite.dispatch.wait").timer().takeSnapshot().histogramCounts()).hasSize(23)
                .allSatisfy(bucket -> assertThat(bucket.count()).isEqualTo(1));
    }

    private static void assertBucket(CountAtBucket bucket, double micros, double count) {
        assertThat(bucket.bucket(TimeUnit.MICROSECONDS)).isEqualTo(micros);
        assertThat(bucket.count()).isEqualTo(count);
    }

    @Test
    void writesThatWaitAreCountedWhileTheyWait() throws Exception {
        try (Database db = open("orders")) {
            db.execute("CREATE TABLE t(a)");
            CountDownLatch writing = new CountDownLatch(1);
            CountDownLatch finish = new CountDownLatch(1);
            CompletableFuture<Void> holder = CompletableFuture.runAsync(() -> db.inTransaction(tx -> {
                writing.countDown();
                finish.await();
            }), threads);
            writing.await();
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> db.execute("INSERT INTO t VALUES (1)"), threads);
            try {
                assertThat(registry.get("sqlite.writer.busy").gauge().value()).isOne();
                while (registry.get("sqlite.writer.queue").gauge().value() != 1) {
                    assertThat(Thread.currentThread().isInterrupted()).as("no write waited in time").isFalse();
                    Thread.onSpinWait();
                }
            } finally {
                finish.countDown();
            }
            holder.get(30, TimeUnit.SECONDS);
            waiting.get(30, TimeUnit.SECONDS);
            assertThat(registry.get("sqlite.writer.queue").gauge().value()).isZero();
            assertThat(registry.get("sqlite.writer.busy").gauge().value()).isZero();
            assertThat(registry.get("sqlite.writer.commits").functionCounter().count()).isEqualTo(3);
        }
    }

    @Test
    void aClosedDatabaseLeavesNoMeterAndTouchesNoOther() {
        Database orders = open("orders");
        try (Database stock = open("stock")) {
            stock.select("SELECT 1");
            orders.close();
            assertThat(registry.getMeters()).isNotEmpty()
                    .allSatisfy(meter -> assertThat(meter.getId().getTag("database")).isEqualTo("stock"));
            assertThat(registry.get("sqlite.lane.latency").tag("lane", "rows").timer().count()).isEqualTo(1);
        }
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void aDatabaseThatDoesNotOpenLeavesNoMeter() {
        DatabaseOptions options = DatabaseOptions.builder(directory.resolve("missing/orders.db")).name("orders").build();
        assertThatThrownBy(() -> MeteredDatabase.open(context(), options, CallGuard.NONE))
                .isInstanceOf(SqliteOpenException.class);
        assertThat(registry.getMeters()).isEmpty();
    }

    /** Has the registry and nothing else. */
    @SuppressWarnings("unchecked")
    private SyntheticCreationalContext<Database> context() {
        return (SyntheticCreationalContext<Database>) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] { SyntheticCreationalContext.class }, (proxy, method, arguments) -> registry);
    }
}
