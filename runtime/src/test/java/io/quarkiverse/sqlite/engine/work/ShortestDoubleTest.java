package io.quarkiverse.sqlite.engine.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShortestDoubleTest {

    @ParameterizedTest
    @CsvSource({ "0.0,0.0", "-0.0,-0.0", "1.0,1.0", "100.0,100.0", "123.45,123.45", "0.1,0.1", "2e23,2.0E23",
            "2.0e-322,2.0E-322", "1e22,1.0E22",
            "1.1e23,1.1E23", "4.9e-324,4.9E-324", "1.7976931348623157e308,1.7976931348623157E308", "-2e-44,-2.0E-44",
            "0.30000000000000004,0.30000000000000004" })
    void isShort(double value, String text) {
        assertThat(ShortestDouble.text(value)).isEqualTo(text);
    }

    @Test
    void readsBackAndIsNoLongerThanTheLibrarys() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            double value = i % 2 == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextInt(1_000_000) / 1e3;
            if (Double.isFinite(value)) {
                String text = ShortestDouble.text(value);
                assertThat(Double.parseDouble(text)).as("seed %d", seed).isEqualTo(value);
                assertThat(new BigDecimal(text).precision()).as("seed %d, %s", seed, text)
                        .isLessThanOrEqualTo(new BigDecimal(Double.toString(value)).precision());
            }
        }
    }
}
