package io.quarkiverse.sqlite.benchmarks.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That comparisons run; nothing is measured here but what must not scatter. */
@Timeout(120)
class AbRunnerTest {

    @TempDir
    static Path directory;

    private static Path file() {
        Path file = directory.resolve("ab.db");
        if (!file.toFile().exists()) {
            AbFile.write(file);
        }
        return file;
    }

    @ParameterizedTest
    @EnumSource
    void everyLaneRuns(AbLane lane) throws Exception {
        AbFigures figures = AbProcess.run(file(), "sticky=on", lane, 2, 0);
        assertThat(figures.micros()).isPositive();
        assertThat(figures.bytes()).isPositive();
        assertThat(AbFigures.parse(List.of("noise", figures.line())).parks()).isEqualTo(figures.parks());
    }

    @Test
    void aProcessIsOfOneArm() throws Exception {
        assertThat(AbProcess.run(file(), "sacrifice=0", AbLane.BIG60K, 3, 0).sacrifices()).isZero();
        assertThat(AbProcess.run(file(), "sacrifice=32768", AbLane.BIG60K, 3, 0).sacrifices()).isPositive();
        assertThat(AbProcess.run(file(), "readers=1,sacrifice=0", AbLane.CONC8, 1, 0).parks()).isPositive();
        assertThat(AbProcess.run(file(), "sacrifice=0,shrink=on,cache_size=-64000", AbLane.BIG60K, 1, 0).bytes()).isPositive();
    }

    @Test
    void bothArmsRunInProcessesOfTheirOwn() throws Exception {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            AbRunner.main(new String[] { "a=sticky=on", "b=sticky=off,sacrifice=0", "lanes=point1", "processes=1", "samples=2",
                    "warmup=1", "jvm=-Xmx64m -XX:TieredStopAtLevel=1" });
        } finally {
            System.setOut(out);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("a: sticky=on, b: sticky=off,sacrifice=0")
                .containsPattern("\\| point1 \\| [0-9.]+ \\| [0-9.]+ \\|").contains("| inconclusive |");
    }

    @Test
    void whatIsNoArmIsRefused() {
        assertThatThrownBy(() -> AbArm.open("sticky", file())).hasMessageContaining("write key=value");
        assertThatThrownBy(() -> AbArm.open("sticky=yes", file())).hasMessageContaining("neither on nor off");
        assertThatThrownBy(() -> AbArm.open("fast=on", file())).hasMessageContaining("no setting 'fast'");
        assertThatThrownBy(() -> AbLane.of("point2")).hasMessageContaining("no lane 'point2'").hasMessageContaining("point1");
        assertThatThrownBy(() -> AbRunner.main(new String[] { "a=sticky=on" })).hasMessageContaining("write b=settings");
    }
}
