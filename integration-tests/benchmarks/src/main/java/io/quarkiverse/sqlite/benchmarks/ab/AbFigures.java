package io.quarkiverse.sqlite.benchmarks.ab;

import java.util.List;
import java.util.Locale;

/**
 * What one process measured.
 *
 * @param micros an operation, the median of its samples
 * @param bytes allocated by an operation on the Java heap, the median
 * @param peakKib the largest resident set ({@code VmHWM})
 * @param restKib the resident set at the end, when all readers were renewed ({@code VmRSS})
 * @param parks of the whole run
 * @param sacrifices of the whole run
 */
record AbFigures(double micros, double bytes, long peakKib, long restKib, long parks, long sacrifices) {

    private static final String MARK = "figures:";

    String line() {
        return String.format(Locale.ROOT, MARK + "%f,%f,%d,%d,%d,%d", micros, bytes, peakKib, restKib, parks, sacrifices);
    }

    /** Finds the line in what a process printed. */
    static AbFigures parse(List<String> output) {
        String[] figures = output.stream().filter(line -> line.startsWith(MARK)).findFirst()
                .orElseThrow(() -> new IllegalStateException("A process printed no figures but " + output))
                .substring(MARK.length()).split(",");
        return new AbFigures(Double.parseDouble(figures[0]), Double.parseDouble(figures[1]), Long.parseLong(figures[2]),
                Long.parseLong(figures[3]), Long.parseLong(figures[4]), Long.parseLong(figures[5]));
    }
}
