package io.quarkiverse.sqlite;

/**
 * The readers together.
 *
 * @param size how many there are
 * @param available how many are free
 * @param preferredReader the index at which the next read starts to look
 * @param parks how many reads found all readers busy since the start
 * @param parked how many wait now
 * @param maxParked how many waited at the same time at most
 * @param sacrifices how many times a reader was given up for the size of a result since the start
 * @param jsonBufferHighWaterBytes the largest JSON buffer that there has been
 * @param jsonBufferRetainedBytes what all JSON buffers occupy, the writer's among them
 */
public record PoolDiagnostics(int size, int available, int preferredReader, long parks, int parked, int maxParked,
        long sacrifices, long jsonBufferHighWaterBytes, long jsonBufferRetainedBytes) {
}
