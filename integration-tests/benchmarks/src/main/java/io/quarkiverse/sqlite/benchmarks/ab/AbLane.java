package io.quarkiverse.sqlite.benchmarks.ab;

import static io.quarkiverse.sqlite.benchmarks.ab.Reads.PART_LIMIT;
import static io.quarkiverse.sqlite.benchmarks.ab.Reads.keep;

import java.util.Arrays;

import io.quarkiverse.sqlite.benchmarks.Catalogue;

/** What both arms do; one sample of it is some operations. */
enum AbLane {

    FIRST4("first4-newsql", Reads.first(4, 20)),
    FIRST8("first8-newsql", Reads.first(8, 20)),
    FIRST32("first32-newsql", Reads.first(32, 10)),
    POINT1("point1", Reads.point(Reads.PART_BY_ID, Catalogue.ROWS, 500)),
    POINT1_WIDE20("point1-wide20", Reads.point(Reads.WIDE_BY_ID, AbFile.WIDE_ROWS, 300)),
    MIXED6_20("mixed6-20", Reads.limited(PART_LIMIT, 20, 100)),
    /** Fits the first result buffer. */
    MIXED6_200("mixed6-200", Reads.limited(PART_LIMIT, 200, 20)),
    MIXED6_1K("mixed6-1k", Reads.limited(PART_LIMIT, 1_000, 4)),
    MIXED6_10K("mixed6-10k", Reads.limited(PART_LIMIT, 10_000, 1)),
    INT20_10K("int20-10k", Reads.limited(Reads.INTS_20, 10_000, 1)),
    INT4_5K("int4-5k", Reads.limited(Reads.INTS_4, 5_000, 2)),
    ALTERNATING_SQL("alternating-sql", (arm, measure) -> measure.timed(400, () -> {
        for (int i = 0; i < 200; i++) {
            Reads.points(arm, Reads.PART_BY_ID, Catalogue.ROWS, 1);
            Reads.points(arm, Reads.WIDE_BY_ID, AbFile.WIDE_ROWS, 1);
        }
    })),
    CONC4("conc4", Reads.atOnce(4, 50, arm -> arm.db().select(PART_LIMIT, 200L))),
    /** More threads than there are readers. */
    CONC8("conc8", Reads.atOnce(8, 50, arm -> arm.db().select(PART_LIMIT, 200L))),
    BYTES_FIRST8("bytes-first8", Reads.firstBytes(8, 20)),
    /** 60,000 slots: enough for a sacrifice each time. */
    BIG60K("big60k", (arm, measure) -> measure.timed(1, () -> keep(arm.large(PART_LIMIT, 10_000L)))),
    MISPREDICT_SHRINK("mispredict-shrink", (arm, measure) -> {
        for (int i = 0; i < 6; i++) {
            keep(arm.db().select(PART_LIMIT, 8_000L));
        }
        measure.timed(1, () -> keep(arm.db().select(PART_LIMIT, 50L)));
    }),
    /** The same, and the large ones are timed as well. */
    MISPREDICT_SHRINK_ALL("mispredict-shrink-all", (arm, measure) -> measure.timed(7, () -> {
        for (int i = 0; i < 6; i++) {
            keep(arm.db().select(PART_LIMIT, 8_000L));
        }
        keep(arm.db().select(PART_LIMIT, 50L));
    })),
    /** A small read by another statement, of which nothing is remembered, after the same large ones. */
    OTHER_SHRINK("other-shrink", (arm, measure) -> {
        for (int i = 0; i < 6; i++) {
            keep(arm.db().select(PART_LIMIT, 8_000L));
        }
        measure.timed(1, () -> keep(arm.db().select(Reads.OTHER_LIMIT, 50L)));
    }),
    MISPREDICT_MID("mispredict-mid", (arm, measure) -> measure.timed(2, () -> {
        keep(arm.db().select(PART_LIMIT, 300L));
        keep(arm.db().select(PART_LIMIT, 8_000L));
    })),
    UNDERSHOOT_JUMP("undershoot-jump", Reads.afterSmall(5_000)),
    UNDERSHOOT_MID("undershoot-mid", Reads.afterSmall(3_300)),
    /** Large reads of as many threads as there are readers. */
    BURST_LARGE("burst-large", Reads.atOnce(4, 1, arm -> arm.large(PART_LIMIT, 10_000L))),
    /** Small reads that come directly after a large one. */
    AFTER_LARGE("after-large", (arm, measure) -> {
        keep(arm.large(PART_LIMIT, 10_000L));
        measure.timed(16, () -> Reads.points(arm, Reads.PART_BY_ID, Catalogue.ROWS, 16));
    });

    /** Makes one sample. */
    interface Work {
        void sample(AbArm arm, Measure measure);
    }

    /** One operation. */
    interface Read {
        Object run(AbArm arm);
    }

    private final String title;
    private final Work work;

    AbLane(String title, Work work) {
        this.title = title;
        this.work = work;
    }

    /** The name in arguments and receipts. */
    String title() {
        return title;
    }

    Measure sample(AbArm arm) {
        Measure measure = new Measure();
        work.sample(arm, measure);
        return measure;
    }

    static AbLane of(String title) {
        return Arrays.stream(values()).filter(lane -> lane.title.equals(title)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no lane '" + title + "': there are "
                        + Arrays.stream(values()).map(AbLane::title).toList()));
    }
}
