package io.quarkiverse.sqlite.engine.json;

/**
 * When a JSON buffer grows and shrinks, in bytes.
 *
 * @param initial its capacity at first, and after it has shrunk
 * @param shrinkAbove it shrinks only when its capacity is above that
 * @param shrinkBelow and when the last result was smaller than that
 */
public record JsonBufferSizes(int initial, int shrinkAbove, int shrinkBelow) {
}
