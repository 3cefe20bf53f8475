package io.quarkiverse.sqlite.engine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.sun.management.ThreadMXBean;

import io.quarkiverse.sqlite.ReaderDiagnostics;
import io.quarkiverse.sqlite.ReaderState;
import io.quarkiverse.sqlite.SqliteCancelledException;
import io.quarkiverse.sqlite.SqliteClosedException;
import io.quarkiverse.sqlite.SqliteOpenException;
import io.quarkiverse.sqlite.SqliteTimeoutException;
import io.quarkiverse.sqlite.engine.decode.RowSizeMemory;
import io.quarkiverse.sqlite.engine.decode.Selection;
import io.quarkiverse.sqlite.engine.json.JsonBuffer;
import io.quarkiverse.sqlite.engine.json.JsonBufferSizes;
import io.quarkiverse.sqlite.engine.observe.EngineListener;
import io.quarkiverse.sqlite.engine.work.Bounds;
import io.quarkiverse.sqlite.engine.work.Cancellation;
import io.quarkiverse.sqlite.engine.work.Watchdog;

@Timeout(60)
class ReaderPoolTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final int THRESHOLD = 10;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong clock = new AtomicLong();
    private final List<FakeConnection> connections = new ArrayList<>();
    private final List<Long> parkedNanos = new ArrayList<>();
    private final List<Runnable> renewals = new ArrayList<>();
    private boolean openFails;

    @AfterEach
    void stop() throws InterruptedException {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).as("no thread hangs").isTrue();
    }

    private ReaderPool pool(int size, boolean sticky) {
        return pool(size, sticky, THRESHOLD, renewals::add);
    }

    private ReaderPool pool(int size, boolean sticky, int sacrificeThreshold, Executor renewals) {
        List<Reader> readers = IntStream.range(0, size)
                .mapToObj(index -> new Reader("shop", index, this::open, new Watchdog("shop", clock::get))).toList();
        return new ReaderPool("shop", readers, sticky, TIMEOUT, sacrificeThreshold, renewals, new EngineListener() {
            @Override
            public void parked(long nanos) {
                synchronized (parkedNanos) {
                    parkedNanos.add(nanos);
                }
            }
        }, clock::get);
    }

    private ReadSession open() {
        if (openFails) {
            throw new SqliteOpenException("too many open files", null, 14, null);
        }
        FakeConnection connection = new FakeConnection();
        connections.add(connection);
        JsonBuffer buffer = new JsonBuffer(new JsonBufferSizes(16, 16, 16), new LongAccumulator(Long::max, 0));
        return new ReadSession(connection, buffer, new Selection(connection, new RowSizeMemory(true), buffer));
    }

    private static Reader lease(ReaderPool pool) {
        return pool.lease("SELECT 1", 0, Bounds.NONE);
    }

    /** Runs on a leased reader until it is interrupted, and releases it then. */
    private void runUntilInterrupted(ReaderPool pool, Reader reader) {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        connections.get(reader.index()).onInterrupt = interrupted::countDown;
        threads.execute(() -> {
            reader.run("SELECT 1", 0, Bounds.NONE, selection -> {
                running.countDown();
                awaitUninterruptibly(interrupted);
                return null;
            });
            pool.release(reader);
        });
        awaitUninterruptibly(running);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Parks a caller and returns when it is in the queue. */
    private CompletableFuture<Reader> park(ReaderPool pool, Thread[] thread) {
        int before = pool.parkedCount();
        CompletableFuture<Reader> leased = new CompletableFuture<>();
        threads.execute(() -> {
            thread[0] = Thread.currentThread();
            try {
                leased.complete(lease(pool));
            } catch (Throwable e) {
                leased.completeExceptionally(e);
            }
        });
        while (pool.parkedCount() == before) {
            Thread.onSpinWait();
        }
        return leased;
    }

    private CompletableFuture<Reader> park(ReaderPool pool) {
        return park(pool, new Thread[1]);
    }

    private static void assertFails(CompletableFuture<Reader> leased, Class<? extends Exception> type, String message) {
        assertThatThrownBy(() -> leased.get(30, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class).cause()
                .isInstanceOf(type)
                .hasMessageContaining(message);
    }

    @Test
    void aRenewalThatCanNotStartCostsNoReader() throws Exception {
        ReaderPool pool = pool(2, true, THRESHOLD, task -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        pool.release(lease(pool), THRESHOLD + 1);
        assertThat(pool.available()).isEqualTo(2);
        assertThat(pool.renewing()).isZero();
        pool.close(Duration.ZERO);
    }

    /** On an interrupted thread each park returns at once; it must not spin, and stays interrupted. */
    @Test
    void anInterruptedThreadClosesToo() {
        ReaderPool pool = pool(2, true);
        Reader reader = lease(pool);
        Thread closer = Thread.currentThread();
        threads.execute(() -> {
            while (closer.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            pool.release(reader);
        });
        closer.interrupt();
        pool.close(TIMEOUT);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(connections).allMatch(connection -> connection.closed.get());
    }

    @Test
    void sequentialReadsStayOnOneReader() {
        ReaderPool pool = pool(4, true);
        for (int i = 0; i < 100; i++) {
            Reader reader = lease(pool);
            assertThat(reader.index()).isZero();
            pool.release(reader);
        }
        assertThat(pool.preferredIndex()).isZero();
        assertThat(pool.parks()).isZero();
    }

    @Test
    void aBusyReaderIsWalkedPastAndTheNextReadFollowsTheLast() {
        ReaderPool pool = pool(3, true);
        Reader busy = lease(pool);
        Reader second = lease(pool);
        assertThat(second.index()).isEqualTo(1);
        pool.release(second);
        pool.release(busy);
        Reader third = lease(pool);
        assertThat(third.index()).as("reader 0 is free, but reader 1 served last").isEqualTo(1);
        assertThat(pool.preferredIndex()).isEqualTo(1);
    }

    @Test
    void theWalkGoesRoundTheEnd() {
        ReaderPool pool = pool(2, true);
        Reader first = lease(pool);
        Reader second = lease(pool);
        pool.release(first);
        assertThat(lease(pool).index()).isZero();
        assertThat(second.index()).isEqualTo(1);
    }

    @Test
    void withoutStickinessReadsRotate() {
        ReaderPool pool = pool(3, false);
        List<Integer> visited = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Reader reader = lease(pool);
            visited.add(reader.index());
            pool.release(reader);
        }
        assertThat(visited).containsExactly(0, 1, 2, 0, 1, 2);
    }

    @Test
    void leasesInTurnVisitEveryReaderAndTheOthersFollow() {
        ReaderPool pool = pool(3, true);
        List<Integer> visited = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Reader reader = pool.leaseInTurn("SELECT 1", 0, Bounds.NONE);
            visited.add(reader.index());
            pool.release(reader);
        }
        assertThat(visited).containsExactly(0, 1, 2, 0, 1, 2);
        assertThat(pool.preferredIndex()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 4 })
    void asManyLeasesAsReadersLeaveNoneAvailable(int size) {
        ReaderPool pool = pool(size, true);
        List<Reader> leased = IntStream.range(0, size).mapToObj(i -> lease(pool)).toList();
        assertThat(leased).doesNotHaveDuplicates();
        assertThat(pool.available()).isZero();
        leased.forEach(pool::release);
        assertThat(pool.available()).isEqualTo(size);
        assertThat(pool.size()).isEqualTo(size);
    }

    @Test
    void parkedCallersAreServedFirstComeFirstServedAndOneIsWokenPerRelease() throws Exception {
        ReaderPool pool = pool(2, true);
        Reader first = lease(pool);
        Reader second = lease(pool);
        List<CompletableFuture<Reader>> parked = List.of(park(pool), park(pool), park(pool));
        pool.release(second);
        assertThat(parked.get(0).get(30, TimeUnit.SECONDS)).isSameAs(second);
        assertThat(parked.get(1)).isNotDone();
        assertThat(parked.get(2)).isNotDone();
        assertThat(pool.parkedCount()).isEqualTo(2);
        pool.release(first);
        assertThat(parked.get(1).get(30, TimeUnit.SECONDS)).isSameAs(first);
        assertThat(parked.get(2)).isNotDone();
        pool.release(second);
        assertThat(parked.get(2).get(30, TimeUnit.SECONDS)).isSameAs(second);
        assertThat(pool.parks()).isEqualTo(3);
        assertThat(pool.parkedCount()).isZero();
    }

    @Test
    void aParkedCallerThatIsInterruptedLeavesTheQueueClean() throws Exception {
        ReaderPool pool = pool(1, true);
        Reader busy = lease(pool);
        Thread[] thread = new Thread[1];
        CompletableFuture<Reader> interrupted = park(pool, thread);
        CompletableFuture<Reader> next = park(pool);
        thread[0].interrupt();
        assertFails(interrupted, SqliteCancelledException.class, "Interrupted while waiting for a reader");
        pool.release(busy);
        assertThat(next.get(30, TimeUnit.SECONDS)).isSameAs(busy);
        pool.release(busy);
        assertThat(pool.available()).isEqualTo(1);
    }

    @Test
    void aParkedCallerThatTimesOutSaysWhoWasBusyAndLeavesTheQueueClean() throws Exception {
        ReaderPool pool = pool(1, true);
        Reader busy = pool.lease("SELECT slow", 0, Bounds.NONE);
        Thread[] thread = new Thread[1];
        CompletableFuture<Reader> late = park(pool, thread);
        clock.addAndGet(TIMEOUT.toNanos());
        LockSupport.unpark(thread[0]);
        assertFails(late, SqliteTimeoutException.class,
                "No reader of database 'shop' came free within 300.0 s: 1 of 1 are busy, the longest for 300.0 s with [SELECT slow]");
        assertThat(pool.parkedCount()).isZero();
        assertThat(parkedNanos).containsExactly(TIMEOUT.toNanos());
        pool.release(busy);
        assertThat(lease(pool)).isSameAs(busy);
    }

    @Test
    void closeRejectsTheParkedWaitsForTheLeasedAndInterruptsAfterTheGracePeriod() throws Exception {
        ReaderPool pool = pool(2, true);
        Reader busy = lease(pool);
        Reader other = lease(pool);
        CompletableFuture<Reader> parked = park(pool);
        pool.release(other);
        pool.release(parked.get(30, TimeUnit.SECONDS));
        Reader again = lease(pool);
        CompletableFuture<Reader> rejected = park(pool);
        runUntilInterrupted(pool, busy);
        runUntilInterrupted(pool, again);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> pool.close(Duration.ofNanos(1)), threads);
        assertFails(rejected, SqliteClosedException.class, "Database 'shop' is closed");
        while (!closed.isDone()) {
            clock.incrementAndGet();
            Thread.onSpinWait();
        }
        closed.get();
        assertThat(connections).allMatch(connection -> connection.closed.get());
        assertThat(connections).allMatch(connection -> connection.interrupts.get() >= 1);
        assertThatThrownBy(() -> lease(pool)).isInstanceOf(SqliteClosedException.class);
    }

    @Test
    void closeWaitsForAReaderWithoutInterruptingItInTime() throws Exception {
        ReaderPool pool = pool(1, true);
        Reader busy = lease(pool);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> pool.close(TIMEOUT), threads);
        assertThatThrownBy(() -> {
            while (true) {
                pool.lease("SELECT 1", 0, Bounds.NONE); // parks until the pool is closed
            }
        }).isInstanceOf(SqliteClosedException.class);
        assertThat(closed).isNotDone();
        assertThat(connections.get(0).closed).isFalse();
        pool.release(busy);
        closed.get(30, TimeUnit.SECONDS);
        assertThat(connections.get(0).closed).isTrue();
        assertThat(connections.get(0).interrupts).hasValue(0);
    }

    @Test
    void anOversizedResultSacrificesItsReader() {
        ReaderPool pool = pool(3, true);
        Reader reader = lease(pool);
        pool.release(reader, THRESHOLD + 1);
        assertThat(pool.sacrifices()).isEqualTo(1);
        assertThat(pool.readerDiagnostics()).extracting(ReaderDiagnostics::state).containsExactly(ReaderState.RENEWING,
                ReaderState.FREE, ReaderState.FREE);
        Reader other = lease(pool);
        assertThat(other.index()).as("who is being renewed is skipped").isEqualTo(1);
        renewals.remove(0).run();
        assertThat(connections.get(0).closed).as("it gave up what it held").isTrue();
        assertThat(connections).hasSize(4);
        assertThat(reader.connection()).isSameAs(connections.get(3));
        assertThat(pool.available()).isEqualTo(2);
        pool.release(other);
        pool.close(TIMEOUT);
        assertThat(connections).allMatch(connection -> connection.closed.get());
    }

    @Test
    void whatIsNotAboveTheThresholdSacrificesNobody() {
        ReaderPool pool = pool(2, true);
        pool.release(lease(pool), THRESHOLD);
        ReaderPool never = pool(2, true, 0, renewals::add);
        never.release(lease(never), Long.MAX_VALUE);
        assertThat(pool.sacrifices() + never.sacrifices()).isZero();
        assertThat(renewals).isEmpty();
        assertThat(pool.available() + never.available()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({ "1, 1", "2, 1", "3, 1", "4, 2", "5, 2" })
    void atMostHalfAreRenewedAtATime(int size, int most) {
        ReaderPool pool = pool(size, true);
        List<Reader> leased = IntStream.range(0, size).mapToObj(i -> lease(pool)).toList();
        leased.forEach(reader -> pool.release(reader, THRESHOLD + 1));
        assertThat(renewals).hasSize(most);
        assertThat(pool.sacrifices()).isEqualTo(most);
        assertThat(pool.available()).isEqualTo(size - most);
        renewals.forEach(Runnable::run);
        assertThat(pool.available()).isEqualTo(size);
        renewals.clear();
        pool.release(lease(pool), THRESHOLD + 1);
        assertThat(renewals).as("there is room again").hasSize(1);
    }

    @Test
    void whileTheOnlyReaderIsRenewedCallersPark() throws Exception {
        ReaderPool pool = pool(1, true);
        Reader reader = lease(pool);
        pool.release(reader, THRESHOLD + 1);
        CompletableFuture<Reader> parked = park(pool);
        renewals.get(0).run();
        assertThat(parked.get(30, TimeUnit.SECONDS)).isSameAs(reader);
    }

    @Test
    void aReaderThatCanNotBeRenewedGoesOnAsItIs() {
        ReaderPool pool = pool(2, true);
        Reader reader = lease(pool);
        openFails = true;
        pool.release(reader, THRESHOLD + 1);
        renewals.get(0).run();
        assertThat(pool.available()).isEqualTo(2);
        assertThat(reader.connection()).isSameAs(connections.get(0));
        assertThat(connections.get(0).closed).isFalse();
    }

    @Test
    void closeWaitsForARenewalAndClosesWhatItOpened() throws Exception {
        ReaderPool pool = pool(2, true);
        pool.release(lease(pool), THRESHOLD + 1);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> pool.close(TIMEOUT), threads);
        assertThatThrownBy(() -> {
            while (!Thread.currentThread().isInterrupted()) { // by the test's timeout
                pool.release(lease(pool)); // until the pool is closed
            }
        }).isInstanceOf(SqliteClosedException.class);
        assertThat(closed).isNotDone();
        renewals.get(0).run();
        closed.get(30, TimeUnit.SECONDS);
        assertThat(connections).hasSize(3).allMatch(connection -> connection.closed.get());
    }

    @Test
    void nobodyRenewsWhenTheRenewalsAreClosed() {
        ReaderPool pool = pool(2, true, THRESHOLD, task -> {
            throw new RejectedExecutionException();
        });
        pool.release(lease(pool), THRESHOLD + 1);
        assertThat(pool.available()).isEqualTo(2);
        pool.release(lease(pool), THRESHOLD + 1);
        assertThat(pool.available()).isEqualTo(2);
    }

    /** Between the moment when a reader is free and that when it is handed over, too. */
    @Test
    void aNewcomerTakesNoReaderFromThoseThatAreParked() throws Exception {
        ReaderPool pool = pool(1, true);
        Reader reader = lease(pool);
        CompletableFuture<Reader> first = park(pool);
        reader.free(); // the first half of a release
        CompletableFuture<Reader> newcomer = CompletableFuture.supplyAsync(() -> lease(pool), threads);
        CompletableFuture.anyOf(first, newcomer).get(30, TimeUnit.SECONDS);
        assertThat(first).isCompletedWithValue(reader);
        assertThat(newcomer).isNotDone();
        pool.release(reader);
        assertThat(newcomer.get(30, TimeUnit.SECONDS)).isSameAs(reader);
    }

    @Test
    void whileItIsBeingClosedAReaderThatIsFreeIsLeasedToNobody() throws Exception {
        ReaderPool pool = pool(2, true);
        Reader busy = lease(pool);
        Reader other = lease(pool);
        CompletableFuture<Reader> parked = park(pool);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> pool.close(TIMEOUT), threads);
        assertFails(parked, SqliteClosedException.class, "Database 'shop' is closed"); // it waits for the busy one now
        pool.release(other);
        assertThatThrownBy(() -> lease(pool)).isInstanceOf(SqliteClosedException.class);
        assertThat(other.isFree()).isTrue();
        pool.release(busy);
        closed.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aParkedCallerThatIsCancelledLeavesTheQueueClean() throws Exception {
        ReaderPool pool = pool(1, true);
        Reader busy = lease(pool);
        Cancellation cancellation = new Cancellation();
        CompletableFuture<Reader> cancelled = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                cancelled.complete(pool.lease("SELECT 1", 0, Bounds.NONE.cancelledBy(cancellation)));
            } catch (Throwable e) {
                cancelled.completeExceptionally(e);
            }
        });
        while (pool.parkedCount() == 0) {
            Thread.onSpinWait();
        }
        CompletableFuture<Reader> next = park(pool);
        assertThat(pool.maxParked()).isEqualTo(2);
        cancellation.cancel();
        assertFails(cancelled, SqliteCancelledException.class, "was cancelled while it waited for a reader");
        pool.release(busy);
        assertThat(next.get(30, TimeUnit.SECONDS)).isSameAs(busy);
        assertThat(pool.maxParked()).isEqualTo(2);
    }

    @Test
    void theTimeOfTheCallEndsTheWaitWhenItIsShorter() throws Exception {
        ReaderPool pool = pool(1, true);
        lease(pool);
        CompletableFuture<Reader> late = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                late.complete(pool.lease("SELECT 1", -40_000_000, Bounds.of(Duration.ofMillis(100))));
            } catch (Throwable e) {
                late.completeExceptionally(e);
            }
        });
        caller.start();
        while (pool.parkedCount() == 0) {
            Thread.onSpinWait();
        }
        clock.set(59_999_999);
        LockSupport.unpark(caller);
        assertThat(late).isNotDone();
        clock.set(60_000_000);
        LockSupport.unpark(caller);
        assertFails(late, SqliteTimeoutException.class, "came free within 100 ms");
        assertFails(late, SqliteTimeoutException.class, "Raise readers.size or the call's timeout");
        caller.join();
    }

    /** With a free reader a lease makes no waiter and no future: nothing at all. */
    @Test
    void aLeaseOfAFreeReaderAllocatesNothing() {
        ThreadMXBean threadBean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ReaderPool pool = pool(2, true);
        long least = Long.MAX_VALUE;
        for (int pass = 0; pass < 5; pass++) { // what the JVM itself allocates meanwhile is not always there
            long before = threadBean.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                pool.release(pool.lease("SELECT 1", 0, Bounds.NONE), 0);
            }
            least = Math.min(least, threadBean.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isLessThan(10_000);
    }

    /** Many callers, few readers, all ways in and out: no reader is ever leased twice, none is lost. */
    @Test
    void neverLeasesAReaderTwice() throws Exception {
        ReaderPool pool = pool(2, true);
        AtomicInteger[] users = { new AtomicInteger(), new AtomicInteger() };
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            callers.add(CompletableFuture.runAsync(() -> {
                for (int round = 0; round < 3_000; round++) {
                    Reader reader = lease(pool);
                    assertThat(users[reader.index()].incrementAndGet()).isEqualTo(1);
                    users[reader.index()].decrementAndGet();
                    pool.release(reader);
                }
            }, threads));
        }
        for (CompletableFuture<Void> caller : callers) {
            caller.get(50, TimeUnit.SECONDS);
        }
        assertThat(pool.available()).isEqualTo(2);
        assertThat(pool.parkedCount()).isZero();
    }
}
