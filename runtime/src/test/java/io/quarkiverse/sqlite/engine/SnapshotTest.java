package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.ReadOperations;
import io.quarkiverse.sqlite.Snapshot;
import io.quarkiverse.sqlite.SqliteClosedException;
import io.quarkiverse.sqlite.SqliteQueryException;
import io.quarkiverse.sqlite.SqliteTimeoutException;
import io.quarkiverse.sqlite.SqliteTransactionException;
import io.quarkiverse.sqlite.engine.observe.EngineListener;

@Timeout(120)
class SnapshotTest {

    private static final String ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private DatabaseEngine db;

    private void open(int readers, Duration snapshotTimeout) {
        db = new DatabaseEngine(DatabaseOptions.builder(directory.resolve("test.db")).name("shop").readersSize(readers)
                .snapshotTimeout(snapshotTimeout).build(), EngineListener.NONE, CallGuard.NONE, Duration.ofMillis(50),
                Duration.ofSeconds(30));
        db.executeScript("CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)");
    }

    @AfterEach
    void close() throws InterruptedException {
        db.close();
        threads.shutdown();
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).as("no thread hangs").isTrue();
    }

    private static long count(ReadOperations view) {
        return view.select("SELECT count(*) FROM t").get(0).getLong(0);
    }

    /** Empties the WAL, if nobody reads an older state. */
    private boolean reset() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("test.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 0");
            try (ResultSet result = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
                return result.getInt("busy") == 0;
            }
        }
    }

    @Test
    void allReadsSeeTheCommitOfItsBeginning() {
        open(2, Duration.ofMinutes(1));
        long seen = db.snapshot(snapshot -> {
            db.execute("INSERT INTO t VALUES (4)"); // before its first read: it was pinned at once
            assertThat(count(snapshot)).isEqualTo(3);
            db.execute("DELETE FROM t");
            assertThat(snapshot.selectFirst("SELECT id FROM t ORDER BY id DESC").orElseThrow().getLong(0)).isEqualTo(3);
            assertThat(snapshot.select("SELECT id FROM t WHERE id = :id", Map.of("id", 2))).hasSize(1);
            assertThat(new String(snapshot.selectBytes("SELECT id FROM t WHERE id < 3").bytes()))
                    .isEqualTo("[{\"id\":1},{\"id\":2}]");
            assertThat(count(db)).as("the database goes on").isZero();
            return count(snapshot);
        });
        assertThat(seen).isEqualTo(3);
        assertThat(db.<Long> snapshot(SnapshotTest::count)).isZero();
        assertThat(db.availableReaderCount()).isEqualTo(2);
    }

    @Test
    void holdsNoWriteLock() {
        open(1, Duration.ofMinutes(1));
        db.snapshot(snapshot -> {
            db.inTransaction(tx -> tx.execute("INSERT INTO t VALUES (4)"));
            try (Database other = Database.open(DatabaseOptions.builder(directory.resolve("test.db"))
                    .busyTimeout(Duration.ZERO).build())) {
                other.execute("INSERT INTO t VALUES (5)");
            }
            return null;
        });
        assertThat(count(db)).isEqualTo(5);
    }

    @Test
    void whatItsBodyThrowsIsRethrownAndTheReaderComesBack() {
        open(1, Duration.ofMinutes(1));
        IOException failure = new IOException("disk");
        assertThatThrownBy(() -> db.snapshot(snapshot -> {
            throw failure;
        })).isSameAs(failure);
        assertThatThrownBy(() -> db.snapshot(snapshot -> snapshot.select("SELECT nothing"))).isInstanceOf(
                SqliteQueryException.class);
        assertThat(db.availableReaderCount()).isEqualTo(1);
        db.execute("INSERT INTO t VALUES (4)");
        assertThat(count(db)).as("no read transaction stays behind").isEqualTo(4);
    }

    /** A map may compute its values, with reads of its own. */
    @Test
    void namedParametersMayComeFromTheDatabase() {
        open(2, Duration.ofMinutes(1));
        Map<String, Object> lazy = new AbstractMap<>() {
            @Override
            public Set<Entry<String, Object>> entrySet() {
                return Map.<String, Object> of("id",
                        db.<Long> transaction(tx -> tx.select("SELECT max(id) FROM t").get(0).getLong(0))).entrySet();
            }
        };
        assertThat(db.select("SELECT id FROM t WHERE id = :id", lazy)).hasSize(1);
        db.inTransaction(tx -> {
            assertThat(tx.select("SELECT id FROM t WHERE id = :id", lazy)).hasSize(1);
            assertThat(db.select("SELECT id FROM t WHERE id = :id", lazy)).hasSize(1);
        });
        assertThat(db.<Integer> snapshot(snapshot -> snapshot.select("SELECT id FROM t WHERE id = :id", lazy).size())).isOne();
        assertThatThrownBy(() -> db.select("SELECT 1", (Map<String, ?>) null)).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("The map of the named parameters is null");
        assertThatThrownBy(() -> db.select((String) null)).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("The SQL is null");
    }

    @Test
    void onlyReads() {
        open(1, Duration.ofMinutes(1));
        assertThatThrownBy(() -> db.snapshot(snapshot -> snapshot.select("DELETE FROM t RETURNING id")))
                .hasMessageContaining("select only reads");
        assertThatThrownBy(() -> db.snapshot(snapshot -> snapshot.select("COMMIT"))).hasMessageContaining("use transaction");
        assertThat(count(db)).isEqualTo(3);
    }

    @Test
    void belongsToItsThreadAndItsBody() {
        open(1, Duration.ofMinutes(1));
        Snapshot leaked = db.snapshot(snapshot -> {
            assertThatThrownBy(() -> CompletableFuture.supplyAsync(() -> count(snapshot), threads).get(30, TimeUnit.SECONDS))
                    .cause().isInstanceOf(SqliteTransactionException.class).hasMessageContaining("belongs to the thread");
            return snapshot;
        });
        assertThatThrownBy(() -> count(leaked)).isInstanceOf(SqliteTransactionException.class)
                .hasMessageContaining("The snapshot has ended");
        assertThat(count(db)).isEqualTo(3);
    }

    @Test
    void insideATransactionTheTransactionIsTheView() {
        open(1, Duration.ofMinutes(1));
        db.inTransaction(tx -> {
            tx.execute("INSERT INTO t VALUES (4)");
            assertThat(db.<Long> snapshot(SnapshotTest::count)).isEqualTo(4);
            assertThat(db.parks()).isZero();
        });
    }

    /** Its time is over while its body does something else: the reader comes back, and the WAL can be reset. */
    @Test
    void isGivenUpWhenItsTimeIsOver() {
        open(2, Duration.ofMillis(300));
        db.snapshot(snapshot -> {
            assertThat(count(snapshot)).isEqualTo(3);
            db.executeBatch("INSERT INTO t VALUES (?)",
                    IntStream.range(10, 20_000).mapToObj(i -> new Object[] { i }).toList());
            assertThat(reset()).as("the snapshot keeps the WAL").isFalse();
            assertThat(db.diagnostics().writer().walPages()).isPositive();
            while (db.availableReaderCount() < 2) {
                Thread.onSpinWait();
            }
            assertThat(reset()).as("nobody needs the WAL any more").isTrue();
            assertThat(db.diagnostics().writer().walPages()).isZero();
            assertThatThrownBy(() -> count(snapshot)).isInstanceOf(SqliteTimeoutException.class)
                    .hasMessageContaining("was open for longer than 300 ms").hasMessageContaining("raise snapshot-timeout");
            return null;
        });
        assertThat(db.availableReaderCount()).isEqualTo(2);
        assertThat(count(db)).isEqualTo(19_993);
    }

    @Test
    void whatRunsWhenItsTimeIsOverIsInterrupted() {
        open(1, Duration.ofMillis(100));
        assertThatThrownBy(() -> db.snapshot(snapshot -> snapshot.select(ENDLESS))).isInstanceOf(SqliteTimeoutException.class)
                .hasMessageContaining("The snapshot of database 'shop' was open for longer than 100 ms");
        while (db.availableReaderCount() < 1) {
            Thread.onSpinWait(); // the watchdog gives it back
        }
        assertThat(count(db)).isEqualTo(3);
    }

    @Test
    void closeWaitsForItsBodyButNotForEver() throws Exception {
        open(1, Duration.ofMinutes(5));
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Long> body = CompletableFuture.supplyAsync(() -> db.snapshot(snapshot -> {
            inside.countDown();
            release.await();
            return count(snapshot);
        }), threads);
        assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
        db.close();
        release.countDown();
        assertThatThrownBy(() -> body.get(30, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class).cause()
                .isInstanceOf(SqliteClosedException.class);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("test.db"));
        }
    }

    @Test
    void itsBodyCanNotCloseTheDatabase() {
        open(1, Duration.ofMinutes(1));
        assertThatThrownBy(() -> db.snapshot(snapshot -> {
            db.close();
            return null;
        })).isInstanceOf(IllegalStateException.class).hasMessageContaining("transaction or snapshot");
        assertThat(count(db)).isEqualTo(3);
    }
}
