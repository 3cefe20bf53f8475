package io.quarkiverse.sqlite.benchmarks.ab;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

import io.quarkiverse.sqlite.benchmarks.Catalogue;

/** The reads that lanes are made of. */
final class Reads {

    static final String PART_BY_ID = Catalogue.SELECT + " WHERE id = ?";
    static final String PART_LIMIT = Catalogue.SELECT + " LIMIT ?";
    static final String OTHER_LIMIT = Catalogue.SELECT + " WHERE id >= 0 LIMIT ?";
    static final String WIDE_BY_ID = "SELECT * FROM wide WHERE id = ?";
    static final String INTS_20 = "SELECT * FROM ints LIMIT ?";
    static final String INTS_4 = "SELECT id, c1, c2, c3 FROM ints LIMIT ?";

    private static final ExecutorService POOL = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "lane");
        thread.setDaemon(true);
        return thread;
    });
    private static final AtomicLong TEXTS = new AtomicLong();

    /** Keeps results alive. */
    private static volatile Object sink;

    private Reads() {
    }

    static void keep(Object result) {
        sink = result;
    }

    private static long id(int rows) {
        return ThreadLocalRandom.current().nextLong(rows);
    }

    static void points(AbArm arm, String sql, int rows, int times) {
        for (int i = 0; i < times; i++) {
            keep(arm.db().select(sql, id(rows)));
        }
    }

    static AbLane.Work point(String sql, int rows, int times) {
        return (arm, measure) -> measure.timed(times, () -> points(arm, sql, rows, times));
    }

    static AbLane.Work limited(String sql, long rows, int times) {
        return (arm, measure) -> measure.timed(times, () -> {
            for (int i = 0; i < times; i++) {
                keep(arm.db().select(sql, rows));
            }
        });
    }

    /** The first executions of some texts that there never were before. */
    static AbLane.Work first(int executions, int texts) {
        return (arm, measure) -> {
            String[] fresh = fresh(texts);
            measure.timed(texts * executions, () -> {
                for (String sql : fresh) {
                    points(arm, sql, Catalogue.ROWS, executions);
                }
            });
        };
    }

    static AbLane.Work firstBytes(int executions, int texts) {
        return (arm, measure) -> {
            String[] fresh = fresh(texts);
            measure.timed(texts * executions, () -> {
                for (String sql : fresh) {
                    for (int i = 0; i < executions; i++) {
                        keep(arm.db().selectBytes(sql, id(Catalogue.ROWS)));
                    }
                }
            });
        };
    }

    private static String[] fresh(int texts) {
        String[] fresh = new String[texts];
        for (int i = 0; i < texts; i++) {
            fresh[i] = PART_BY_ID + " AND " + TEXTS.incrementAndGet() + " > 0";
        }
        return fresh;
    }

    /** A large result after eight small ones. */
    static AbLane.Work afterSmall(long rows) {
        return (arm, measure) -> {
            for (int i = 0; i < 8; i++) {
                keep(arm.db().select(PART_LIMIT, 20L));
            }
            measure.timed(1, () -> keep(arm.db().select(PART_LIMIT, rows)));
        };
    }

    static AbLane.Work atOnce(int threads, int timesEach, AbLane.Read read) {
        return (arm, measure) -> measure.timedAtOnce(POOL, threads, timesEach, () -> {
            for (int i = 0; i < timesEach; i++) {
                keep(read.run(arm));
            }
        });
    }
}
