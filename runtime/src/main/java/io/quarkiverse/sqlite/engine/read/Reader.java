package io.quarkiverse.sqlite.engine.read;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

import io.quarkiverse.sqlite.ReaderDiagnostics;
import io.quarkiverse.sqlite.ReaderState;
import io.quarkiverse.sqlite.engine.decode.Selection;
import io.quarkiverse.sqlite.engine.driver.Admission;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.driver.DriverStatement;
import io.quarkiverse.sqlite.engine.work.Bounds;
import io.quarkiverse.sqlite.engine.work.Execution;
import io.quarkiverse.sqlite.engine.work.Watchdog;

/** A place in the pool with a read-only connection, which may be renewed. */
public final class Reader {

    private static final int FREE = ReaderState.FREE.ordinal();
    private static final int BUSY = ReaderState.BUSY.ordinal();
    private static final int RENEWING = ReaderState.RENEWING.ordinal();
    private static final int CLOSED = ReaderState.CLOSED.ordinal();

    private static final Object[] NO_PARAMETERS = {};

    private final int index;
    private final Supplier<ReadSession> open;
    private final Execution execution;
    /** Replaced by whoever renews; read from anywhere for figures. */
    private volatile Held held;
    /** The lease: whoever moves it from FREE to BUSY may use the connection. */
    private final AtomicInteger state = new AtomicInteger(FREE);
    /** Written under the lease only, read from anywhere: hence the cheap ordered writes. */
    private final AtomicLong leases = new AtomicLong();
    /** Written under the lease. */
    private volatile Runnable told;
    // Told to those that time out. Written by the leaseholder without a fence: an old value only makes a message less exact.
    private String operation;
    private long since;

    /** The session, and the figures of those that were given up before it. */
    private record Held(ReadSession session, long earlierHits, long earlierMisses) {

        long hits() {
            return earlierHits + session.connection().cacheHits();
        }

        long misses() {
            return earlierMisses + session.connection().cacheMisses();
        }
    }

    /**
     * @param database the name for errors
     * @param index its place in the pool
     * @param open opens a session: now, and whenever the reader is renewed
     * @param watchdog stops what runs for too long
     */
    public Reader(String database, int index, Supplier<ReadSession> open, Watchdog watchdog) {
        this.index = index;
        this.open = open;
        this.held = new Held(open.get(), 0, 0);
        this.execution = new Execution(database, watchdog, connection()::interrupt);
        watchdog.watch(execution);
    }

    /** Its place in the pool, from 0. */
    public int index() {
        return index;
    }

    /**
     * Runs a query; only under the lease.
     *
     * @param start when the call began
     * @param bounds how long it may take, and who may end it
     */
    public <T> T run(String sql, long start, Bounds bounds, Function<Selection, T> query) {
        Selection selection = held.session().selection();
        return execution.run(sql, start, bounds, () -> query.apply(selection));
    }

    /** Runs a statement that steers a transaction, and is not stopped. */
    void control(String sql) {
        try (DriverStatement statement = connection().statement(sql, Admission.ANY)) {
            statement.run(NO_PARAMETERS);
        }
    }

    /** What to tell when the database is being closed and wants the reader back; {@code null} for nothing. */
    void onStop(Runnable told) {
        this.told = told;
    }

    /** Stops what runs on it, because the database is being closed; to be repeated until it is free. */
    void stop() {
        execution.close();
        Runnable holder = told;
        if (holder != null) {
            holder.run();
        }
    }

    DriverConnection connection() {
        return held.session().connection();
    }

    long cacheHits() {
        return held.hits();
    }

    long cacheMisses() {
        return held.misses();
    }

    int jsonBufferBytes() {
        return held.session().buffer().capacity();
    }

    ReaderDiagnostics diagnostics() {
        ReadSession now = held.session();
        return new ReaderDiagnostics(index, ReaderState.values()[state.get()], leases.get(),
                now.connection().cachedStatements(), now.buffer().capacity());
    }

    boolean tryLease() {
        return state.get() == FREE && state.compareAndSet(FREE, BUSY);
    }

    void free() {
        state.set(FREE);
    }

    /** From the lease into the hands of whoever renews it. */
    void toRenew() {
        state.set(RENEWING);
    }

    /** Gives up all that it holds; by whoever renews it. When nothing new can be opened it keeps what it has, and fails. */
    void renew() {
        ReadSession fresh = open.get();
        Held old = held;
        execution.interrupts(fresh.connection()::interrupt);
        held = new Held(fresh, old.hits(), old.misses());
        old.session().connection().close();
    }

    boolean tryClose() {
        return state.compareAndSet(FREE, CLOSED);
    }

    boolean isFree() {
        return state.get() == FREE;
    }

    boolean isBusy() {
        return state.get() == BUSY;
    }

    boolean isRenewing() {
        return state.get() == RENEWING;
    }

    void begin(String operation, long now) {
        this.operation = operation;
        this.since = now;
        leases.lazySet(leases.getPlain() + 1);
    }

    String operation() {
        return operation;
    }

    long since() {
        return since;
    }

    /** Closes its connection; after {@link #tryClose}, or when it is given to nobody. */
    public void close() {
        connection().close();
    }
}
