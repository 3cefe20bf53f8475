package io.quarkiverse.sqlite.benchmarks.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** On a thread of its own: no interrupt ends the wait of a lost wake-up. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class HandoverTest {

    private static final int HANDOVERS = 10_000;
    /** Longer than any test takes. */
    private static final int ALWAYS = 1_000_000_000;

    static Stream<Named<Supplier<Handover>>> all() {
        return Stream.concat(Stream.of(Named.of("on the caller", Handover::onCaller)), withWorker());
    }

    static Stream<Named<Supplier<Handover>>> withWorker() {
        return Stream.concat(thatPark(), Stream.of(
                Named.of("worker always spins", () -> Handover.spinning(ALWAYS, 0)),
                Named.of("caller always spins", () -> Handover.spinning(0, ALWAYS)),
                Named.of("both always spin", () -> Handover.spinning(ALWAYS, ALWAYS))));
    }

    /** Those where both sides park in the end. */
    static Stream<Named<Supplier<Handover>>> thatPark() {
        return Stream.concat(Stream.of(Named.of("parked", Handover::parked)), Stream.of(1, 5, 15, 40, 200)
                .flatMap(window -> Stream.of(
                        Named.of("worker spins " + window, () -> Handover.spinning(window, 0)),
                        Named.of("both spin " + window, () -> Handover.spinning(window, window)))));
    }

    /** Returns when the thread parks: what comes then meets a parked one. */
    private static void awaitParked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void eachCallGetsItsResultInOrder(Supplier<Handover> open) throws Exception {
        List<Integer> ran = new ArrayList<>();
        try (Handover handover = open.get()) {
            for (int i = 0; i < HANDOVERS; i++) {
                int call = i;
                assertThat(handover.<Integer> call(() -> {
                    ran.add(call);
                    return call;
                })).isEqualTo(call);
            }
        }
        assertThat(ran).containsExactlyElementsOf(IntStream.range(0, HANDOVERS).boxed().toList());
    }

    /**
     * Tasks and gaps of all lengths around the window, so that tasks and results come while the other side is about
     * to park.
     */
    @ParameterizedTest
    @MethodSource("thatPark")
    void noWakeUpIsLostOnTheWayToPark(Supplier<Handover> open) throws Exception {
        Random random = new Random(11);
        try (Handover handover = open.get()) {
            for (int i = 0; i < HANDOVERS; i++) {
                int call = i;
                int length = random.nextInt(400);
                spin(random.nextInt(400));
                assertThat(handover.<Integer> call(() -> {
                    spin(length);
                    return call;
                })).isEqualTo(call);
            }
        }
    }

    private static void spin(int times) {
        for (int time = 0; time < times; time++) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @MethodSource("withWorker")
    void allTasksRunOnTheOneWorker(Supplier<Handover> open) throws Exception {
        try (Handover handover = open.get()) {
            Thread worker = handover.call(Thread::currentThread);
            assertThat(worker).isNotSameAs(Thread.currentThread());
            assertThat(handover.call(Thread::currentThread)).isSameAs(worker);
        }
    }

    @Test
    void withoutAWorkerTheCallerRunsItsTasks() throws Exception {
        try (Handover handover = Handover.onCaller()) {
            assertThat(handover.call(Thread::currentThread)).isSameAs(Thread.currentThread());
            assertThat(handover.parks()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void theTasksExceptionReachesTheCaller(Supplier<Handover> open) throws Exception {
        try (Handover handover = open.get()) {
            for (Throwable failure : List.of(new IOException("checked"), new IllegalArgumentException("unchecked"),
                    new AssertionError("error"))) {
                assertThatThrownBy(() -> handover.call(() -> {
                    if (failure instanceof Error error) {
                        throw error;
                    }
                    throw (Exception) failure;
                })).isSameAs(failure);
                assertThat(handover.<String> call(() -> "the next one runs")).isEqualTo("the next one runs");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("thatPark")
    void aTaskAfterAParkedPhaseRuns(Supplier<Handover> open) throws Exception {
        try (Handover handover = open.get()) {
            Thread worker = handover.call(Thread::currentThread);
            for (int phase = 1; phase <= 10; phase++) {
                awaitParked(worker);
                int result = phase;
                assertThat(handover.<Integer> call(() -> result)).isEqualTo(result);
                assertThat(handover.parks()).isGreaterThanOrEqualTo(phase);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("thatPark")
    void theResultWakesACallerThatHasParked(Supplier<Handover> open) throws Exception {
        Thread caller = Thread.currentThread();
        try (Handover handover = open.get()) {
            for (int i = 0; i < 10; i++) {
                assertThat(handover.<String> call(() -> {
                    awaitParked(caller);
                    return "awake";
                })).isEqualTo("awake");
            }
        }
    }

    @Test
    void aWorkerDoesNotParkInItsWindow() throws Exception {
        try (Handover handover = Handover.spinning(ALWAYS, 0)) {
            for (int i = 0; i < 1_000; i++) {
                handover.call(() -> null);
            }
            assertThat(handover.parks()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("withWorker")
    void closeWhileIdleEndsTheThread(Supplier<Handover> open) throws Exception {
        Handover handover = open.get();
        Thread worker = handover.call(Thread::currentThread);
        handover.close();
        assertThat(worker.isAlive()).isFalse();
        assertThatCode(handover::close).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("thatPark")
    void closeWhileParkedEndsTheThread(Supplier<Handover> open) throws Exception {
        Handover handover = open.get();
        Thread worker = handover.call(Thread::currentThread);
        awaitParked(worker);
        handover.close();
        assertThat(worker.isAlive()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("all")
    void aClosedOneTakesNoTask(Supplier<Handover> open) {
        Handover handover = open.get();
        handover.close();
        assertThatThrownBy(() -> handover.call(() -> null)).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void closeLetsTheRunningTaskEnd() throws Exception {
        Handover handover = Handover.parked();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        CompletableFuture<Thread> result = callAsync(handover, running, finish);
        running.await();
        Thread closer = new Thread(handover::close);
        closer.start();
        awaitParked(closer);
        assertThat(result).isNotDone();
        finish.countDown();
        closer.join();
        assertThat(result.join().isAlive()).isFalse();
    }

    @Test
    void aSecondCallerIsRefusedWhileATaskRuns() throws Exception {
        try (Handover handover = Handover.parked()) {
            CountDownLatch running = new CountDownLatch(1);
            CountDownLatch finish = new CountDownLatch(1);
            CompletableFuture<Thread> result = callAsync(handover, running, finish);
            running.await();
            assertThatThrownBy(() -> handover.call(() -> null)).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("another caller");
            finish.countDown();
            assertThat(result.join().getName()).isEqualTo("handover");
            assertThat(handover.<String> call(() -> "free again")).isEqualTo("free again");
        }
    }

    private static CompletableFuture<Thread> callAsync(Handover handover, CountDownLatch running, CountDownLatch finish) {
        CompletableFuture<Thread> result = new CompletableFuture<>();
        new Thread(() -> {
            try {
                result.complete(handover.call(() -> {
                    running.countDown();
                    finish.await();
                    return Thread.currentThread();
                }));
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        }).start();
        return result;
    }

    @ParameterizedTest
    @MethodSource("thatPark")
    void anInterruptedCallerGetsItsResultAndStaysInterrupted(Supplier<Handover> open) throws Exception {
        Thread caller = Thread.currentThread();
        try (Handover handover = open.get()) {
            assertThat(handover.<String> call(() -> {
                caller.interrupt();
                awaitParked(caller);
                return "result";
            })).isEqualTo("result");
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
