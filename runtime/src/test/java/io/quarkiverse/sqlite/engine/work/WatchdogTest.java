package io.quarkiverse.sqlite.engine.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WatchdogTest {

    private final AtomicLong clock = new AtomicLong(7);
    private final Watchdog watchdog = new Watchdog("shop", clock::get);

    @Test
    void looksAgainWhenTheFirstOfAllAsksForIt() {
        watchdog.watch(now -> Watchdog.BUSY);
        watchdog.watch(now -> Watchdog.AGAIN);
        Watched more = now -> 5;
        watchdog.watch(more);
        assertThat(watchdog.look()).isEqualTo(5);
        watchdog.forget(more);
        assertThat(watchdog.look()).isEqualTo(Watchdog.AGAIN);
    }

    @Test
    void withNothingToWatchItLooksSeldom() {
        assertThat(watchdog.look()).isEqualTo(Watchdog.IDLE);
    }

    @Test
    void whatFailsIsTriedAgainAndEndsNothingElse() {
        AtomicInteger failures = new AtomicInteger();
        watchdog.watch(now -> {
            failures.incrementAndGet();
            throw new IllegalStateException("on purpose: this is logged");
        });
        watchdog.watch(now -> 5);
        assertThat(watchdog.look()).isEqualTo(5);
        assertThat(watchdog.look()).isEqualTo(5);
        assertThat(failures).hasValue(2);
    }

    @Test
    void itsThreadLooksAndEndsWithIt() throws Exception {
        CountDownLatch looks = new CountDownLatch(3);
        AtomicInteger count = new AtomicInteger();
        watchdog.watch(now -> {
            count.incrementAndGet();
            looks.countDown();
            return 1;
        });
        watchdog.start();
        assertThat(looks.await(30, TimeUnit.SECONDS)).isTrue();
        watchdog.close();
        int last = count.get();
        assertThat(Thread.getAllStackTraces().keySet()).noneMatch(thread -> thread.getName().equals("sqlite-watchdog-shop"));
        assertThat(count).hasValue(last);
    }

    /** A call that has less time than is left until the next look wakes it. */
    @Test
    void aNearDeadlineIsNotSleptThrough() throws Exception {
        CountDownLatch idle = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Watchdog real = new Watchdog("shop", System::nanoTime);
        Execution execution = new Execution("shop", real, interrupted::countDown);
        real.watch(now -> {
            idle.countDown();
            return Duration.ofDays(1).toNanos();
        });
        real.watch(execution);
        real.start();
        idle.await();
        execution.run("SELECT 1", System.nanoTime(), Bounds.of(Duration.ofMillis(1)), () -> {
            try {
                assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return null;
        });
        real.close();
    }
}
