package io.quarkiverse.sqlite.engine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.sqlite.SqliteCancelledException;
import io.quarkiverse.sqlite.SqliteClosedException;
import io.quarkiverse.sqlite.SqliteTimeoutException;
import io.quarkiverse.sqlite.engine.decode.RowSizeMemory;
import io.quarkiverse.sqlite.engine.json.JsonBuffer;
import io.quarkiverse.sqlite.engine.json.JsonBufferSizes;
import io.quarkiverse.sqlite.engine.observe.EngineListener;

@Timeout(60)
class ReaderPoolTest {

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong clock = new AtomicLong();
    private final List<FakeConnection> connections = new ArrayList<>();
    private final List<Long> parkedNanos = new ArrayList<>();

    @AfterEach
    void stop() throws InterruptedException {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).as("no thread hangs").isTrue();
    }

    private ReaderPool pool(int size, boolean sticky) {
        RowSizeMemory memory = new RowSizeMemory(true);
        List<Reader> readers = IntStream.range(0, size).mapToObj(index -> {
            connections.add(new FakeConnection());
            return new Reader(index, connections.get(index), memory,
                    new JsonBuffer(new JsonBufferSizes(16, 16, 16), new LongAccumulator(Long::max, 0)));
        }).toList();
        return new ReaderPool("shop", readers, sticky, TIMEOUT, new EngineListener() {
            @Override
            public void parked(long nanos) {
                synchronized (parkedNanos) {
                    parkedNanos.add(nanos);
                }
            }
        }, clock::get);
    }

    private static Reader lease(ReaderPool pool) {
        return pool.lease("SELECT 1", 0);
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
            Reader reader = pool.leaseInTurn("SELECT 1", 0);
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
        Reader busy = pool.lease("SELECT slow", 0);
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
        connections.get(busy.index()).onInterrupt = () -> pool.release(busy);
        connections.get(again.index()).onInterrupt = () -> pool.release(again);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> pool.close(Duration.ofNanos(1)), threads);
        assertFails(rejected, SqliteClosedException.class, "Database 'shop' is closed");
        while (!closed.isDone()) {
            clock.incrementAndGet();
            Thread.onSpinWait();
        }
        closed.get();
        assertThat(connections).allMatch(connection -> connection.closed.get());
        assertThat(connections).allMatch(connection -> connection.interrupts.get() == 1);
        assertThatThrownBy(() -> lease(pool)).isInstanceOf(SqliteClosedException.class);
    }

    @Test
    void closeWaitsForAReaderWithoutInterruptingItInTime() throws Exception {
        ReaderPool pool = pool(1, true);
        Reader busy = lease(pool);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> pool.close(TIMEOUT), threads);
        assertThatThrownBy(() -> {
            while (true) {
                pool.lease("SELECT 1", 0); // parks until the pool is closed
            }
        }).isInstanceOf(SqliteClosedException.class);
        assertThat(closed).isNotDone();
        assertThat(connections.get(0).closed).isFalse();
        pool.release(busy);
        closed.get(30, TimeUnit.SECONDS);
        assertThat(connections.get(0).closed).isTrue();
        assertThat(connections.get(0).interrupts).hasValue(0);
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
