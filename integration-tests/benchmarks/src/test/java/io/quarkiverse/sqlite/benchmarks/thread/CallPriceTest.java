package io.quarkiverse.sqlite.benchmarks.thread;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That the prices are printed; nothing is measured here. */
@Timeout(60)
class CallPriceTest {

    @Test
    void theTableHasAllShapes() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CallPrice.run(Map.of("calls", 100, "samples", 3), new PrintStream(bytes, true, UTF_8));
        assertThat(bytes.toString(UTF_8).lines().filter(line -> line.startsWith("| ")).map(line -> line.split(" \\| ")[0]))
                .containsExactly("| shape", "| plain call", "| CompletionStage", "| Uni", "| hop to an executor and back");
        assertThat(bytes.toString(UTF_8)).contains("| plain call | 100 | ").doesNotContain("NaN");
    }

    @Test
    void mainTakesArguments() throws Exception {
        CallPrice.main(new String[] { "calls=10", "samples=1" });
        assertThatThrownBy(() -> CallPrice.main(new String[] { "call=10" })).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'call=10'").hasMessageContaining("samples");
        assertThatThrownBy(() -> CallPrice.main(new String[] { "calls" })).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void mediansAreByOrderAndOfBoth() {
        Samples samples = new Samples();
        for (double inOrder : new double[] { 9, 1, 2 }) {
            samples.add(false, inOrder);
        }
        samples.add(true, 4);
        samples.add(true, 6);
        assertThat(samples.inOrder()).isEqualTo(2);
        assertThat(samples.backwards()).isEqualTo(5);
        assertThat(samples.both()).isEqualTo(4);
        assertThat(Samples.ordered(List.of("a", "b", "c"), true)).containsExactly("c", "b", "a");
    }
}
