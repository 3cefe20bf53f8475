package io.quarkiverse.sqlite.engine.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.sqlite.SqliteClosedException;
import io.quarkiverse.sqlite.SqliteTimeoutException;
import io.quarkiverse.sqlite.engine.work.Bounds;

/** How closing deals with a holder that takes its time. */
@Timeout(60)
class WriterLeaseTest {

    private final WriterLease lease = new WriterLease("shop", Duration.ofMinutes(5), System::nanoTime);
    private final CountDownLatch hurried = new CountDownLatch(1);

    private CompletableFuture<Void> close(Duration grace) {
        lease.refuse();
        return CompletableFuture.runAsync(() -> lease.close(grace, hurried::countDown));
    }

    @Test
    void oneThatEndsInTimeIsNotHurried() throws Exception {
        lease.acquire("transaction", 0, Bounds.NONE);
        CompletableFuture<Void> closed = close(Duration.ofMinutes(5));
        assertThat(closed).isNotDone();
        lease.release();
        closed.get(30, TimeUnit.SECONDS);
        assertThat(hurried.getCount()).isEqualTo(1);
    }

    @Test
    void oneThatTakesLongerIsHurriedAndWaitedForOnceMore() throws Exception {
        lease.acquire("transaction", 0, Bounds.NONE);
        CompletableFuture<Void> closed = close(Duration.ofSeconds(2));
        hurried.await();
        assertThat(closed).isNotDone();
        lease.release();
        closed.get(30, TimeUnit.SECONDS);
    }

    @Test
    void whoComesBeforeTheCloserIsRefusedAndGivesItBack() throws Exception {
        lease.refuse();
        assertThatThrownBy(() -> lease.acquire("INSERT", 0, Bounds.NONE)).isInstanceOf(SqliteClosedException.class)
                .hasMessageContaining("Database 'shop' is closed");
        close(Duration.ofMinutes(5)).get(30, TimeUnit.SECONDS);
    }

    /** What is interrupted between two statements does not notice: it is hurried until it ends. */
    @Test
    void hurryingIsRepeated() throws Exception {
        // the first grace is over as soon as it has begun, the second never ends by itself
        AtomicBoolean graceBegan = new AtomicBoolean(true);
        WriterLease timed = new WriterLease("shop", Duration.ofMinutes(5),
                () -> graceBegan.getAndSet(true) ? Duration.ofSeconds(1).toNanos() : 0);
        timed.acquire("transaction", 0, Bounds.NONE);
        timed.refuse();
        graceBegan.set(false);
        CountDownLatch times = new CountDownLatch(3);
        CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> timed.close(Duration.ofSeconds(1), times::countDown));
        assertThat(times.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(closed).isNotDone();
        timed.release();
        closed.get(30, TimeUnit.SECONDS);
    }

    @Test
    void oneThatDoesNotEndIsNamed() {
        lease.acquire("transaction", 0, Bounds.NONE);
        lease.runs("DELETE FROM t");
        assertThatThrownBy(() -> close(Duration.ofMillis(20)).get(30, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(SqliteTimeoutException.class)
                .hasMessageContaining(
                        "Database 'shop' can't be closed: thread '" + Thread.currentThread().getName() + "' holds it for")
                .hasMessageContaining("with [transaction], at [DELETE FROM t], and does not end");
        assertThat(hurried.getCount()).isZero();
    }
}
