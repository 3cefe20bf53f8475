package io.quarkiverse.sqlite.benchmarks.ab;

import static io.quarkiverse.sqlite.benchmarks.ab.DriftCheck.Verdict.DRIFT_SUSPECTED;
import static io.quarkiverse.sqlite.benchmarks.ab.DriftCheck.Verdict.INCONCLUSIVE;
import static io.quarkiverse.sqlite.benchmarks.ab.DriftCheck.Verdict.NEUTRAL;
import static io.quarkiverse.sqlite.benchmarks.ab.DriftCheck.Verdict.REPRODUCED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DriftCheckTest {

    private static final List<Double> CALM = List.of(100.0, 101.0, 99.0);

    private static List<Double> calm(double median) {
        return CALM.stream().map(value -> value * median / 100).toList();
    }

    private static DriftCheck.Pass pass(List<Double> a, List<Double> b) {
        return new DriftCheck.Pass(a, b);
    }

    @Test
    void theSameSignInBothPassesIsReproduced() {
        assertThat(DriftCheck.verdict(pass(calm(90), CALM), pass(calm(95), CALM))).isSameAs(REPRODUCED)
                .hasToString("REPRODUCED");
        assertThat(DriftCheck.verdict(pass(calm(110), CALM), pass(calm(103), CALM))).isSameAs(REPRODUCED);
    }

    @Test
    void oppositeSignsAreDrift() {
        assertThat(DriftCheck.verdict(pass(calm(90), CALM), pass(calm(110), CALM))).isSameAs(DRIFT_SUSPECTED)
                .hasToString("drift-suspected");
    }

    @Test
    void lessThanThreePercentInEitherPassIsNeutral() {
        assertThat(DriftCheck.verdict(pass(calm(90), CALM), pass(calm(97.5), CALM))).isSameAs(NEUTRAL).hasToString("neutral");
        assertThat(DriftCheck.verdict(pass(calm(102.5), CALM), pass(calm(90), CALM))).isSameAs(NEUTRAL);
        assertThat(DriftCheck.verdict(pass(CALM, CALM), pass(CALM, CALM))).isSameAs(NEUTRAL);
    }

    @Test
    void oneSampleDecidesNothing() {
        assertThat(DriftCheck.verdict(pass(List.of(50.0), CALM), pass(calm(50), CALM))).isSameAs(INCONCLUSIVE)
                .hasToString("inconclusive");
        assertThat(DriftCheck.verdict(pass(calm(50), CALM), pass(calm(50), List.of()))).isSameAs(INCONCLUSIVE);
    }

    /** The slower side of one pass scatters by more than 8 % and four times as much as the other. */
    @Test
    void aSlowerSideThatScattersIsDrift() {
        List<Double> restless = List.of(100.0, 125.0, 150.0);
        assertThat(DriftCheck.verdict(pass(calm(90), CALM), pass(calm(90), restless))).isSameAs(DRIFT_SUSPECTED);
        assertThat(DriftCheck.verdict(pass(restless, CALM), pass(calm(120), CALM))).isSameAs(DRIFT_SUSPECTED);
    }

    @Test
    void scatterOfTheFasterSideOrOfBothSidesIsNoDrift() {
        List<Double> restless = List.of(40.0, 50.0, 60.0);
        assertThat(DriftCheck.verdict(pass(restless, CALM), pass(restless, CALM))).as("the faster side").isSameAs(REPRODUCED);
        List<Double> slower = List.of(120.0, 144.0, 168.0);
        List<Double> alike = List.of(90.0, 100.0, 110.0);
        assertThat(DriftCheck.verdict(pass(slower, alike), pass(slower, alike))).as("1.7 times the other").isSameAs(REPRODUCED);
        List<Double> sevenPercent = List.of(186.0, 200.0, 214.0);
        assertThat(DriftCheck.verdict(pass(sevenPercent, CALM), pass(sevenPercent, CALM))).as("7 %").isSameAs(REPRODUCED);
    }

    @Test
    void figures() {
        assertThat(DriftCheck.median(List.of(3.0, 1.0, 2.0))).isEqualTo(2);
        assertThat(DriftCheck.median(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(2.5);
        assertThat(DriftCheck.variation(List.of(9.0, 10.0, 11.0))).isCloseTo(0.1, within(1e-12));
        assertThat(pass(calm(90), CALM).delta()).isCloseTo(-0.1, within(1e-12));
    }
}
