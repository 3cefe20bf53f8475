package io.quarkiverse.sqlite.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures all arms in one process. In each round every arm runs every lane; every other round goes through the arms
 * backwards, and both orders are reported. The floors in C run between the rounds.
 * <p>
 * Arguments: {@code rounds=40 warmup=15 arms=ours,jdbc lanes=point1,mixed6-10k order=mixed}; with
 * {@code order=apart} each lane ends before the next begins, so what is compiled for small results meets the large ones later.
 */
public final class LaneRunner {

    private static final List<String> FLOORS = List.of(CFloor.SYSTEM, CFloor.BUNDLED);
    /** What the arms are compared with, where it ran. */
    private static final List<String> REFERENCES = List.of("jdbc", "jdbc-typed", "agroal-json", CFloor.SYSTEM, CFloor.BUNDLED);

    /** Keeps results alive. */
    static volatile Object sink;

    private final Map<String, Arm> arms = new LinkedHashMap<>();
    /** By lane, arm and order (0 as given, 1 backwards): microseconds of a unit. */
    private final Map<Lane, Map<String, List<List<Double>>>> micros = new LinkedHashMap<>();

    /** Runs and prints a table. */
    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        for (String arg : args) {
            String[] option = arg.split("=", 2);
            options.put(option[0], option[1]);
        }
        int rounds = Integer.parseInt(options.getOrDefault("rounds", "40"));
        int warmup = Integer.parseInt(options.getOrDefault("warmup", "15"));
        List<String> names = options.containsKey("arms") ? List.of(options.get("arms").split(",")) : Arms.NAMES;
        List<Lane> lanes = options.containsKey("lanes") ? Stream.of(options.get("lanes").split(",")).map(Lane::of).toList()
                : List.of(Lane.values());
        Path directory = Files.createTempDirectory("lanes");
        Path file = directory.resolve("lanes.db");
        try {
            Catalogue.write(file);
            LaneRunner runner = new LaneRunner();
            for (String name : names) {
                runner.arms.put(name, Arms.open(name, file));
            }
            List<CFloor> floors = CFloor.compile(directory);
            System.out.printf("Java %s, %s rounds after %s to warm up, floors: %s%n%n", Runtime.version(), rounds, warmup,
                    floors.isEmpty() ? "none"
                            : floors.stream().map(floor -> floor.name() + " with SQLite " + floor.sqliteVersion())
                                    .collect(Collectors.joining(", ")));
            List<List<Lane>> together = options.getOrDefault("order", "mixed").equals("apart")
                    ? lanes.stream().map(List::of).toList()
                    : List.of(lanes);
            for (List<Lane> these : together) {
                runner.run(these, file, floors, rounds, warmup);
            }
            runner.print();
            runner.arms.values().forEach(Arm::close);
            for (CFloor floor : floors) {
                floor.close();
            }
        } finally {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path each : files.toList()) {
                    Files.delete(each);
                }
            }
            Files.delete(directory);
        }
    }

    private void run(List<Lane> lanes, Path file, List<CFloor> floors, int rounds, int warmup) throws Exception {
        lanes.forEach(lane -> micros.put(lane, new LinkedHashMap<>()));
        List<String> names = List.copyOf(arms.keySet());
        for (int round = 0; round < warmup + rounds; round++) {
            boolean backwards = round % 2 == 1;
            boolean noted = round >= warmup;
            for (String name : ordered(names, backwards)) {
                for (Lane lane : lanes) {
                    double time = time(arms.get(name), lane);
                    if (noted) {
                        note(lane, name, backwards, time);
                    }
                }
            }
            if (noted) {
                for (CFloor floor : ordered(floors, backwards)) {
                    for (Lane lane : lanes) {
                        note(lane, floor.name(), backwards, floor.micros(file, lane));
                    }
                }
            }
        }
    }

    static <T> List<T> ordered(List<T> all, boolean backwards) {
        List<T> ordered = new ArrayList<>(all);
        if (backwards) {
            Collections.reverse(ordered);
        }
        return ordered;
    }

    private static double time(Arm arm, Lane lane) throws Exception {
        long start = System.nanoTime();
        for (int unit = 0; unit < lane.units(); unit++) {
            sink = arm.unit(lane);
        }
        return (System.nanoTime() - start) / 1e3 / lane.units();
    }

    private void note(Lane lane, String arm, boolean backwards, double time) {
        micros.get(lane).computeIfAbsent(arm, key -> List.of(new ArrayList<>(), new ArrayList<>())).get(backwards ? 1 : 0)
                .add(time);
    }

    private void print() {
        micros.forEach((lane, byArm) -> {
            List<String> to = REFERENCES.stream().filter(byArm::containsKey).toList();
            System.out.printf("| %s | in order | backwards | both |%s%n|---|---|---|---|%s%n", lane.title(),
                    to.stream().map(arm -> " to " + arm + " |").collect(Collectors.joining()), "---|".repeat(to.size()));
            Stream.concat(arms.keySet().stream(), FLOORS.stream()).filter(byArm::containsKey).forEach(arm -> {
                List<List<Double>> orders = byArm.get(arm);
                System.out.printf(Locale.ROOT, "| %s | %.2f | %.2f | %.2f |%s%n", arm,
                        median(orders.get(0)) / lane.parameters().length, median(orders.get(1)) / lane.parameters().length,
                        median(both(orders)) / lane.parameters().length,
                        to.stream().map(reference -> ratio(orders, byArm.get(reference))).collect(Collectors.joining()));
            });
            System.out.println();
        });
    }

    private static String ratio(List<List<Double>> orders, List<List<Double>> to) {
        return String.format(Locale.ROOT, " %.2f |", median(both(orders)) / median(both(to)));
    }

    private static List<Double> both(List<List<Double>> orders) {
        return Stream.concat(orders.get(0).stream(), orders.get(1).stream()).toList();
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? Double.NaN
                : Arrays.stream(sorted, (sorted.length - 1) / 2, sorted.length / 2 + 1).average().orElse(Double.NaN);
    }
}
