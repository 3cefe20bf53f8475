package io.quarkiverse.sqlite.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.sqlite.SqliteMappingException;

@Timeout(30)
class ColumnNamesTest {

    private static ColumnNames of(String... names) {
        return new ColumnNames(names);
    }

    @Test
    void namesKeepTheirOrder() {
        ColumnNames columns = of("b", "a", "b");
        assertThat(columns.count()).isEqualTo(3);
        assertThat(columns.name(1)).isEqualTo("a");
        assertThat(columns.asList()).containsExactly("b", "a", "b");
        assertThatThrownBy(() -> columns.asList().set(0, "c")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void theCallersArrayIsNotKept() {
        String[] names = { "a" };
        ColumnNames columns = new ColumnNames(names);
        names[0] = "b";
        assertThat(columns.name(0)).isEqualTo("a");
    }

    @Test
    void anExactNameWinsOverOneInAnotherCase() {
        ColumnNames columns = of("ID", "id", "Name");
        assertThat(columns.indexOf("ID")).isZero();
        assertThat(columns.indexOf("id")).isEqualTo(1);
        assertThat(columns.indexOf("name")).isEqualTo(2);
        assertThat(columns.indexOf("NAME")).isEqualTo(2);
    }

    @Test
    void aNameThatIsNotTheVeryStringIsFound() {
        assertThat(of("id", "name").indexOf(new String("name".toCharArray()))).isEqualTo(1);
    }

    @Test
    void aNameThatStandsTwiceIsReachedByIndexOnly() {
        ColumnNames columns = of("id", "name", "id");
        assertThatThrownBy(() -> columns.indexOf("id")).isInstanceOf(SqliteMappingException.class)
                .hasMessageContaining("'id'").hasMessageContaining("use the index").hasMessageContaining("[id, name, id]");
        assertThat(columns.indexOf("name")).isEqualTo(1);
    }

    @Test
    void aNameThatFitsTwoColumnsInOtherCasesIsAmbiguous() {
        assertThatThrownBy(() -> of("Id", "iD").indexOf("id")).isInstanceOf(SqliteMappingException.class)
                .hasMessageContaining("use the index");
    }

    @Test
    void anUnknownNameIsToldWhatThereIs() {
        ColumnNames columns = of("id", "name");
        assertThatThrownBy(() -> columns.indexOf("nam")).isInstanceOf(SqliteMappingException.class)
                .hasMessageContaining("'nam'").hasMessageContaining("[id, name]");
        assertThatThrownBy(() -> columns.indexOf("")).isInstanceOf(SqliteMappingException.class);
        assertThatThrownBy(() -> columns.indexOf(null)).isInstanceOf(SqliteMappingException.class);
    }

    @Test
    void theFirstLookUpMayHappenOnManyThreadsAtOnce() throws Exception {
        int threads = 4;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 200; round++) {
                ColumnNames columns = of("a", "b", "c", "d", "e", "f");
                CountDownLatch start = new CountDownLatch(1);
                List<Future<Integer>> found = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    Callable<Integer> lookUp = () -> {
                        start.await();
                        return columns.indexOf("F");
                    };
                    found.add(executor.submit(lookUp));
                }
                start.countDown();
                for (Future<Integer> index : found) {
                    assertThat(index.get(10, TimeUnit.SECONDS)).isEqualTo(5);
                }
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
