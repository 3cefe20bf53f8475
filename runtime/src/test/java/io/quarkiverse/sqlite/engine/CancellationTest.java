package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SqliteCancelledException;
import io.quarkiverse.sqlite.SqliteClosedException;
import io.quarkiverse.sqlite.SqliteTimeoutException;
import io.quarkiverse.sqlite.SqliteTransactionException;
import io.quarkiverse.sqlite.engine.observe.EngineListener;
import io.quarkiverse.sqlite.engine.work.Cancellation;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;

/** Timeouts, interrupts and cancels reach what they mean, and only that. */
@Timeout(120)
class CancellationTest {

    /** Runs until it is interrupted. */
    private static final String ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    private static final String ENDLESS_WRITE = "INSERT INTO t(id) WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n)"
            + " SELECT i FROM n";
    private static final Duration SHORT = Duration.ofMillis(60);

    @TempDir
    Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private DatabaseEngine db;

    private void open(int readers, Consumer<DatabaseOptions.Builder> more) {
        DatabaseOptions.Builder options = DatabaseOptions.builder(directory.resolve("test.db")).name("shop")
                .readersSize(readers);
        more.accept(options);
        db = new DatabaseEngine(options.build(), EngineListener.NONE, CallGuard.NONE, Duration.ofMillis(50),
                Duration.ofSeconds(30));
        db.executeScript("CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)");
    }

    private void open(int readers) {
        open(readers, options -> {
        });
    }

    @AfterEach
    void close() throws InterruptedException {
        db.close();
        threads.shutdown();
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).as("no thread hangs").isTrue();
    }

    private long count() {
        return db.select("SELECT count(*) FROM t").get(0).getLong(0);
    }

    private void awaitBusyReaders(int busy) {
        while (db.readersSize() - db.availableReaderCount() < busy) {
            Thread.onSpinWait();
        }
    }

    private void awaitWriterHeld() {
        while (db.diagnostics().writer().holder().isEmpty()) {
            Thread.onSpinWait();
        }
    }

    private static void assertFails(CompletableFuture<?> call, Class<? extends Exception> type, String message) {
        assertThatThrownBy(() -> call.get(60, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class).cause()
                .isInstanceOf(type).hasMessageContaining(message);
    }

    @Test
    void theQueryTimeoutEndsEveryVerbAndTheNextCallsWork() {
        open(1, options -> options.queryTimeout(SHORT));
        List<Runnable> endless = List.of(() -> db.select(ENDLESS), () -> db.selectFirst(ENDLESS), () -> db.selectBytes(ENDLESS),
                () -> db.execute(ENDLESS_WRITE), () -> db.executeReturning(ENDLESS_WRITE + " RETURNING id"),
                () -> db.executeBatch(ENDLESS_WRITE, List.<Object[]> of(new Object[0])),
                () -> db.executeScript("INSERT INTO t VALUES (50); " + ENDLESS_WRITE),
                () -> db.executeScript("PRAGMA user_version = 3; " + ENDLESS_WRITE),
                () -> db.inTransaction(tx -> {
                    tx.execute("INSERT INTO t VALUES (60)");
                    tx.execute(ENDLESS_WRITE);
                }), () -> db.inTransaction(tx -> tx.select(ENDLESS)), () -> db.snapshot(snapshot -> snapshot.select(ENDLESS)));
        assertThat(endless).allSatisfy(call -> {
            assertThatThrownBy(call::run).isInstanceOf(SqliteTimeoutException.class)
                    .hasMessageContaining("did not end within 60 ms");
            assertThat(count()).as("nothing was written").isEqualTo(3);
            db.execute("DELETE FROM t WHERE id > 3");
        });
    }

    @Test
    void aCallHasATimeoutOfItsOwn() {
        open(1);
        Database quick = db.withTimeout(SHORT);
        assertThatThrownBy(() -> quick.select(ENDLESS)).isInstanceOf(SqliteTimeoutException.class);
        assertThatThrownBy(() -> quick.execute(ENDLESS_WRITE)).isInstanceOf(SqliteTimeoutException.class);
        assertThat(quick.select("SELECT id FROM t")).hasSize(3);
        assertThat(quick.name()).isEqualTo("shop");
        assertThatThrownBy(() -> db.withTimeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be positive");
        quick.close();
        assertThatThrownBy(() -> db.select("SELECT 1")).hasMessageContaining("is closed");
    }

    /** What joins a transaction has the limit that it was asked for with, and the transaction's own statements keep theirs. */
    @Test
    void aCallHasATimeoutOfItsOwnInsideATransaction() {
        open(1);
        db.inTransaction(tx -> {
            tx.execute("INSERT INTO t VALUES (4)");
            assertThatThrownBy(() -> db.withTimeout(SHORT).select(ENDLESS)).isInstanceOf(SqliteTimeoutException.class);
            assertThatThrownBy(() -> db.withTimeout(SHORT).transaction(nested -> nested.select(ENDLESS)))
                    .isInstanceOf(SqliteTimeoutException.class);
            assertThat(db.withTimeout(SHORT).<Rows> snapshot(snapshot -> snapshot.select("SELECT id FROM t"))).hasSize(4);
            assertThat(tx.select("SELECT id FROM t")).as("it goes on").hasSize(4);
        });
        assertThat(count()).isEqualTo(4);
        db.withTimeout(SHORT).inTransaction(tx -> assertThatThrownBy(() -> db.select(ENDLESS)).as("the transaction's limit")
                .isInstanceOf(SqliteTimeoutException.class));
    }

    /** The time of a call counts from the call: waiting for a reader or the writer is part of it. */
    @Test
    void theTimeoutEndsWaiting() throws Exception {
        open(1);
        CompletableFuture<?> reading = CompletableFuture.runAsync(() -> db.select(ENDLESS), threads);
        awaitBusyReaders(1);
        assertThatThrownBy(() -> db.withTimeout(SHORT).select("SELECT 1")).isInstanceOf(SqliteTimeoutException.class)
                .hasMessageContaining("No reader of database 'shop' came free within 60 ms");
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<?> writing = CompletableFuture.runAsync(() -> db.inTransaction(tx -> release.await()), threads);
        awaitWriterHeld();
        assertThatThrownBy(() -> db.withTimeout(SHORT).execute("DELETE FROM t")).isInstanceOf(SqliteTimeoutException.class)
                .hasMessageContaining("The writer of database 'shop' did not come free within 60 ms: thread");
        release.countDown();
        writing.get(30, TimeUnit.SECONDS);
        assertThat(db.writerQueueLength()).isZero();
        db.close();
        assertFails(reading, SqliteCancelledException.class, "is being closed");
    }

    /** In a transaction the time is for each statement, not for the body. */
    @Test
    void aBodyMayTakeLongerThanAStatement() {
        open(1);
        db.withTimeout(SHORT).inTransaction(tx -> {
            long end = System.nanoTime() + 2 * SHORT.toNanos();
            while (System.nanoTime() - end < 0) {
                LockSupport.parkNanos(1_000_000);
            }
            tx.execute("INSERT INTO t VALUES (4)");
        });
        assertThat(count()).isEqualTo(4);
    }

    @Test
    void anInterruptOfTheThreadEndsItsStatement() throws Exception {
        open(1);
        List<Runnable> endless = List.of(() -> db.select(ENDLESS), () -> db.execute(ENDLESS_WRITE),
                () -> db.inTransaction(tx -> {
                    tx.execute("INSERT INTO t VALUES (60)");
                    tx.execute(ENDLESS_WRITE);
                }));
        for (Runnable call : endless) {
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                try {
                    call.run();
                } catch (SqliteCancelledException e) {
                    interrupted.complete(Thread.currentThread().isInterrupted());
                } catch (Throwable e) {
                    interrupted.completeExceptionally(e);
                }
            });
            thread.start();
            while (db.availableReaderCount() == 1 && db.diagnostics().writer().holder().isEmpty()) {
                Thread.onSpinWait();
            }
            thread.interrupt();
            assertThat(interrupted.get(30, TimeUnit.SECONDS)).as("the thread stays interrupted").isTrue();
            assertThat(count()).isEqualTo(3);
        }
    }

    @Test
    void aCancelEndsStatementsAndWaits() throws Exception {
        open(1);
        Cancellation first = new Cancellation();
        Cancellation second = new Cancellation();
        CompletableFuture<?> reading = CompletableFuture.runAsync(() -> db.cancelledBy(first).select(ENDLESS), threads);
        awaitBusyReaders(1);
        CompletableFuture<?> parked = CompletableFuture.runAsync(() -> db.cancelledBy(second).selectBytes("SELECT 1"), threads);
        while (db.parkedCount() == 0) {
            Thread.onSpinWait();
        }
        second.cancel();
        assertFails(parked, SqliteCancelledException.class, "cancelled while it waited for a reader");
        assertThat(reading).isNotDone();
        first.cancel();
        assertFails(reading, SqliteCancelledException.class, "was cancelled");

        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<?> holder = CompletableFuture.runAsync(() -> db.inTransaction(tx -> release.await()), threads);
        awaitWriterHeld();
        Cancellation third = new Cancellation();
        CompletableFuture<?> queued = CompletableFuture.runAsync(() -> db.cancelledBy(third).execute("DELETE FROM t"), threads);
        while (db.writerQueueLength() == 0) {
            Thread.onSpinWait();
        }
        third.cancel();
        assertFails(queued, SqliteCancelledException.class, "cancelled while it waited for the writer");
        release.countDown();
        holder.get(30, TimeUnit.SECONDS);
        assertThat(count()).isEqualTo(3);
    }

    @Test
    void aCancelEndsAllCallsThatItIsFor() throws Exception {
        open(1);
        Cancellation cancellation = new Cancellation();
        CompletableFuture<?> reading = CompletableFuture.runAsync(() -> db.select(ENDLESS), threads);
        awaitBusyReaders(1);
        List<CompletableFuture<?>> parked = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            parked.add(CompletableFuture.runAsync(() -> db.cancelledBy(cancellation).select("SELECT 1"), threads));
        }
        while (db.parkedCount() < 3) {
            Thread.onSpinWait();
        }
        cancellation.cancel();
        for (CompletableFuture<?> call : parked) {
            assertFails(call, SqliteCancelledException.class, "cancelled while it waited for a reader");
        }
        db.close();
        assertFails(reading, SqliteCancelledException.class, "is being closed");
    }

    /** A limit of a call inside a transaction takes nothing away from what may end the transaction's statements. */
    @Test
    void limitsAreAddedToThoseOfTheTransaction() throws Exception {
        open(1);
        Cancellation outer = new Cancellation();
        CompletableFuture<?> body = CompletableFuture.runAsync(() -> db.cancelledBy(outer)
                .inTransaction(tx -> db.withTimeout(Duration.ofMinutes(5)).select(ENDLESS)), threads);
        awaitWriterHeld();
        outer.cancel();
        assertFails(body, SqliteCancelledException.class, "was cancelled");
        db.withTimeout(SHORT).inTransaction(tx -> assertThatThrownBy(() -> db.cancelledBy(new Cancellation()).select(ENDLESS))
                .isInstanceOf(SqliteTimeoutException.class));
        Cancellation inner = new Cancellation();
        CompletableFuture<?> cancelled = CompletableFuture.runAsync(() -> db.withTimeout(Duration.ofMinutes(5))
                .inTransaction(tx -> db.cancelledBy(inner).select(ENDLESS)), threads);
        awaitWriterHeld();
        inner.cancel();
        assertFails(cancelled, SqliteCancelledException.class, "was cancelled");
    }

    /**
     * Random cancels hit a write also between its end and its result: a call that fails has written nothing, alone or inside of
     * a transaction.
     */
    @Test
    void aWriteIsDoneOrFailsButNotBoth() throws Exception {
        open(1);
        db.execute("CREATE TABLE w(id INTEGER PRIMARY KEY, a) WITHOUT ROWID");
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Long> written = new ArrayList<>();
        int stopped = 0;
        for (long i = 0; i < 3_000; i++) {
            long id = i;
            Cancellation cancellation = new Cancellation();
            Database mine = db.cancelledBy(cancellation);
            long delay = random.nextInt(60_000);
            String text = "INSERT INTO w VALUES (?, " + (random.nextBoolean() ? i : 0) + ")"; // known or new to the cache
            int kind = random.nextInt(4);
            CountDownLatch start = new CountDownLatch(1);
            threads.execute(() -> {
                await(start);
                long end = System.nanoTime() + delay;
                while (System.nanoTime() - end < 0) {
                    Thread.onSpinWait();
                }
                cancellation.cancel();
            });
            start.countDown();
            try {
                switch (kind) {
                    case 0 -> mine.execute(text, id);
                    case 1 -> mine.executeReturning(text + " RETURNING id", id);
                    default -> db.inTransaction(tx -> {
                        try {
                            if (kind == 2) {
                                mine.execute(text, id);
                            } else {
                                mine.executeReturning(text + " RETURNING id", id);
                            }
                        } catch (SqliteTransactionException e) {
                            throw e;
                        } catch (SqliteCancelledException e) {
                            assertThat(tx.select("SELECT 1 FROM w WHERE id = ?", id)).as("seed %d, write %d, kind %d", seed, id,
                                    kind).isEmpty();
                            throw e;
                        }
                    });
                }
                written.add(id);
            } catch (SqliteCancelledException | SqliteTransactionException e) {
                stopped++;
            }
        }
        assertThat(db.select("SELECT id FROM w ORDER BY id")).as("seed %d", seed).extracting(row -> row.getLong(0))
                .isEqualTo(written);
        assertThat(stopped).as("seed %d: how many were stopped", seed).isPositive();
    }

    /** The body of a transaction that outlives the close of its database has written nothing, and leaves no file behind. */
    @Test
    void whatOutlivesTheCloseIsRolledBack() throws Exception {
        open(1);
        Path file = directory.resolve("late.db");
        DatabaseEngine late = new DatabaseEngine(DatabaseOptions.builder(file).name("late").build(), EngineListener.NONE,
                CallGuard.NONE, Duration.ofMillis(20), Duration.ofMillis(20));
        late.execute("CREATE TABLE t(a)");
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<?> body = CompletableFuture.runAsync(() -> late.inTransaction(tx -> {
            tx.execute("INSERT INTO t VALUES (1)");
            inside.countDown();
            release.await();
        }), threads);
        inside.await();
        assertThatThrownBy(late::close).isInstanceOf(SqliteTimeoutException.class).hasMessageContaining("can't be closed");
        release.countDown();
        assertFails(body, SqliteClosedException.class, "is closed");
        while (Files.exists(directory.resolve("late.db-wal"))) {
            Thread.onSpinWait();
        }
        try (Database again = Database.open(DatabaseOptions.builder(file).build())) {
            assertThat(again.select("SELECT a FROM t")).isEmpty();
        }
    }

    /** As a reactive caller does it. */
    @Test
    void cancellingAUniInterruptsItsStatement() {
        open(1);
        Uni<Object> uni = Uni.createFrom().<Object> emitter(emitter -> {
            Cancellation cancellation = new Cancellation();
            emitter.onTermination(cancellation::cancel);
            emitter.complete(db.cancelledBy(cancellation).select(ENDLESS));
        }).runSubscriptionOn(threads);
        Cancellable subscription = uni.subscribe().with(item -> {
        });
        awaitBusyReaders(1);
        subscription.cancel();
        while (db.availableReaderCount() == 0) {
            Thread.onSpinWait();
        }
        assertThat(db.select("SELECT 1")).hasSize(1);
    }

    /**
     * Thousands of cancels at random moments, while others use the same connections: none of the others is ever interrupted, no
     * write of a cancelled call stays behind in part.
     */
    @Test
    void nobodyElseIsEverInterrupted() throws Exception {
        open(2);
        db.execute("CREATE TABLE pair(a, b)");
        long seed = System.nanoTime();
        int cancels = 4_000;
        AtomicInteger stopped = new AtomicInteger();
        AtomicInteger finished = new AtomicInteger();
        AtomicInteger written = new AtomicInteger();
        AtomicBoolean done = new AtomicBoolean();
        List<CompletableFuture<?>> bystanders = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            bystanders.add(CompletableFuture.runAsync(() -> {
                while (!done.get()) {
                    assertThat(db.select("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300)"
                            + " SELECT count(*) FROM n").get(0).getLong(0)).isEqualTo(300);
                }
            }, threads));
        }
        bystanders.add(CompletableFuture.runAsync(() -> {
            while (!done.get()) {
                db.execute("INSERT INTO t VALUES (1000)");
                db.execute("DELETE FROM t WHERE id = 1000");
            }
        }, threads));
        CompletableFuture<?> cancelled = CompletableFuture.runAsync(() -> {
            Random random = new Random(seed);
            for (int i = 0; i < cancels; i++) {
                Cancellation cancellation = new Cancellation();
                Database mine = db.cancelledBy(cancellation);
                boolean write = random.nextBoolean();
                int steps = 1 + random.nextInt(2_000);
                long delay = random.nextInt(300_000);
                CountDownLatch start = new CountDownLatch(1);
                threads.execute(() -> {
                    await(start);
                    long end = System.nanoTime() + delay;
                    while (System.nanoTime() - end < 0) {
                        Thread.onSpinWait();
                    }
                    cancellation.cancel();
                });
                start.countDown();
                try {
                    if (write) {
                        mine.execute("INSERT INTO pair WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
                                + steps + ") SELECT ?, i FROM n", i);
                        written.addAndGet(steps);
                    } else {
                        mine.select("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT " + steps
                                + ") SELECT i FROM n");
                    }
                    finished.incrementAndGet();
                } catch (SqliteCancelledException e) {
                    stopped.incrementAndGet();
                }
            }
        }, threads);
        try {
            cancelled.get(100, TimeUnit.SECONDS);
        } finally {
            done.set(true);
        }
        for (CompletableFuture<?> bystander : bystanders) {
            assertThat(bystander).as("seed %s", seed).succeedsWithin(Duration.ofSeconds(30));
        }
        assertThat(stopped.get() + finished.get()).isEqualTo(cancels);
        assertThat(stopped.get()).as("seed %s: some came in time", seed).isPositive();
        assertThat(finished.get()).as("seed %s: some came too late", seed).isPositive();
        assertThat(db.select("SELECT count(*) FROM pair").get(0).getLong(0)).as("seed %s", seed).isEqualTo(written.get());
        assertThat(db.availableReaderCount()).isEqualTo(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void closingWhileQueriesRunInterruptsThemAfterTheirTimeAndLeavesOneFile() throws Exception {
        open(2);
        CompletableFuture<?> rows = CompletableFuture.runAsync(() -> db.select(ENDLESS), threads);
        CompletableFuture<?> bytes = CompletableFuture.runAsync(() -> db.selectBytes(ENDLESS), threads);
        awaitBusyReaders(2);
        db.execute("INSERT INTO t VALUES (4)");
        db.close();
        assertFails(rows, SqliteCancelledException.class, "is being closed");
        assertFails(bytes, SqliteCancelledException.class, "is being closed");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("test.db"));
        }
    }

    /** "Closed" means closed, for whoever is told so. */
    @Test
    void aSecondCloseWaitsForTheFirst() throws Exception {
        open(1);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<?> holder = CompletableFuture.runAsync(() -> db.inTransaction(tx -> {
            inside.countDown();
            release.await();
        }), threads);
        inside.await();
        CompletableFuture<?> first = CompletableFuture.runAsync(db::close, threads);
        assertThatThrownBy(() -> {
            while (true) {
                db.select("SELECT 1"); // until the first has begun
            }
        }).hasMessageContaining("is closed");
        CompletableFuture<?> second = CompletableFuture.runAsync(db::close, threads);
        assertThatThrownBy(() -> second.get(50, TimeUnit.MILLISECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);
        release.countDown();
        holder.get(30, TimeUnit.SECONDS);
        second.get(30, TimeUnit.SECONDS);
        assertThat(first).succeedsWithin(Duration.ofSeconds(30));
        assertThat(directory.resolve("test.db-wal")).doesNotExist();
    }
}
