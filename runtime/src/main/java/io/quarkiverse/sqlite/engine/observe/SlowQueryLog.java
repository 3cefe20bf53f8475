package io.quarkiverse.sqlite.engine.observe;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

import io.quarkiverse.sqlite.engine.work.Durations;

/** Logs what took longer than a threshold: its SQL, never the bound values. Thread-safe. */
public final class SlowQueryLog {

    private final String database;
    private final long thresholdNanos;
    private final Consumer<String> log;

    /**
     * @param database the name
     * @param threshold from which time on something is slow; empty if nothing is
     * @param log gets the messages
     */
    public SlowQueryLog(String database, Optional<Duration> threshold, Consumer<String> log) {
        this.database = database;
        this.thresholdNanos = threshold.map(Durations::nanos).orElse(Long.MAX_VALUE);
        this.log = log;
    }

    /** Whether there is a threshold. */
    public boolean enabled() {
        return thresholdNanos != Long.MAX_VALUE;
    }

    /**
     * Something ended, well or not.
     *
     * @param nanos how long it took, waiting included
     */
    public void ended(Lane lane, String sql, long nanos) {
        if (nanos >= thresholdNanos) {
            log.accept("Slow on database '" + database + "', lane " + lane.tag() + ", " + Durations.text(nanos) + ": [" + sql
                    + "]");
        }
    }
}
