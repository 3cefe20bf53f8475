package io.quarkiverse.sqlite.benchmarks.ab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.Diagnostics;

/** One process of a comparison: one arm and one lane. Arguments: file, settings of the arm, lane, samples, warm-up in ms. */
public final class AbProcess {

    private static final Path STATUS = Path.of("/proc/self/status");

    private AbProcess() {
    }

    /** Measures, and prints the figures in one line. */
    public static void main(String[] args) throws Exception {
        System.out.println(run(Path.of(args[0]), args[1], AbLane.of(args[2]), Integer.parseInt(args[3]),
                Long.parseLong(args[4])).line());
    }

    static AbFigures run(Path file, String settings, AbLane lane, int samples, long warmupMillis) throws Exception {
        try (AbArm arm = AbArm.open(settings, file)) {
            long end = System.nanoTime() + warmupMillis * 1_000_000;
            do {
                lane.sample(arm);
            } while (System.nanoTime() - end < 0);
            List<Double> micros = new ArrayList<>();
            List<Double> bytes = new ArrayList<>();
            for (int i = 0; i < samples; i++) {
                Measure measure = lane.sample(arm);
                micros.add(measure.microsEach());
                bytes.add(measure.bytesEach());
            }
            Diagnostics diagnostics = atRest(arm.db());
            return new AbFigures(DriftCheck.median(micros), DriftCheck.median(bytes), kib("VmHWM:"), kib("VmRSS:"),
                    diagnostics.pool().parks(), diagnostics.pool().sacrifices());
        }
    }

    private static Diagnostics atRest(Database db) throws InterruptedException {
        Diagnostics diagnostics = db.diagnostics();
        while (diagnostics.pool().available() < diagnostics.pool().size()) {
            Thread.sleep(1);
            diagnostics = db.diagnostics();
        }
        return diagnostics;
    }

    /** 0 where there is no such file. */
    private static long kib(String key) throws IOException {
        if (!Files.exists(STATUS)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(key)).mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst().orElse(0);
        }
    }
}
