package io.quarkiverse.sqlite.engine.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.sqlite.SqliteCancelledException;
import io.quarkiverse.sqlite.SqliteQueryException;
import io.quarkiverse.sqlite.SqliteTimeoutException;

/** Who is stopped, who is not, and when; by schedule, with looks instead of a watchdog's thread. */
@Timeout(60)
class ExecutionTest {

    private static final Bounds ONE_SECOND = Bounds.of(Duration.ofSeconds(1));
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger interrupts = new AtomicInteger();
    private final Execution execution = new Execution("shop", new Watchdog("shop", clock::get), interrupts::incrementAndGet);

    private static SqliteCancelledException interruptedBySqlite() {
        return new SqliteCancelledException("interrupted", "SELECT 1", 9, null);
    }

    @Test
    void whatEndsInTimeIsLeftAlone() {
        assertThat(execution.<String> run("SELECT 1", 0, ONE_SECOND, () -> {
            assertThat(execution.look(SECOND - 1)).isEqualTo(1);
            return "done";
        })).isEqualTo("done");
        assertThat(execution.look(2 * SECOND)).isEqualTo(Watchdog.IDLE);
        assertThat(interrupts).hasValue(0);
    }

    @Test
    void whatTakesTooLongIsInterruptedAgainAndAgainAndTimesOut() {
        assertThatThrownBy(() -> execution.run("SELECT 1", 0, ONE_SECOND, () -> {
            execution.look(SECOND);
            execution.look(SECOND + 1);
            assertThat(interrupts).as("the first interrupt may have come before SQLite began").hasValue(2);
            throw interruptedBySqlite();
        })).isInstanceOf(SqliteTimeoutException.class).hasMessageContaining("database 'shop' did not end within 1.0 s")
                .hasMessageContaining("query-timeout or withTimeout").hasMessageContaining("[SQL: SELECT 1]")
                .hasCauseInstanceOf(SqliteCancelledException.class);
        execution.look(3 * SECOND);
        assertThat(interrupts).hasValue(2);
    }

    /** Its work is done: an interrupt would turn it into a failure that has happened. */
    @Test
    void whatIsSettledIsNotStopped() {
        assertThat(execution.<String> run("INSERT", 0, ONE_SECOND, () -> {
            execution.settle();
            assertThat(execution.look(2 * SECOND)).isEqualTo(Watchdog.IDLE);
            execution.close();
            return "done";
        })).isEqualTo("done");
        assertThat(interrupts).hasValue(0);
        assertThat(execution.<String> run("INSERT", 0, ONE_SECOND, () -> {
            execution.look(2 * SECOND); // came when it was done, but before it said so
            execution.settle();
            execution.look(3 * SECOND);
            return "done";
        })).isEqualTo("done");
        assertThat(interrupts).hasValue(1);
        execution.run("SELECT 1", 3 * SECOND, ONE_SECOND, () -> {
            execution.look(3 * SECOND);
            return null;
        });
        assertThat(interrupts).hasValue(1);
    }

    @Test
    void nothingRunsInsideOfIt() {
        assertThatThrownBy(() -> execution.run("SELECT 1", 0, Bounds.NONE,
                () -> execution.run("SELECT 2", 0, Bounds.NONE, () -> null))).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("inside of another one's");
        assertThat(execution.<String> run("SELECT 3", 0, Bounds.NONE, () -> "goes on")).isEqualTo("goes on");
    }

    @Test
    void whatRunsNextIsNotMeant() {
        assertThatThrownBy(() -> execution.run("SELECT 1", 0, ONE_SECOND, () -> {
            execution.look(SECOND);
            throw interruptedBySqlite();
        })).isInstanceOf(SqliteTimeoutException.class);
        execution.run("SELECT 2", 2 * SECOND, ONE_SECOND, () -> {
            execution.look(2 * SECOND);
            return null;
        });
        assertThat(interrupts).hasValue(1);
    }

    /** Whoever sends the interrupt holds the execution open, so that nothing else can begin on the connection. */
    @Test
    void anExecutionDoesNotEndWhileItsInterruptIsBeingSent() throws Exception {
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch send = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        execution.interrupts(() -> {
            sending.countDown();
            await(send);
        });
        CompletableFuture<String> runs = CompletableFuture.supplyAsync(() -> execution.run("SELECT 1", 0, ONE_SECOND, () -> {
            running.countDown();
            await(finish);
            return "done";
        }));
        running.await();
        CompletableFuture<Long> look = CompletableFuture.supplyAsync(() -> execution.look(SECOND));
        sending.await();
        finish.countDown();
        assertThatThrownBy(() -> runs.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(java.util.concurrent.TimeoutException.class);
        send.countDown();
        assertThat(runs.get(30, TimeUnit.SECONDS)).as("too late to spoil the result").isEqualTo("done");
        look.get(30, TimeUnit.SECONDS);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anInterruptOfTheThreadStopsItsStatementAndStays() throws Exception {
        CompletableFuture<Boolean> stays = new CompletableFuture<>();
        CompletableFuture<String> failure = new CompletableFuture<>();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        execution.interrupts(interrupted::countDown);
        Thread thread = new Thread(() -> {
            try {
                execution.run("SELECT 1", 0, Bounds.NONE, () -> {
                    running.countDown();
                    while (interrupted.getCount() > 0) {
                        Thread.onSpinWait();
                    }
                    throw interruptedBySqlite();
                });
            } catch (SqliteCancelledException e) {
                failure.complete(e.getMessage());
                stays.complete(Thread.currentThread().isInterrupted());
            }
        }, "reader-thread");
        thread.start();
        running.await();
        assertThat(execution.look(0)).isEqualTo(Watchdog.BUSY);
        assertThat(interrupted.getCount()).isEqualTo(1);
        thread.interrupt();
        execution.look(0);
        assertThat(failure.get(30, TimeUnit.SECONDS)).startsWith("The thread 'reader-thread' was interrupted");
        assertThat(stays.get()).isTrue();
        thread.join();
    }

    @Test
    void anInterruptedThreadDoesNotBegin() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> execution.run("SELECT 1", 0, Bounds.NONE, () -> {
            throw new AssertionError("it ran");
        })).isInstanceOf(SqliteCancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whatWasCancelledStopsOrDoesNotBegin() {
        Cancellation cancellation = new Cancellation();
        Bounds bounds = Bounds.NONE.cancelledBy(cancellation);
        assertThatThrownBy(() -> execution.run("SELECT 1", 0, bounds, () -> {
            execution.look(0);
            assertThat(interrupts).hasValue(0);
            cancellation.cancel();
            execution.look(0);
            assertThat(interrupts).hasValue(1);
            throw interruptedBySqlite();
        })).isInstanceOf(SqliteCancelledException.class).hasMessageContaining("was cancelled");
        assertThatThrownBy(() -> execution.run("SELECT 1", 0, bounds, () -> {
            throw new AssertionError("it ran");
        })).isInstanceOf(SqliteCancelledException.class).hasMessageContaining("was cancelled");
    }

    @Test
    void noCancellationCanNotBeCancelled() {
        assertThatThrownBy(Cancellation.NONE::cancel).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void closingStopsWhatRunsAndNothingElse() {
        execution.close();
        assertThat(interrupts).hasValue(0);
        assertThatThrownBy(() -> execution.run("SELECT 1", 0, Bounds.NONE, () -> {
            execution.close();
            execution.close();
            assertThat(interrupts).hasValue(2);
            throw interruptedBySqlite();
        })).isInstanceOf(SqliteCancelledException.class).hasMessageContaining("is being closed");
    }

    /** SQLITE_INTERRUPT that nobody here asked for, and other errors, stay what they are. */
    @Test
    void otherErrorsPassUnchanged() {
        SqliteCancelledException foreign = interruptedBySqlite();
        assertThatThrownBy(() -> execution.run("SELECT 1", 0, ONE_SECOND, () -> {
            throw foreign;
        })).isSameAs(foreign);
        SqliteQueryException error = new SqliteQueryException("no such table", "SELECT 1", 1, null);
        assertThatThrownBy(() -> execution.run("SELECT 1", 0, ONE_SECOND, () -> {
            execution.look(SECOND);
            throw error;
        })).isSameAs(error);
        assertThat(execution.look(5 * SECOND)).as("it has ended").isEqualTo(Watchdog.IDLE);
    }

    @Test
    void afterARenewalTheNewConnectionIsMeant() throws ExecutionException {
        AtomicInteger renewed = new AtomicInteger();
        execution.interrupts(renewed::incrementAndGet);
        execution.run("SELECT 1", 0, ONE_SECOND, () -> {
            execution.look(SECOND);
            return null;
        });
        assertThat(renewed).hasValue(1);
        assertThat(interrupts).hasValue(0);
    }

    /** Looks at random moments from another thread: each interrupt falls into an execution that was due. */
    @Test
    void looksAndEndsNeverMixUp() throws Exception {
        AtomicLong due = new AtomicLong(); // the number of the execution that may be interrupted, or 0
        AtomicInteger wrong = new AtomicInteger();
        execution.interrupts(() -> {
            if (due.get() == 0) {
                wrong.incrementAndGet();
            }
            interrupts.incrementAndGet();
        });
        CompletableFuture<Void> running = CompletableFuture.runAsync(() -> {
            for (int i = 1; i <= 200_000 || interrupts.get() < 100; i++) { // until the two have met often enough
                boolean late = i % 2 == 0;
                int number = i;
                execution.run("SELECT 1", late ? -SECOND : 0, ONE_SECOND, () -> {
                    return null;
                });
                due.set(late ? 0 : number + 1);
            }
        });
        // clock 0: even executions are due from their beginning, odd ones never; due is set from the end of an odd one
        // to the end of the even one behind it
        while (!running.isDone() && !Thread.currentThread().isInterrupted()) {
            execution.look(0);
        }
        running.get();
        assertThat(wrong).hasValue(0);
    }
}
