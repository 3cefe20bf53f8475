package io.quarkiverse.sqlite.benchmarks.ab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Compares two arms lane by lane, in two passes: in the first a runs before b, in the second b before a. Each figure is of a
 * process of its own; the samples of the drift check are the medians of the processes of a pass.
 * <p>
 * Arguments: {@code a=sticky=on b=sticky=off lanes=first4-newsql,point1 processes=3 samples=121 warmup=1500}, and
 * {@code jvm=-Xmx512m} for other options of those processes, with spaces between them.
 */
public final class AbRunner {

    private static final String JVM = "-Xms512m -Xmx512m -XX:+AlwaysPreTouch";

    private final Path file;
    private final List<String> jvm;
    private final List<String> arms;
    private final int processes;
    private final String samples;
    private final String warmup;

    private AbRunner(Path file, Map<String, String> options) {
        this.file = file;
        this.arms = List.of(required(options, "a"), required(options, "b"));
        this.jvm = List.of(options.getOrDefault("jvm", JVM).split(" "));
        this.processes = Integer.parseInt(options.getOrDefault("processes", "3"));
        this.samples = options.getOrDefault("samples", "121");
        this.warmup = options.getOrDefault("warmup", "1500");
    }

    private static String required(Map<String, String> options, String key) {
        if (!options.containsKey(key)) {
            throw new IllegalArgumentException("An arm is missing: write " + key + "=settings, as in " + key + "=sticky=on");
        }
        return options.get(key);
    }

    /** Runs and prints a table. */
    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        for (String arg : args) {
            String[] option = arg.split("=", 2);
            options.put(option[0], option[1]);
        }
        List<AbLane> lanes = options.containsKey("lanes")
                ? Stream.of(options.get("lanes").split(",")).map(AbLane::of).toList()
                : List.of(AbLane.values());
        Path directory = Files.createTempDirectory("ab");
        try {
            Path file = directory.resolve("ab.db");
            AbFile.write(file);
            new AbRunner(file, options).run(lanes);
        } finally {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path each : files.toList()) {
                    Files.delete(each);
                }
            }
            Files.delete(directory);
        }
    }

    private void run(List<AbLane> lanes) throws IOException, InterruptedException {
        System.out.printf("Java %s, a: %s, b: %s, %d processes of %s samples an arm, pass and lane%n%n", Runtime.version(),
                arms.get(0), arms.get(1), processes, samples);
        System.out.println("| lane | us a | us b | a first | b first | verdict | bytes a | bytes b | change | peak MiB a | b"
                + " | rest MiB a | b | parks a | b | sacrifices a | b |");
        System.out.println("|---|" + "---|".repeat(16));
        for (AbLane lane : lanes) {
            Both first = pass(lane, false);
            Both flipped = pass(lane, true);
            System.out.println(row(lane, first, flipped));
        }
    }

    /** The figures of both arms, a process each. */
    private record Both(List<AbFigures> a, List<AbFigures> b) {

        DriftCheck.Pass micros() {
            return new DriftCheck.Pass(a.stream().map(AbFigures::micros).toList(), b.stream().map(AbFigures::micros).toList());
        }

        Both and(Both other) {
            return new Both(Stream.concat(a.stream(), other.a.stream()).toList(),
                    Stream.concat(b.stream(), other.b.stream()).toList());
        }

        double a(ToDoubleFunction<AbFigures> figure) {
            return DriftCheck.median(a.stream().mapToDouble(figure).boxed().toList());
        }

        double b(ToDoubleFunction<AbFigures> figure) {
            return DriftCheck.median(b.stream().mapToDouble(figure).boxed().toList());
        }
    }

    private Both pass(AbLane lane, boolean flipped) throws IOException, InterruptedException {
        Both both = new Both(new ArrayList<>(), new ArrayList<>());
        for (int process = 0; process < processes; process++) {
            for (int side : flipped ? new int[] { 1, 0 } : new int[] { 0, 1 }) {
                (side == 0 ? both.a() : both.b()).add(fork(arms.get(side), lane));
            }
        }
        return both;
    }

    private AbFigures fork(String settings, AbLane lane) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                AbProcess.class.getName(), file.toString(), settings, lane.title(), samples, warmup));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> output;
        try (Stream<String> lines = process.inputReader().lines()) {
            output = lines.toList();
        }
        if (process.waitFor() != 0) {
            throw new IllegalStateException("A process failed: " + command + ": " + output);
        }
        return AbFigures.parse(output);
    }

    private static String row(AbLane lane, Both first, Both flipped) {
        Both all = first.and(flipped);
        return String.format(Locale.ROOT,
                "| %s | %.2f | %.2f | %+.1f %% | %+.1f %% | %s | %.0f | %.0f | %+.1f %% | %.1f | %.1f | %.1f | %.1f"
                        + " | %.0f | %.0f | %.0f | %.0f |",
                lane.title(), all.a(AbFigures::micros), all.b(AbFigures::micros), 100 * first.micros().delta(),
                100 * flipped.micros().delta(), DriftCheck.verdict(first.micros(), flipped.micros()), all.a(AbFigures::bytes),
                all.b(AbFigures::bytes), 100 * (all.a(AbFigures::bytes) / all.b(AbFigures::bytes) - 1),
                all.a(AbFigures::peakKib) / 1024, all.b(AbFigures::peakKib) / 1024, all.a(AbFigures::restKib) / 1024,
                all.b(AbFigures::restKib) / 1024, all.a(AbFigures::parks), all.b(AbFigures::parks),
                all.a(AbFigures::sacrifices), all.b(AbFigures::sacrifices));
    }
}
