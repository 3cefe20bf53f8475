package io.quarkiverse.sqlite;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/**
 * A result as JSON: an array of objects in UTF-8, without white space, the keys in column order. INTEGER has all its
 * digits, REAL the shortest text that reads back to the same double, an infinite one is {@code 9e999} or {@code
 * -9e999}, BLOB is base64 with padding. An empty result is {@code []}.
 * <p>
 * Immutable as long as nobody writes into {@link #bytes()}; safe to share between threads.
 */
public final class JsonBytes {

    private final byte[] bytes;
    private final int rowCount;

    /**
     * @param bytes the JSON, which is not copied
     * @param rowCount how many rows it has
     */
    public JsonBytes(byte[] bytes, int rowCount) {
        this.bytes = Objects.requireNonNull(bytes, "bytes");
        this.rowCount = rowCount;
    }

    /** The JSON itself, not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    /** How many bytes it has. */
    public int size() {
        return bytes.length;
    }

    /** How many rows it has. */
    public int rowCount() {
        return rowCount;
    }

    /** Writes it, without flushing. */
    public void writeTo(OutputStream out) throws IOException {
        out.write(bytes);
    }
}
