package io.quarkiverse.sqlite.engine.work;

import java.time.Duration;

/** Durations as people read them. */
public final class Durations {

    private Durations() {
    }

    /** Whole milliseconds below a second, else seconds with one decimal. */
    public static String text(long nanos) {
        long millis = nanos / 1_000_000;
        return millis < 1_000 ? millis + " ms" : millis / 1_000 + "." + millis % 1_000 / 100 + " s";
    }

    /** @see #text(long) */
    public static String text(Duration duration) {
        return text(duration.toNanos());
    }
}
