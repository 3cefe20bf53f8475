package io.quarkiverse.sqlite.engine.work;

import java.time.Duration;

/** Durations as people read them, and as clocks count them. */
public final class Durations {

    /** Far enough for everybody, and a sum with {@code System.nanoTime()} can be compared still. */
    private static final Duration LONGEST = Duration.ofDays(365 * 100);

    private Durations() {
    }

    /** Whole milliseconds below a second, else seconds with one decimal. */
    public static String text(long nanos) {
        long millis = nanos / 1_000_000;
        return millis < 1_000 ? millis + " ms" : millis / 1_000 + "." + millis % 1_000 / 100 + " s";
    }

    /** @see #text(long) */
    public static String text(Duration duration) {
        return text(nanos(duration));
    }

    /** In nanoseconds; what is longer than a century is a century. */
    public static long nanos(Duration duration) {
        return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
    }
}
