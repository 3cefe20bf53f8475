package io.quarkiverse.sqlite.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One unit of a lane, by JMH: each arm in a process of its own. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class LaneBenchmark {

    /** The lane. */
    @Param({ "point1", "mixed6-20", "mixed6-1k", "mixed6-10k" })
    public String lane;

    /** The arm. */
    @Param({ "ours", "ours-no-metrics", "jdbc", "jdbc-typed", "agroal", "hikari", "ours-json", "agroal-json" })
    public String arm;

    private Path directory;
    private Lane measured;
    private Arm opened;

    /** Writes the file and opens the arm. */
    @Setup
    public void open() throws Exception {
        directory = Files.createTempDirectory("lanes");
        Path file = directory.resolve("lanes.db");
        Catalogue.write(file);
        measured = Lane.of(lane);
        opened = Arms.open(arm, file);
    }

    /** Removes what {@link #open} made. */
    @TearDown
    public void close() throws Exception {
        opened.close();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    /** One unit. */
    @Benchmark
    public Object unit() throws Exception {
        return opened.unit(measured);
    }
}
