package io.quarkiverse.sqlite.benchmarks.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What hints save of each operation, in bytes: those do not scatter as times do. The figures are those of receipt 005. */
@Timeout(120)
class HintsAllocationTest {

    private static final int SAMPLES = 9;
    private static final long WARMUP_MILLIS = 200;

    @TempDir
    static Path directory;

    @BeforeAll
    static void write() {
        AbFile.write(directory.resolve("ab.db"));
    }

    private static double bytes(String hints, AbLane lane) throws Exception {
        return AbProcess.run(directory.resolve("ab.db"), "hints=" + hints, lane, SAMPLES, WARMUP_MILLIS).bytes();
    }

    @ParameterizedTest
    @CsvSource({ "INT20_10K, 0.214", "INT4_5K, 0.209", "MIXED6_10K, 0.075", "MIXED6_1K, 0.011" })
    void largeResultsAreNotCopiedAsOften(AbLane lane, double saved) throws Exception {
        assertThat(1 - bytes("on", lane) / bytes("off", lane)).isCloseTo(saved, within(saved / 4));
    }

    /** They fit the first array, or follow larger ones of the same statement: the first array is never sized by a hint. */
    @ParameterizedTest
    @EnumSource(names = { "MIXED6_20", "MIXED6_200", "MISPREDICT_SHRINK", "UNDERSHOOT_JUMP", "UNDERSHOOT_MID" })
    void controlsDoNotMove(AbLane lane) throws Exception {
        assertThat(bytes("on", lane) / bytes("off", lane)).isCloseTo(1, within(0.01));
    }
}
