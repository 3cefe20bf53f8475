package io.quarkiverse.sqlite.benchmarks.ab;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Tells a difference between two arms from the drift of the machine, by two passes of which the second runs the arms backwards.
 */
final class DriftCheck {

    /** Below that a change of the median is noise. */
    private static final double CHANGE = 0.03;
    /** A slower side that scatters more than that, and this many times as much as the other, was disturbed. */
    private static final double SCATTER = 0.08;
    private static final double TIMES_THE_OTHER = 4;

    /** What the two passes say together. */
    enum Verdict {
        REPRODUCED("REPRODUCED"),
        DRIFT_SUSPECTED("drift-suspected"),
        NEUTRAL("neutral"),
        INCONCLUSIVE("inconclusive");

        private final String title;

        Verdict(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** The samples of both arms in one order. */
    record Pass(List<Double> a, List<Double> b) {

        /** How the median changes from b to a; negative when a is faster. */
        double delta() {
            return median(a) / median(b) - 1;
        }

        private boolean disturbed() {
            boolean aIsSlower = delta() > 0;
            double slower = variation(aIsSlower ? a : b);
            return slower > SCATTER && slower >= TIMES_THE_OTHER * variation(aIsSlower ? b : a);
        }

        private boolean tooFew() {
            return a.size() < 2 || b.size() < 2;
        }
    }

    private DriftCheck() {
    }

    static Verdict verdict(Pass first, Pass flipped) {
        if (first.tooFew() || flipped.tooFew()) {
            return Verdict.INCONCLUSIVE;
        }
        if (first.disturbed() || flipped.disturbed()) {
            return Verdict.DRIFT_SUSPECTED;
        }
        if (Stream.of(first, flipped).allMatch(pass -> Math.abs(pass.delta()) >= CHANGE)) {
            return first.delta() > 0 == flipped.delta() > 0 ? Verdict.REPRODUCED : Verdict.DRIFT_SUSPECTED;
        }
        return Verdict.NEUTRAL;
    }

    static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted.length == 0 ? Double.NaN
                : Arrays.stream(sorted, (sorted.length - 1) / 2, sorted.length / 2 + 1).average().orElse(Double.NaN);
    }

    /** The standard deviation of the samples, by their mean. */
    static double variation(List<Double> values) {
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
        return Math.sqrt(squares / (values.size() - 1)) / mean;
    }
}
