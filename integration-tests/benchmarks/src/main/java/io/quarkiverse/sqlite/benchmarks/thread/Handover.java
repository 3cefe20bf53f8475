package io.quarkiverse.sqlite.benchmarks.thread;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs tasks of one caller at a time, on a thread of its own or on the caller's, and gives each call its result.
 * <p>
 * State: {@code slot} is empty, or has the call that was handed over, or {@code CLOSED}. The caller fills it, the
 * worker empties it before it answers, and the worker alone closes it, when it is empty: no call gets in behind the
 * worker's last look.
 */
public final class Handover implements AutoCloseable {

    private static final Call<Void> CLOSED = new Call<>(() -> null, 0);

    private final AtomicReference<Call<?>> slot = new AtomicReference<>();
    private final Waiter waiter;
    private final long callerNanos;
    /** Null where the caller runs its tasks itself. */
    private final Thread worker;
    private volatile boolean closed;

    /** A task on its way to the worker and back. */
    private static final class Call<T> {

        private final Callable<T> task;
        private final Waiter caller;
        private T result;
        private Throwable failure;
        /** Written after result and failure, read before them. */
        private volatile boolean done;

        Call(Callable<T> task, long callerNanos) {
            this.task = task;
            this.caller = new Waiter(callerNanos);
        }

        void run() {
            try {
                result = task.call();
            } catch (Throwable thrown) {
                failure = thrown;
            }
        }

        void answer() {
            done = true;
            caller.wake();
        }

        T await() throws Exception {
            caller.await(() -> done);
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof Exception exception) {
                throw exception;
            }
            return result;
        }
    }

    private Handover(long workerNanos, long callerNanos, boolean threaded) {
        this.waiter = new Waiter(workerNanos);
        this.callerNanos = callerNanos;
        this.worker = threaded ? new Thread(this::work, "handover") : null;
        if (threaded) {
            worker.setDaemon(true);
            worker.start();
        }
    }

    /** Without a worker: the caller runs its tasks itself. */
    public static Handover onCaller() {
        return new Handover(0, 0, false);
    }

    /** Worker and caller park at once where they have to wait. */
    public static Handover parked() {
        return spinning(0, 0);
    }

    /**
     * Worker and caller spin before they park.
     *
     * @param workerMicros how long the worker looks for the next task
     * @param callerMicros how long the caller looks for its result
     */
    public static Handover spinning(int workerMicros, int callerMicros) {
        return new Handover(TimeUnit.MICROSECONDS.toNanos(workerMicros), TimeUnit.MICROSECONDS.toNanos(callerMicros), true);
    }

    /**
     * Runs a task and waits for it.
     *
     * @param task what to run
     * @return its result
     * @throws Exception what the task has thrown
     * @throws IllegalStateException if this is closed, or runs another caller's task
     */
    public <T> T call(Callable<T> task) throws Exception {
        if (closed) {
            throw new IllegalStateException("The handover is closed");
        }
        if (worker == null) {
            return task.call();
        }
        Call<T> call = new Call<>(task, callerNanos);
        if (!slot.compareAndSet(null, call)) {
            throw new IllegalStateException(closed ? "The handover is closed" : "The handover runs another caller's task");
        }
        waiter.wake();
        return call.await();
    }

    /** How often the worker has parked. */
    public long parks() {
        return waiter.parks();
    }

    private void work() {
        while (true) {
            waiter.await(() -> slot.get() != null || closed);
            Call<?> call = slot.get();
            if (call != null) {
                call.run();
                slot.set(null);
                call.answer();
            } else if (slot.compareAndSet(null, CLOSED)) {
                return;
            }
        }
    }

    /** Ends the thread, after the task that it runs, and waits for its end. */
    @Override
    public void close() {
        closed = true;
        if (worker == null || worker == Thread.currentThread()) {
            return;
        }
        waiter.wake();
        try {
            worker.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
