package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.SqliteBusyException;
import io.quarkiverse.sqlite.SqliteCancelledException;
import io.quarkiverse.sqlite.SqliteClosedException;
import io.quarkiverse.sqlite.engine.observe.EngineListener;

@Timeout(60)
class WriterTest {

    @TempDir
    Path directory;

    private DatabaseEngine db;

    private void open(Duration acquireTimeout, Duration busyTimeout) {
        db = new DatabaseEngine(
                DatabaseOptions.builder(directory.resolve("test.db")).name("shop").writerAcquireTimeout(acquireTimeout)
                        .busyTimeout(busyTimeout).build(),
                EngineListener.NONE);
        db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, who TEXT)");
    }

    private void open() {
        open(Duration.ofMinutes(5), Duration.ofSeconds(5));
    }

    @AfterEach
    void close() {
        db.close();
    }

    private interface Work {
        void run() throws Exception;
    }

    private static CompletableFuture<Void> start(Work work, Thread[] thread) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        thread[0] = new Thread(() -> {
            try {
                work.run();
                future.complete(null);
            } catch (Throwable e) {
                future.completeExceptionally(e);
            }
        }, "some writer");
        thread[0].start();
        return future;
    }

    private static CompletableFuture<Void> start(Work work) {
        return start(work, new Thread[1]);
    }

    /** Holds the writer until the latch is open. */
    private CompletableFuture<Void> hold(CountDownLatch release) throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CompletableFuture<Void> holder = start(() -> db.inTransaction(tx -> {
            tx.execute("INSERT INTO t(who) VALUES ('holder')");
            held.countDown();
            release.await();
        }));
        assertThat(held.await(30, TimeUnit.SECONDS)).isTrue();
        return holder;
    }

    private void awaitQueue(int length) {
        while (db.writerQueueLength() != length) {
            Thread.onSpinWait();
        }
    }

    private static void assertFails(CompletableFuture<Void> future, Class<? extends Exception> type, String message) {
        assertThatThrownBy(() -> future.get(30, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class).cause()
                .isInstanceOf(type)
                .hasMessageContaining(message);
    }

    @Test
    void writersAreServedFirstComeFirstServed() throws Exception {
        open();
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Void> holder = hold(release);
        List<String> served = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        List<Work> works = List.of(() -> db.execute("INSERT INTO t(who) VALUES ('execute')"),
                () -> db.inTransaction(tx -> tx.execute("INSERT INTO t(who) VALUES ('transaction')")),
                () -> db.executeBatch("INSERT INTO t(who) VALUES (?)", List.<Object[]> of(new Object[] { "batch" })),
                () -> db.executeScript("INSERT INTO t(who) VALUES ('script')"),
                () -> db.executeReturning("INSERT INTO t(who) VALUES ('returning') RETURNING id"));
        for (Work work : works) {
            writers.add(start(work));
            awaitQueue(writers.size());
        }
        assertThat(db.select("SELECT who FROM t")).as("reads do not wait").isEmpty();
        release.countDown();
        holder.get(30, TimeUnit.SECONDS);
        for (CompletableFuture<Void> writer : writers) {
            writer.get(30, TimeUnit.SECONDS);
        }
        served.addAll(db.select(row -> row.getString(0), "SELECT who FROM t ORDER BY id"));
        assertThat(served).containsExactly("holder", "execute", "transaction", "batch", "script", "returning");
        assertThat(db.writerQueueLength()).isZero();
    }

    @Test
    void oneThatWaitsInVainLearnsWhoHoldsTheWriter() throws Exception {
        open(Duration.ofMillis(50), Duration.ofSeconds(5));
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Void> holder = hold(release);
        assertThatThrownBy(() -> db.execute("DELETE FROM t")).isInstanceOf(SqliteBusyException.class)
                .hasMessageContaining(
                        "The writer of database 'shop' did not come free within 50 ms: thread 'some writer' holds it for ")
                .hasMessageContaining("with [transaction], at [INSERT INTO t(who) VALUES ('holder')]")
                .hasMessageContaining("raise writer.acquire-timeout");
        assertThat(db.writerQueueLength()).isZero();
        release.countDown();
        holder.get(30, TimeUnit.SECONDS);
        assertThat(db.execute("DELETE FROM t").affectedRows()).isEqualTo(1);
    }

    @Test
    void oneThatIsInterruptedLeavesTheQueueClean() throws Exception {
        open();
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Void> holder = hold(release);
        Thread[] thread = new Thread[1];
        boolean[] flag = new boolean[1];
        CompletableFuture<Void> interrupted = start(() -> {
            try {
                db.execute("INSERT INTO t(who) VALUES ('interrupted')");
            } finally {
                flag[0] = Thread.currentThread().isInterrupted();
            }
        }, thread);
        awaitQueue(1);
        CompletableFuture<Void> next = start(() -> db.execute("INSERT INTO t(who) VALUES ('next')"));
        awaitQueue(2);
        thread[0].interrupt();
        assertFails(interrupted, SqliteCancelledException.class, "Interrupted while waiting for the writer of database 'shop'");
        assertThat(flag[0]).as("the thread stays interrupted").isTrue();
        release.countDown();
        holder.get(30, TimeUnit.SECONDS);
        next.get(30, TimeUnit.SECONDS);
        assertThat(db.select(row -> row.getString(0), "SELECT who FROM t ORDER BY id")).containsExactly("holder", "next");
    }

    @Test
    void anInterruptedThreadWritesNothing() {
        open();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> db.execute("INSERT INTO t(who) VALUES ('x')")).isInstanceOf(SqliteCancelledException.class);
        assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
        assertThat(db.select("SELECT * FROM t")).isEmpty();
        db.execute("INSERT INTO t(who) VALUES ('x')");
        assertThat(db.select("SELECT * FROM t")).hasSize(1);
    }

    @Test
    void closeWaitsForAnOpenBodyAndRefusesThoseBehindIt() throws Exception {
        open();
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Void> holder = hold(release);
        CompletableFuture<Void> queued = start(() -> db.execute("INSERT INTO t(who) VALUES ('queued')"));
        awaitQueue(1);
        CompletableFuture<Void> closed = start(() -> db.close());
        assertFails(queued, SqliteClosedException.class, "Database 'shop' is closed");
        assertThatThrownBy(() -> db.execute("INSERT INTO t(who) VALUES ('late')")).isInstanceOf(SqliteClosedException.class);
        assertThat(holder).isNotDone();
        assertThat(closed).isNotDone();
        release.countDown();
        holder.get(30, TimeUnit.SECONDS);
        closed.get(30, TimeUnit.SECONDS);
        open2();
        assertThat(db.select(row -> row.getString(0), "SELECT who FROM t")).containsExactly("holder");
    }

    private void open2() {
        db = new DatabaseEngine(DatabaseOptions.builder(directory.resolve("test.db")).build(), EngineListener.NONE);
    }

    @Test
    void theBodyOfAClosingDatabaseStillReadsAndWrites() throws Exception {
        open();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Void> holder = start(() -> db.inTransaction(tx -> {
            held.countDown();
            release.await();
            db.execute("INSERT INTO t(who) VALUES ('joined')");
            assertThat(db.select("SELECT * FROM t")).hasSize(1);
        }));
        held.await();
        CompletableFuture<Void> closed = start(() -> db.close());
        assertThatThrownBy(() -> {
            while (true) {
                db.select("SELECT 1");
            }
        }).isInstanceOf(SqliteClosedException.class);
        release.countDown();
        holder.get(30, TimeUnit.SECONDS);
        closed.get(30, TimeUnit.SECONDS);
        open2();
        assertThat(db.select("SELECT * FROM t")).hasSize(1);
    }

    @Test
    void anotherProcessesLockIsWaitedForAndThenReported() throws Exception {
        open(Duration.ofMinutes(5), Duration.ofMillis(50));
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("test.db"));
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            for (Work work : List.<Work> of(() -> db.execute("INSERT INTO t(who) VALUES ('x')"), () -> db.inTransaction(tx -> {
                throw new AssertionError("the body must not run");
            }), () -> db.executeBatch("INSERT INTO t(who) VALUES (?)", List.<Object[]> of(new Object[] { "x" })),
                    () -> db.executeScript("INSERT INTO t(who) VALUES ('x')"))) {
                assertThatThrownBy(work::run).isInstanceOfSatisfying(SqliteBusyException.class, e -> {
                    assertThat(e.resultCode()).isEqualTo(5);
                    assertThat(e).hasMessageContaining("another process").hasMessageContaining("busy-timeout");
                });
            }
            assertThat(db.select("SELECT * FROM t")).as("reads go on").isEmpty();
            statement.execute("COMMIT");
        }
        db.execute("INSERT INTO t(who) VALUES ('x')");
        assertThat(db.select("SELECT * FROM t")).hasSize(1);
    }

    @Test
    void anotherProcessesLockIsWaitedForAsLongAsConfigured() throws Exception {
        open(Duration.ofMinutes(5), Duration.ofSeconds(30));
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("test.db"));
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            CompletableFuture<Void> waiting = start(() -> db.execute("INSERT INTO t(who) VALUES ('patient')"));
            assertThat(waiting).isNotDone();
            statement.execute("COMMIT");
            waiting.get(40, TimeUnit.SECONDS);
        }
    }
}
