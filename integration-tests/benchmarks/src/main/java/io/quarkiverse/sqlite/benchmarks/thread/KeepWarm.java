package io.quarkiverse.sqlite.benchmarks.thread;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.sun.management.OperatingSystemMXBean;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.benchmarks.Catalogue;
import io.quarkiverse.sqlite.benchmarks.Lane;

/**
 * Measures one read and one write on the caller's thread, handed to a parked thread, and handed to one that spins
 * before it parks while the caller parks (worker warm) or spins too (both warm). Back to back, and with a pause after
 * each call in which the worker falls asleep. Every other sample goes through the lanes backwards.
 * <p>
 * Arguments: {@code samples=21 calls=4000 pause=50}; the pause is in microseconds. Its time is not part of a call's,
 * but what a spinning worker burns in it is part of the CPU time.
 */
public final class KeepWarm {

    private static final int WARMUP = 4;
    private static final int[] WINDOWS = { 5, 15, 40, 200 };
    private static final int WRITTEN_ROWS = 100;
    private static final String UPDATE = "UPDATE counter SET value = value + 1 WHERE id = ?";
    private static final OperatingSystemMXBean PROCESS = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** Keeps results alive. */
    static volatile Object sink;

    private interface Work {
        Object run(int call);
    }

    private record Way(String title, Supplier<Handover> open) {
    }

    /** What the samples of one way took. */
    private static final class Taken {
        private final Samples micros = new Samples();
        /**
         * Sums over all samples, not a median: the JDK counts the CPU time of a process in ticks of 10 ms on Linux,
         * and only over many samples does their rounding even out.
         */
        private long cpuNanos;
        private long parks;
        private long calls;
    }

    private final int samples;
    private final int calls;
    private final long pauseNanos;
    private final PrintStream out;
    private long pausedNanos;
    private long pauses;

    private KeepWarm(int samples, int calls, int pauseMicros, PrintStream out) {
        this.samples = samples;
        this.calls = calls;
        this.pauseNanos = TimeUnit.MICROSECONDS.toNanos(pauseMicros);
        this.out = out;
    }

    /** Runs and prints a table for the read and the write in each pace. */
    public static void main(String[] args) throws Exception {
        run(Arguments.parse(args, Map.of("samples", 21, "calls", 4_000, "pause", 50)), System.out);
    }

    static void run(Map<String, Integer> arguments, PrintStream out) throws Exception {
        Path directory = Files.createTempDirectory("warm");
        Path file = directory.resolve("warm.db");
        try {
            Catalogue.write(file);
            try (Database db = Database.open(DatabaseOptions.builder(file).build())) {
                new KeepWarm(arguments.get("samples"), arguments.get("calls"), arguments.get("pause"), out).run(db);
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

    private void run(Database db) throws Exception {
        db.execute("CREATE TABLE counter(id INTEGER PRIMARY KEY, value INTEGER)");
        db.executeBatch("INSERT INTO counter VALUES (?, 0)",
                IntStream.range(0, WRITTEN_ROWS).mapToObj(id -> new Object[] { id }).toList());
        Object[] ids = Lane.POINT1.parameters();
        Map<String, Work> works = new LinkedHashMap<>();
        works.put("read", call -> db.select(Lane.POINT1.sql(), ids[call % ids.length]));
        works.put("write", call -> db.execute(UPDATE, call % WRITTEN_ROWS));
        out.printf("Java %s, %s processors, %s samples of %s calls after %s to warm up; us: median of a call.%n%n",
                Runtime.version(), Runtime.getRuntime().availableProcessors(), samples, calls, WARMUP);
        for (Map.Entry<String, Work> work : works.entrySet()) {
            measure(work.getKey(), work.getValue(), false);
            measure(work.getKey(), work.getValue(), true);
        }
    }

    private static List<Way> ways() {
        List<Way> ways = new ArrayList<>();
        ways.add(new Way("caller", Handover::onCaller));
        ways.add(new Way("parked", Handover::parked));
        for (int window : WINDOWS) {
            ways.add(new Way("spin " + window + " us, worker warm", () -> Handover.spinning(window, 0)));
            ways.add(new Way("spin " + window + " us, both warm", () -> Handover.spinning(window, window)));
        }
        return ways;
    }

    private void measure(String title, Work work, boolean paced) throws Exception {
        List<Way> ways = ways();
        Map<Way, Taken> taken = new LinkedHashMap<>();
        ways.forEach(way -> taken.put(way, new Taken()));
        pausedNanos = 0;
        pauses = 0;
        for (int sample = -WARMUP; sample < samples; sample++) {
            boolean backwards = sample % 2 != 0;
            for (Way way : Samples.ordered(ways, backwards)) {
                // what only warms up goes nowhere
                sample(way, work, paced, backwards, sample < 0 ? new Taken() : taken.get(way));
            }
        }
        print(title, paced, taken);
    }

    private void sample(Way way, Work work, boolean paced, boolean backwards, Taken taken) throws Exception {
        try (Handover handover = way.open().get()) {
            // a thread's first calls are dearer
            callAll(handover, work, paced, calls / 10);
            long parks = handover.parks();
            long cpu = PROCESS.getProcessCpuTime();
            long nanos = callAll(handover, work, paced, calls);
            taken.cpuNanos += PROCESS.getProcessCpuTime() - cpu;
            taken.parks += handover.parks() - parks;
            taken.calls += calls;
            taken.micros.add(backwards, nanos / 1e3 / calls);
        }
    }

    /** Returns the time of the calls alone. */
    private long callAll(Handover handover, Work work, boolean paced, int times) throws Exception {
        long nanos = 0;
        for (int time = 0; time < times; time++) {
            int call = time;
            long start = System.nanoTime();
            sink = handover.call(() -> work.run(call));
            nanos += System.nanoTime() - start;
            if (paced) {
                pause();
            }
        }
        return nanos;
    }

    private void pause() {
        long start = System.nanoTime();
        // a permit left over from a handover ends a park at once
        for (long left = pauseNanos; left > 0; left = pauseNanos - (System.nanoTime() - start)) {
            LockSupport.parkNanos(left);
        }
        pausedNanos += System.nanoTime() - start;
        pauses++;
    }

    private void print(String title, boolean paced, Map<Way, Taken> taken) {
        String pace = paced ? String.format(Locale.ROOT, "a pause of %d us (really %.0f)",
                TimeUnit.NANOSECONDS.toMicros(pauseNanos), pausedNanos / 1e3 / pauses) : "back to back";
        out.printf("| %s, %s | in order | backwards | both | to caller | CPU s of 100,000 calls | worker's parks a call |%n"
                + "|---|---|---|---|---|---|---|%n", title, pace);
        double caller = taken.values().iterator().next().micros.both();
        taken.forEach((way, its) -> out.printf(Locale.ROOT, "| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |%n", way.title(),
                its.micros.inOrder(), its.micros.backwards(), its.micros.both(), its.micros.both() / caller,
                its.cpuNanos / 1e9 / its.calls * 100_000, (double) its.parks / its.calls));
        out.println();
    }
}
