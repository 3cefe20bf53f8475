package io.quarkiverse.sqlite.engine.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;

class BoundsTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void withoutALimitOnlyTheWaitHasOne() {
        assertThat(Bounds.of(null)).isSameAs(Bounds.NONE);
        assertThat(Bounds.NONE.deadline(5)).isEqualTo(Bounds.NEVER);
        assertThat(Bounds.NONE.wait(0, 900, SECOND)).isEqualTo(SECOND.toNanos());
        assertThat(Bounds.NONE.shorter(SECOND)).isSameAs(SECOND);
    }

    @Test
    void theShorterLimitEndsAWait() {
        Bounds bounds = Bounds.of(Duration.ofMillis(100));
        assertThat(bounds.deadline(5)).isEqualTo(100_000_005);
        assertThat(bounds.wait(0, 40_000_000, SECOND)).isEqualTo(60_000_000);
        assertThat(bounds.wait(0, 400_000_000, SECOND)).isZero();
        assertThat(bounds.wait(0, 0, Duration.ofMillis(1))).isEqualTo(1_000_000);
        assertThat(bounds.shorter(SECOND)).isEqualTo(Duration.ofMillis(100));
        assertThat(bounds.shorter(Duration.ofMillis(1))).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void whatIsLongerThanACenturyIsACentury() {
        assertThat(Durations.nanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Duration.ofDays(36_500).toNanos());
        assertThat(System.nanoTime() + Durations.nanos(Duration.ofSeconds(Long.MAX_VALUE))).isPositive();
    }
}
