package io.quarkiverse.sqlite.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;

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
    void theFloorsRunWhereTheyCanBeCompiled() throws Exception {
        Path file = directory.resolve("lanes.db");
        Catalogue.write(file);
        for (CFloor floor : CFloor.compile(directory)) {
            try (floor) {
                for (Lane lane : Lane.values()) {
                    assertThat(floor.micros(file, lane)).as("%s of %s", lane.title(), floor.name()).isPositive();
                }
                assertThatThrownBy(() -> floor.micros(directory.resolve("none.db"), Lane.POINT1))
                        .hasMessageContaining("unable to open database file");
            }
        }
    }

    /** Same library, same version: what the arms are compared with must not be another SQLite. */
    @Test
    void theBundledFloorHasTheVersionOfTheArms() throws Exception {
        try (Database db = Database.open(DatabaseOptions.builder(directory.resolve("version.db")).build())) {
            Object version = db.select("SELECT sqlite_version() AS version").get(0).get("version");
            for (CFloor floor : CFloor.compile(directory)) {
                try (floor) {
                    if (floor.name().equals(CFloor.BUNDLED)) {
                        assertThat(floor.sqliteVersion()).isEqualTo(version);
                    }
                }
            }
        }
    }

    @Test
    void theRunnerPrintsAllArms() throws Exception {
        LaneRunner.main(new String[] { "rounds=2", "warmup=0", "lanes=mixed6-20" });
        LaneRunner.main(new String[] { "rounds=2", "warmup=0", "lanes=point1,mixed6-20", "order=apart", "arms=ours" });
    }

    @Test
    void everyOtherRoundGoesBackwards() {
        assertThat(LaneRunner.ordered(List.of("a", "b", "c"), false)).containsExactly("a", "b", "c");
        assertThat(LaneRunner.ordered(List.of("a", "b", "c"), true)).containsExactly("c", "b", "a");
    }

    @Test
    void jmhRuns() throws Exception {
        assertThat(new Runner(new OptionsBuilder().include(LaneBenchmark.class.getSimpleName()).param("lane", "mixed6-20")
                .param("arm", "ours", "jdbc")
                .forks(0).warmupIterations(0).measurementIterations(1).measurementTime(TimeValue.milliseconds(50)).build())
                .run()).hasSize(2);
    }
}
