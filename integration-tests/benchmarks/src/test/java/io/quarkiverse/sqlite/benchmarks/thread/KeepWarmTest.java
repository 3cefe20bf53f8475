package io.quarkiverse.sqlite.benchmarks.thread;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That all lanes run; nothing is measured here. */
@Timeout(120)
class KeepWarmTest {

    private static final List<String> LANES = List.of("caller", "parked", "spin 5 us, worker warm", "spin 5 us, both warm",
            "spin 15 us, worker warm", "spin 15 us, both warm", "spin 40 us, worker warm", "spin 40 us, both warm",
            "spin 200 us, worker warm", "spin 200 us, both warm");

    @Test
    void theTablesHaveAllLanes() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        KeepWarm.run(Map.of("samples", 2, "calls", 20, "pause", 20), new PrintStream(bytes, true, UTF_8));
        String printed = bytes.toString(UTF_8);
        String[] tables = printed.substring(printed.indexOf('|')).strip().split("\\R\\R");
        assertThat(tables).hasSize(4);
        assertThat(tables[0]).startsWith("| read, back to back |");
        assertThat(tables[1]).startsWith("| read, a pause of 20 us (really ");
        assertThat(tables[2]).startsWith("| write, back to back |");
        assertThat(tables[3]).startsWith("| write, a pause of 20 us (really ");
        for (String table : tables) {
            assertThat(table.lines().skip(2).map(line -> line.substring(2).split(" \\| ")[0])).containsExactlyElementsOf(LANES);
        }
        assertThat(printed).doesNotContain("NaN");
    }

    @Test
    void mainTakesArguments() throws Exception {
        KeepWarm.main(new String[] { "samples=1", "calls=1", "pause=0" });
    }
}
