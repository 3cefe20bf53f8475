package io.quarkiverse.sqlite.engine.json;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAccumulator;

import io.quarkiverse.sqlite.SqliteQueryException;

/**
 * Where a connection's results are written to as JSON, one after the other: it keeps what it has grown to for the
 * next one, but gives it back when it is large and results have become small. Guarded by the connection's lease;
 * {@link #capacity} may be read from anywhere.
 */
public final class JsonBuffer {

    private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

    private final JsonBufferSizes sizes;
    private final LongAccumulator highWater;
    private byte[] bytes;
    private int size;
    private volatile int capacity;

    /**
     * @param sizes when it grows and shrinks
     * @param highWater is told each capacity that it grows to
     */
    public JsonBuffer(JsonBufferSizes sizes, LongAccumulator highWater) {
        this.sizes = sizes;
        this.highWater = highWater;
        reallocate(new byte[sizes.initial()]);
    }

    private void reallocate(byte[] bytes) {
        this.bytes = bytes;
        this.capacity = bytes.length;
        highWater.accumulate(bytes.length);
    }

    /** How many bytes it occupies. */
    public int capacity() {
        return capacity;
    }

    /** Makes room; what is to be written then goes to {@link #bytes} from {@link #size} on. */
    byte[] reserve(int more) {
        if (more > bytes.length - size) {
            grow(more);
        }
        return bytes;
    }

    private void grow(int more) {
        long needed = (long) size + more;
        if (needed > MAX_CAPACITY) {
            throw new SqliteQueryException("The result is longer than an array can be (" + needed
                    + " bytes of JSON so far): read it in pages, with LIMIT and a key", null, 0, null);
        }
        reallocate(Arrays.copyOf(bytes, (int) Math.min(MAX_CAPACITY, Math.max(needed, bytes.length * 2L))));
    }

    int size() {
        return size;
    }

    void size(int size) {
        this.size = size;
    }

    void write(byte[] source) {
        System.arraycopy(source, 0, reserve(source.length), size, source.length);
        size += source.length;
    }

    void write(int oneByte) {
        reserve(1)[size++] = (byte) oneByte;
    }

    /** Begins the next result. */
    void reset() {
        size = 0;
    }

    /** An exact copy of the result; then the buffer shrinks if it is due. */
    byte[] take() {
        byte[] copy = Arrays.copyOf(bytes, size);
        if (bytes.length > sizes.shrinkAbove() && size < sizes.shrinkBelow()) {
            reallocate(new byte[sizes.initial()]);
        }
        return copy;
    }
}
