package io.quarkiverse.sqlite;

import java.util.OptionalLong;

/**
 * What SQLite reports of its memory, in the whole process. Empty where the driver has no access to it: JNI has none.
 *
 * @param usedBytes what it has allocated now
 * @param highWaterBytes what it had allocated at most
 */
public record MemoryDiagnostics(OptionalLong usedBytes, OptionalLong highWaterBytes) {

    /** Of a driver without access. */
    public static final MemoryDiagnostics UNKNOWN = new MemoryDiagnostics(OptionalLong.empty(), OptionalLong.empty());
}
