package io.quarkiverse.sqlite.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** That the benchmarks run, and that all arms read the same; nothing is measured here. */
@Timeout(120)
class LanesTest {

    @TempDir
    Path directory;

    @Test
    void allArmsReadTheSame() throws Exception {
        Path file = directory.resolve("lanes.db");
        Catalogue.write(file);
        for (Lane lane : Lane.values()) {
            Object parameter = lane.parameters()[0];
            List<List<Object>> expected = null;
            for (String name : Arms.NAMES) {
                try (Arm arm = Arms.open(name, file)) {
                    List<List<Object>> values = arm.values(arm.read(lane, parameter));
                    expected = expected == null ? values : expected;
                    assertThat(values).as("%s of %s", lane.title(), name).hasSize(lane.rows()).isEqualTo(expected);
                    assertThat(arm.values(arm.unit(lane))).hasSize(lane.rows());
                }
            }
        }
    }

    @Test
    void theFloorRunsWhereItCanBeCompiled() throws Exception {
        Path file = directory.resolve("lanes.db");
        Catalogue.write(file);
        Optional<CFloor> floor = CFloor.compile(directory);
        if (floor.isPresent()) {
            assertThat(floor.get().run(file, List.of(Lane.values()))).containsOnlyKeys(Lane.values())
                    .allSatisfy((lane, micros) -> assertThat(micros).isPositive());
        }
    }

    @Test
    void theRunnerPrintsAllArms() throws Exception {
        LaneRunner.main(new String[] { "rounds=2", "warmup=0", "lanes=mixed6-20" });
        LaneRunner.main(new String[] { "rounds=2", "warmup=0", "lanes=point1,mixed6-20", "order=apart", "arms=ours" });
    }

    @Test
    void jmhRuns() throws Exception {
        assertThat(new Runner(new OptionsBuilder().include(LaneBenchmark.class.getSimpleName()).param("lane", "mixed6-20")
                .param("arm", "ours", "jdbc")
                .forks(0).warmupIterations(0).measurementIterations(1).measurementTime(TimeValue.milliseconds(50)).build())
                .run()).hasSize(2);
    }
}
