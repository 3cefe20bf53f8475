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
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Measures all arms in one process. In each round every arm runs every lane; every other round goes through the arms
 * backwards, and both orders are reported. The C floor runs between the rounds.
 * <p>
 * Arguments: {@code rounds=40 warmup=15 arms=ours,jdbc lanes=point1,mixed6-10k order=mixed}; with
 * {@code order=apart} each lane ends before the next begins, so what is compiled for small results meets the large ones later.
 */
public final class LaneRunner {

    private static final String C = "C";

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
            Optional<CFloor> floor = CFloor.compile(directory);
            System.out.printf("Java %s, %s rounds after %s to warm up, C floor: %s%n%n", Runtime.version(), rounds, warmup,
                    floor.map(c -> "SQLite " + c.sqliteVersion()).orElse("none"));
            List<List<Lane>> together = options.getOrDefault("order", "mixed").equals("apart")
                    ? lanes.stream().map(List::of).toList()
                    : List.of(lanes);
            for (List<Lane> these : together) {
                runner.run(these, file, floor, rounds, warmup);
            }
            runner.print();
            runner.arms.values().forEach(Arm::close);
        } finally {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path each : files.toList()) {
                    Files.delete(each);
                }
            }
            Files.delete(directory);
        }
    }

    private void run(List<Lane> lanes, Path file, Optional<CFloor> floor, int rounds, int warmup) throws Exception {
        List<String> order = new ArrayList<>(arms.keySet());
        for (int round = -warmup; round < rounds; round++) {
            int direction = Math.floorMod(round, 2);
            for (String name : order) {
                for (Lane lane : lanes) {
                    double time = time(arms.get(name), lane);
                    if (round >= 0) {
                        note(lane, name, direction, time);
                    }
                }
            }
            Collections.reverse(order);
            if (round >= 0 && floor.isPresent()) {
                Map<Lane, Double> times = floor.get().run(file, lanes);
                lanes.forEach(lane -> note(lane, C, direction, times.get(lane)));
            }
        }
    }

    private static double time(Arm arm, Lane lane) throws Exception {
        long start = System.nanoTime();
        for (int unit = 0; unit < lane.units(); unit++) {
            sink = arm.unit(lane);
        }
        return (System.nanoTime() - start) / 1e3 / lane.units();
    }

    private void note(Lane lane, String arm, int direction, double time) {
        micros.computeIfAbsent(lane, key -> new LinkedHashMap<>())
                .computeIfAbsent(arm, key -> List.of(new ArrayList<>(), new ArrayList<>())).get(direction).add(time);
    }

    private void print() {
        micros.forEach((lane, byArm) -> {
            System.out.printf(
                    "%s, us a read, medians%n%n| arm | in order | backwards | both | to jdbc | to jdbc-typed | to agroal-json | to C |%n|---|---|---|---|---|---|---|---|%n",
                    lane.title());
            byArm.forEach(
                    (arm, orders) -> System.out.printf(Locale.ROOT, "| %s | %.2f | %.2f | %.2f | %s | %s | %s | %s |%n", arm,
                            median(orders.get(0)) / lane.parameters().length, median(orders.get(1)) / lane.parameters().length,
                            median(both(orders)) / lane.parameters().length, ratio(byArm, orders, "jdbc"),
                            ratio(byArm, orders, "jdbc-typed"), ratio(byArm, orders, "agroal-json"),
                            ratio(byArm, orders, C)));
            System.out.println();
        });
    }

    private static String ratio(Map<String, List<List<Double>>> byArm, List<List<Double>> orders, String to) {
        return byArm.containsKey(to) ? String.format(Locale.ROOT, "%.2f", median(both(orders)) / median(both(byArm.get(to))))
                : "";
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
