package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Diagnostics;
import io.quarkiverse.sqlite.DriverKind;
import io.quarkiverse.sqlite.MemoryDiagnostics;
import io.quarkiverse.sqlite.PoolDiagnostics;
import io.quarkiverse.sqlite.ReaderDiagnostics;
import io.quarkiverse.sqlite.ReaderState;
import io.quarkiverse.sqlite.StreamDiagnostics;
import io.quarkiverse.sqlite.WriterDiagnostics;
import io.quarkiverse.sqlite.engine.observe.EngineListener;

@Timeout(60)
class DiagnosticsTest {

    private static final String ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private DatabaseEngine db;

    @BeforeEach
    void open() {
        db = new DatabaseEngine(DatabaseOptions.builder(directory.resolve("test.db")).name("shop").readersSize(2).build(),
                EngineListener.NONE, CallGuard.NONE, Duration.ofMillis(50),
                Duration.ofSeconds(30));
        db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY)");
    }

    @AfterEach
    void close() throws InterruptedException {
        db.close();
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void tellsWhatHappenedAndNobodyIsBusyBetweenOperations() {
        db.executeBatch("INSERT INTO t VALUES (?)", IntStream.range(0, 100).mapToObj(i -> new Object[] { i }).toList());
        db.inTransaction(tx -> tx.execute("DELETE FROM t WHERE id = 7"));
        for (int i = 0; i < 10; i++) {
            db.select("SELECT id FROM t");
        }
        db.select("SELECT 1");
        for (int i = 0; i < 4; i++) {
            db.selectBytes("SELECT id FROM t");
        }
        Diagnostics now = db.diagnostics();
        assertThat(now.database()).isEqualTo("shop");
        assertThat(now.driver()).isEqualTo(DriverKind.JNI);
        assertThat(now.sqliteVersion()).isEqualTo(db.select("SELECT sqlite_version()").get(0).getString(0));
        assertThat(now.pool()).isEqualTo(new PoolDiagnostics(2, 2, 0, 0, 0, 0, 0, 16 * 1024, 3 * 16 * 1024));
        assertThat(now.readers()).containsExactly(new ReaderDiagnostics(0, ReaderState.FREE, 13, 2, 16 * 1024),
                new ReaderDiagnostics(1, ReaderState.FREE, 2, 1, 16 * 1024));
        assertThat(now.writer().queued()).isZero();
        assertThat(now.writer().holder()).isEmpty();
        assertThat(now.writer().commits()).as("CREATE, batch, transaction").isEqualTo(3);
        assertThat(now.writer().groups()).isEqualTo(3);
        assertThat(now.streams()).isEqualTo(new StreamDiagnostics(0, 0, 0, 0));
        assertThat(now.memory()).isEqualTo(MemoryDiagnostics.UNKNOWN);
    }

    @Test
    void whatIsRolledBackIsNoCommit() {
        long before = db.diagnostics().writer().commits();
        try {
            db.inTransaction(tx -> {
                tx.execute("INSERT INTO t VALUES (1)");
                throw new IllegalStateException();
            });
        } catch (IllegalStateException expected) {
            assertThat(db.diagnostics().writer().commits()).isEqualTo(before);
        }
        db.inTransaction(tx -> tx.inTransaction(nested -> nested.execute("INSERT INTO t VALUES (1)")));
        assertThat(db.diagnostics().writer().commits()).as("a savepoint is none").isEqualTo(before + 1);
    }

    @Test
    void theWalGrows() {
        long before = db.diagnostics().writer().walPages();
        db.executeBatch("INSERT INTO t VALUES (?)", IntStream.range(0, 5_000).mapToObj(i -> new Object[] { i }).toList());
        assertThat(db.diagnostics().writer().walPages()).isGreaterThan(before).isLessThan(1_000);
    }

    /** All connections are in use, for as long as nobody stops it: the figures come all the same. */
    @Test
    void touchesNoConnectionThatIsInUse() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<?> writing = CompletableFuture.runAsync(() -> db.inTransaction(tx -> {
            tx.execute("INSERT INTO t VALUES (1)");
            inside.countDown();
            release.await();
        }), threads);
        inside.await();
        CompletableFuture<?> first = CompletableFuture.runAsync(() -> db.select(ENDLESS), threads);
        CompletableFuture<?> second = CompletableFuture.runAsync(() -> db.selectBytes(ENDLESS), threads);
        while (db.availableReaderCount() > 0) {
            Thread.onSpinWait();
        }
        CompletableFuture<?> parked = CompletableFuture.runAsync(() -> db.select("SELECT 1"), threads);
        CompletableFuture<?> queued = CompletableFuture.runAsync(() -> db.execute("DELETE FROM t"), threads);
        while (db.parkedCount() == 0 || db.writerQueueLength() == 0) {
            Thread.onSpinWait();
        }
        Diagnostics now = db.diagnostics();
        assertThat(now.pool().available()).isZero();
        assertThat(now.pool().parked()).isEqualTo(1);
        assertThat(now.pool().maxParked()).isEqualTo(1);
        assertThat(now.pool().parks()).isEqualTo(1);
        assertThat(now.readers()).extracting(ReaderDiagnostics::state).containsOnly(ReaderState.BUSY);
        WriterDiagnostics writer = now.writer();
        assertThat(writer.queued()).isEqualTo(1);
        assertThat(writer.holder().orElseThrow()).contains("holds it for").contains("with [transaction]")
                .contains("at [INSERT INTO t VALUES (1)]");
        release.countDown();
        writing.get(30, TimeUnit.SECONDS);
        queued.get(30, TimeUnit.SECONDS);
        db.close();
        assertThat(first).isCompletedExceptionally();
        assertThat(second).failsWithin(Duration.ofSeconds(30));
        assertThat(parked).failsWithin(Duration.ofSeconds(30));
        assertThat(db.diagnostics().readers()).extracting(ReaderDiagnostics::state).containsOnly(ReaderState.CLOSED);
    }
}
