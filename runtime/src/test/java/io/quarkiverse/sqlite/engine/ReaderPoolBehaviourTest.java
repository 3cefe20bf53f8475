package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SqliteCancelledException;
import io.quarkiverse.sqlite.SqliteClosedException;
import io.quarkiverse.sqlite.SqliteTimeoutException;
import io.quarkiverse.sqlite.engine.observe.EngineListener;

@Timeout(120)
class ReaderPoolBehaviourTest {

    /** Runs until it is interrupted. */
    private static final String ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

    @TempDir
    Path directory;

    private DatabaseEngine db;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private void open(int readers, Duration acquireTimeout) {
        db = new DatabaseEngine(DatabaseOptions.builder(directory.resolve("test.db")).name("shop").readersSize(readers)
                .readersAcquireTimeout(acquireTimeout).build(), EngineListener.NONE, CallGuard.NONE, Duration.ofMillis(50),
                Duration.ofSeconds(30));
        db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT)");
        db.executeBatch("INSERT INTO t VALUES (?, ?)",
                IntStream.range(0, 3_000).mapToObj(i -> new Object[] { i, "name " + i }).toList());
    }

    @AfterEach
    void close() throws InterruptedException {
        db.close();
        threads.shutdown();
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).as("no thread hangs").isTrue();
    }

    private CompletableFuture<Rows> startEndless() {
        int free = db.availableReaderCount();
        CompletableFuture<Rows> running = CompletableFuture.supplyAsync(() -> db.select(ENDLESS), threads);
        while (db.availableReaderCount() == free) {
            Thread.onSpinWait();
        }
        return running;
    }

    @Test
    void sequentialReadsStayOnOneReader() {
        open(4, Duration.ofSeconds(5));
        int preferred = db.preferredReaderIndex();
        for (int i = 0; i < 100; i++) {
            db.select("SELECT * FROM t WHERE id = ?", i);
            assertThat(db.preferredReaderIndex()).isEqualTo(preferred);
            assertThat(db.availableReaderCount()).isEqualTo(4);
        }
        assertThat(db.parks()).isZero();
    }

    @Test
    void asManyReadsAsReadersLeaveNoneAndTheNextTimesOutWithTheirSql() {
        open(2, Duration.ofMillis(50));
        List<CompletableFuture<Rows>> running = List.of(startEndless(), startEndless());
        assertThat(db.availableReaderCount()).isZero();
        assertThat(db.readersSize()).isEqualTo(2);
        assertThatThrownBy(() -> db.select("SELECT 1")).isInstanceOf(SqliteTimeoutException.class)
                .hasMessageContaining("No reader of database 'shop' came free within 50 ms: 2 of 2 are busy")
                .hasMessageContaining(ENDLESS).hasMessageContaining("Raise readers.size");
        assertThat(db.parks()).isEqualTo(1);
        assertThat(db.parkedCount()).isZero();
        db.execute("DELETE FROM t");
        // after the grace period, close interrupts what runs
        db.close();
        assertThat(running).allSatisfy(read -> assertThatThrownBy(() -> read.get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class).cause().isInstanceOf(SqliteCancelledException.class));
    }

    @Test
    void aBusyReaderIsWalkedPast() {
        open(2, Duration.ofSeconds(5));
        startEndless();
        for (int i = 0; i < 50; i++) {
            assertThat(db.select("SELECT * FROM t WHERE id = ?", i)).hasSize(1);
        }
        assertThat(db.parks()).isZero();
    }

    @Test
    void closeRejectsTheParked() {
        open(1, Duration.ofMinutes(5));
        startEndless();
        CompletableFuture<Rows> parked = CompletableFuture.supplyAsync(() -> db.select("SELECT 1"), threads);
        while (db.parkedCount() == 0) {
            Thread.onSpinWait();
        }
        db.close();
        assertThatThrownBy(() -> parked.get(30, TimeUnit.SECONDS)).cause().isInstanceOf(SqliteClosedException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 4 })
    void moreCallersThanReadersReadSmallAndLargeResults(int readers) throws Exception {
        open(readers, Duration.ofSeconds(60));
        int callers = 8;
        CountDownLatch start = new CountDownLatch(1);
        List<CompletableFuture<Void>> reading = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            int offset = caller;
            reading.add(CompletableFuture.runAsync(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                for (int i = 0; i < 40; i++) {
                    int id = (i * 7 + offset) % 3_000;
                    assertThat(db.select("SELECT name FROM t WHERE id = ?", id).get(0).getString(0)).isEqualTo("name " + id);
                    int limit = 1 + (i * 97 + offset * 11) % 3_000;
                    Rows rows = db.select("SELECT id, name FROM t ORDER BY id LIMIT ?", limit);
                    assertThat(rows).hasSize(limit);
                    assertThat(rows.get(limit - 1).getLong("id")).isEqualTo(limit - 1);
                }
            }, threads));
        }
        start.countDown();
        for (CompletableFuture<Void> caller : reading) {
            caller.get(100, TimeUnit.SECONDS);
        }
        assertThat(db.availableReaderCount()).isEqualTo(readers);
        assertThat(db.parkedCount()).isZero();
    }

    @Test
    void aReadThatFailsGivesItsReaderBack() {
        open(1, Duration.ofMillis(50));
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> db.select("SELECT missing FROM t")).hasMessageContaining("no such column");
            assertThatThrownBy(() -> db.select("SELECT abs(?)", Long.MIN_VALUE)).hasMessageContaining("overflow");
            assertThatThrownBy(() -> db.select("SELECT ?")).hasMessageContaining("parameter");
        }
        assertThat(db.availableReaderCount()).isEqualTo(1);
        assertThat(db.select("SELECT 1")).hasSize(1);
    }
}
