package io.quarkiverse.sqlite.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class StatementCacheTest {

    private final List<String> finalized = new ArrayList<>();
    private final StatementCache<String> cache = new StatementCache<>(2, finalized::add);

    @Test
    void aStatementInUseIsNotHandedOutTwice() {
        cache.giveBack("a", "A");
        assertThat(cache.take("a")).isEqualTo("A");
        assertThat(cache.take("a")).isNull();
        assertThat(cache.size()).isZero();
    }

    @Test
    void theLeastRecentlyUsedIsFinalized() {
        cache.giveBack("a", "A");
        cache.giveBack("b", "B");
        cache.giveBack("a", cache.take("a"));
        cache.giveBack("c", "C");
        assertThat(finalized).containsExactly("B");
        assertThat(cache.take("a")).isEqualTo("A");
        assertThat(cache.take("c")).isEqualTo("C");
    }

    @Test
    void ofTwinsOneIsFinalized() {
        cache.giveBack("a", "first");
        cache.giveBack("a", "second");
        assertThat(finalized).containsExactly("first");
        assertThat(cache.take("a")).isEqualTo("second");
    }

    @Test
    void capacityZeroKeepsNothing() {
        StatementCache<String> none = new StatementCache<>(0, finalized::add);
        none.giveBack("a", "A");
        assertThat(finalized).containsExactly("A");
        assertThat(none.take("a")).isNull();
    }

    @Test
    void clearFinalizesAll() {
        cache.giveBack("a", "A");
        cache.giveBack("b", "B");
        cache.clear();
        assertThat(finalized).containsExactlyInAnyOrder("A", "B");
        assertThat(cache.size()).isZero();
    }
}
