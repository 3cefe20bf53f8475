package io.quarkiverse.sqlite.engine.decode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import io.quarkiverse.sqlite.engine.decode.RowSizeMemory.Entry;

class RowSizeMemoryTest {

    private final RowSizeMemory memory = new RowSizeMemory(true);

    private void executed(String sql, int rows) {
        memory.note(sql, memory.find(sql), rows);
    }

    @Test
    void hasNoOpinionBeforeTwoExecutions() {
        assertThat(memory.find("a")).isNull();
        executed("a", 1_000);
        assertThat(memory.find("a").hint()).isZero();
        executed("a", 1_000);
        assertThat(memory.find("a").hint()).isEqualTo(1_250);
    }

    @Test
    void settlesAtTheSmallerOfTheLastTwoPlusAQuarter() {
        executed("a", 10_000);
        executed("a", 400);
        assertThat(memory.find("a").hint()).isEqualTo(500);
        executed("a", 10_000);
        assertThat(memory.find("a").hint()).as("swinging settles low").isEqualTo(500);
        executed("a", 10_000);
        assertThat(memory.find("a").hint()).as("stable settles at rows + 25 %").isEqualTo(12_500);
    }

    @Test
    void theHintOfAHugeResultDoesNotOverflow() {
        executed("a", Integer.MAX_VALUE);
        executed("a", Integer.MAX_VALUE);
        assertThat(memory.find("a").hint()).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void resultsThatFitMakeNoEntry() {
        executed("a", RowSizeMemory.FIRST_ROWS);
        executed("b", 0);
        assertThat(memory.size()).isZero();
        executed("a", RowSizeMemory.FIRST_ROWS + 1);
        assertThat(memory.size()).isEqualTo(1);
    }

    @Test
    void entriesThatNoLongerOverflowGoFirstThenTheLongestUnused() {
        for (int i = 0; i < RowSizeMemory.MAX_STATEMENTS; i++) {
            executed("statement " + i, 1_000);
        }
        executed("statement 0", 1_000);
        executed("statement 77", 3);
        executed("statement 77", 3);
        executed("new 1", 1_000);
        assertThat(memory.size()).isEqualTo(RowSizeMemory.MAX_STATEMENTS);
        assertThat(memory.find("statement 77")).as("it fits by now").isNull();
        executed("new 2", 1_000);
        assertThat(memory.find("statement 1")).as("unused for longest").isNull();
        assertThat(memory.find("statement 0")).as("used since").isNotNull();
        assertThat(memory.find("new 1")).isNotNull();
        assertThat(memory.size()).isEqualTo(RowSizeMemory.MAX_STATEMENTS);
    }

    @Test
    void switchedOffRemembersNothing() {
        RowSizeMemory off = new RowSizeMemory(false);
        Entry none = off.find("a");
        off.note("a", none, 10_000);
        assertThat(off.find("a")).isNull();
        assertThat(off.size()).isZero();
    }
}
