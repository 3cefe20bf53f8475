package io.quarkiverse.sqlite.engine.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.sqlite.engine.work.ParkedCallers.Failure;
import io.quarkiverse.sqlite.engine.work.ParkedCallers.Outcome;

@Timeout(60)
class ParkedCallersTest {

    private static final long LONG = Duration.ofMinutes(5).toNanos();

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong clock = new AtomicLong();
    private final ParkedCallers<String> parked = new ParkedCallers<>(clock::get);

    @AfterEach
    void stop() throws InterruptedException {
        threads.shutdownNow();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).as("no thread hangs").isTrue();
    }

    private final Queue<String> free = new ConcurrentLinkedQueue<>();

    /** Makes a thing free; false when nobody took it. */
    private boolean release(String thing) {
        free.add(thing);
        parked.serveParked(free::poll);
        return !free.remove(thing);
    }

    /** Parks a caller and returns when it is in the queue. */
    private CompletableFuture<Outcome<String>> park(Thread[] thread) {
        int before = parked.count();
        CompletableFuture<Outcome<String>> outcome = new CompletableFuture<>();
        threads.execute(() -> {
            thread[0] = Thread.currentThread();
            outcome.complete(parked.park(() -> null, LONG, Cancellation.NONE));
        });
        while (parked.count() == before) {
            Thread.onSpinWait();
        }
        return outcome;
    }

    private CompletableFuture<Outcome<String>> park() {
        return park(new Thread[1]);
    }

    @Test
    void servesFirstComeFirstServedAndOnePerHandOver() throws Exception {
        List<CompletableFuture<Outcome<String>>> callers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            callers.add(park());
        }
        for (int i = 0; i < 5; i++) {
            assertThat(release("thing " + i)).isTrue();
            assertThat(callers.get(i).get(30, TimeUnit.SECONDS).thing()).isEqualTo("thing " + i);
            assertThat(parked.count()).isEqualTo(4 - i);
            assertThat(callers.subList(i + 1, 5)).noneMatch(CompletableFuture::isDone);
        }
        assertThat(release("nobody is there")).isFalse();
    }

    @Test
    void takesWhatCameFreeBeforeItWasInTheQueue() {
        assertThat(parked.park(() -> "free", LONG, Cancellation.NONE).thing()).isEqualTo("free");
        assertThat(parked.count()).isZero();
    }

    @Test
    void anInterruptedCallerLeavesTheQueueClean() throws Exception {
        Thread[] thread = new Thread[1];
        CompletableFuture<Outcome<String>> first = park(thread);
        CompletableFuture<Outcome<String>> second = park();
        thread[0].interrupt();
        assertThat(first.get(30, TimeUnit.SECONDS).failure()).isEqualTo(Failure.INTERRUPTED);
        assertThat(parked.count()).isEqualTo(1);
        assertThat(release("thing")).isTrue();
        assertThat(second.get(30, TimeUnit.SECONDS).thing()).isEqualTo("thing");
    }

    @Test
    void keepsTheInterruptForTheCaller() {
        Thread.currentThread().interrupt();
        assertThat(parked.park(() -> null, LONG, Cancellation.NONE).failure()).isEqualTo(Failure.INTERRUPTED);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aCallerWhoseTimeIsUpLeavesTheQueueClean() throws Exception {
        Thread[] thread = new Thread[1];
        CompletableFuture<Outcome<String>> late = park(thread);
        clock.addAndGet(LONG);
        java.util.concurrent.locks.LockSupport.unpark(thread[0]);
        assertThat(late.get(30, TimeUnit.SECONDS).failure()).isEqualTo(Failure.TIMED_OUT);
        assertThat(parked.count()).isZero();
        assertThat(release("thing")).isFalse();
    }

    @Test
    void closeRejectsTheParkedAndThoseWhoCome() throws Exception {
        CompletableFuture<Outcome<String>> waiting = park();
        parked.close();
        assertThat(waiting.get(30, TimeUnit.SECONDS).failure()).isEqualTo(Failure.CLOSED);
        assertThat(parked.park(() -> "free", LONG, Cancellation.NONE).failure()).isEqualTo(Failure.CLOSED);
        assertThat(parked.count()).isZero();
    }

    /** Many callers pass one thing around by the protocol that pools use: nobody is lost, and never do two have it. */
    @Test
    void neverLosesAWakeNorGivesAThingTwice() throws Exception {
        ParkedCallers<Object> queue = new ParkedCallers<>(System::nanoTime);
        Object thing = new Object();
        ConcurrentLinkedQueue<Object> things = new ConcurrentLinkedQueue<>(List.of(thing));
        AtomicInteger holders = new AtomicInteger();
        List<CompletableFuture<Integer>> callers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            callers.add(CompletableFuture.supplyAsync(() -> {
                int served = 0;
                for (int round = 0; round < 3_000; round++) {
                    Object mine = queue.count() == 0 ? things.poll() : null;
                    if (mine == null) {
                        mine = queue.park(things::poll, LONG, Cancellation.NONE).thing();
                    }
                    assertThat(mine).isSameAs(thing);
                    assertThat(holders.incrementAndGet()).isEqualTo(1);
                    served++;
                    holders.decrementAndGet();
                    things.add(mine);
                    queue.serveParked(things::poll);
                }
                return served;
            }, threads));
        }
        for (CompletableFuture<Integer> caller : callers) {
            assertThat(caller.get(50, TimeUnit.SECONDS)).isEqualTo(3_000);
        }
        assertThat(things).containsExactly(thing);
    }
}
