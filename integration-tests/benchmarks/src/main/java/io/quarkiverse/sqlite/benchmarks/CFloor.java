package io.quarkiverse.sqlite.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The same lanes in C, with the SQLite of the system: what can't be beaten by much. */
final class CFloor {

    private final Path program;
    private final String version;

    private CFloor(Path program, String version) {
        this.program = program;
        this.version = version;
    }

    /** Compiles it; empty, with a word, where there is no gcc or no SQLite to compile with. */
    static Optional<CFloor> compile(Path directory) throws IOException, InterruptedException {
        Path source = directory.resolve("floor.c");
        Path program = directory.resolve("floor");
        try (InputStream in = CFloor.class.getResourceAsStream("/floor.c")) {
            Files.copy(in, source);
        }
        try {
            Process gcc = new ProcessBuilder("gcc", "-O2", "-o", program.toString(), source.toString(), "-lsqlite3")
                    .redirectErrorStream(true)
                    .start();
            String output = text(gcc);
            if (gcc.waitFor() != 0) {
                System.out.println(
                        "The C floor is skipped, for it does not compile here: " + output.lines().findFirst().orElse(""));
                return Optional.empty();
            }
        } catch (IOException e) {
            System.out.println("The C floor is skipped, for there is no gcc: " + e.getMessage());
            return Optional.empty();
        }
        Process process = new ProcessBuilder(program.toString()).start();
        String version = text(process).trim();
        process.waitFor();
        return Optional.of(new CFloor(program, version));
    }

    private static String text(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    String sqliteVersion() {
        return version;
    }

    /** The microseconds of one unit of each of these lanes. */
    Map<Lane, Double> run(Path file, List<Lane> lanes) throws IOException, InterruptedException {
        Map<Lane, Double> micros = new EnumMap<>(Lane.class);
        for (Lane lane : lanes) {
            ProcessBuilder builder = new ProcessBuilder(program.toString(), file.toString(), lane.sql(),
                    Integer.toString(lane.units()));
            for (Object parameter : lane.parameters()) {
                builder.command().add(parameter.toString());
            }
            Process process = builder.redirectErrorStream(true).start();
            String output = text(process).trim();
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException("The C floor failed: " + output);
            }
            micros.put(lane, Double.parseDouble(output));
        }
        return micros;
    }
}
