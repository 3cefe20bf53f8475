package io.quarkiverse.sqlite.engine.read;

import java.util.concurrent.atomic.AtomicInteger;

import io.quarkiverse.sqlite.engine.decode.RowSizeMemory;
import io.quarkiverse.sqlite.engine.decode.Selection;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.json.JsonBuffer;

/** A read-only connection and its place in the pool. */
public final class Reader {

    private static final int FREE = 0;
    private static final int BUSY = 1;
    private static final int CLOSED = 2;

    private final int index;
    private final DriverConnection connection;
    private final JsonBuffer buffer;
    private final Selection selection;
    /** The lease: whoever moves it from FREE to BUSY may use the connection. */
    private final AtomicInteger state = new AtomicInteger(FREE);
    // Told to those that time out. Written by the leaseholder without a fence: an old value only makes a message less exact.
    private String operation;
    private long since;

    /**
     * @param index its place in the pool
     * @param connection a connection that only reads
     * @param memory the row counts that all readers share
     * @param buffer its own, for results as JSON
     */
    public Reader(int index, DriverConnection connection, RowSizeMemory memory, JsonBuffer buffer) {
        this.index = index;
        this.connection = connection;
        this.buffer = buffer;
        this.selection = new Selection(connection, memory, buffer);
    }

    /** Its place in the pool, from 0. */
    public int index() {
        return index;
    }

    /** Runs queries; only under the lease. */
    public Selection selection() {
        return selection;
    }

    JsonBuffer buffer() {
        return buffer;
    }

    DriverConnection connection() {
        return connection;
    }

    boolean tryLease() {
        return state.get() == FREE && state.compareAndSet(FREE, BUSY);
    }

    void free() {
        state.set(FREE);
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

    void begin(String operation, long now) {
        this.operation = operation;
        this.since = now;
    }

    String operation() {
        return operation;
    }

    long since() {
        return since;
    }
}
