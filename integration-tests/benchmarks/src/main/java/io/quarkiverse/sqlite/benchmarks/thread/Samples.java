package io.quarkiverse.sqlite.benchmarks.thread;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** The samples of one thing among several, by the order in which these were run. */
final class Samples {

    private final List<Double> inOrder = new ArrayList<>();
    private final List<Double> backwards = new ArrayList<>();

    /** All, or all from the last to the first. */
    static <T> List<T> ordered(List<T> all, boolean backwards) {
        List<T> ordered = new ArrayList<>(all);
        if (backwards) {
            Collections.reverse(ordered);
        }
        return ordered;
    }

    void add(boolean ranBackwards, double sample) {
        (ranBackwards ? backwards : inOrder).add(sample);
    }

    double inOrder() {
        return median(inOrder);
    }

    double backwards() {
        return median(backwards);
    }

    double both() {
        return median(Stream.concat(inOrder.stream(), backwards.stream()).toList());
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? Double.NaN
                : Arrays.stream(sorted, (sorted.length - 1) / 2, sorted.length / 2 + 1).average().orElse(Double.NaN);
    }
}
