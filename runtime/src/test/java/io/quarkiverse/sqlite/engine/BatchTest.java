package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.sqlite.BatchResult;
import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.SqliteConstraintException;
import io.quarkiverse.sqlite.SqliteQueryException;

@Timeout(60)
class BatchTest {

    private static final String INSERT = "INSERT INTO t VALUES (?, ?, ?)";

    @TempDir
    Path directory;

    private Database db;

    @BeforeEach
    void open() {
        db = Database.open(DatabaseOptions.builder(directory.resolve("test.db")).build());
        db.executeScript("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, value REAL)");
    }

    @AfterEach
    void close() {
        db.close();
    }

    private static List<Object[]> sets(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> new Object[] { i, "name " + i, i / 2.0 }).toList();
    }

    private long count() {
        return db.selectFirst("SELECT count(*) FROM t").orElseThrow().getLong(0);
    }

    @Test
    void writesManyRowsOfManyColumns() {
        assertThat(db.executeBatch(INSERT, sets(0, 50_000))).isEqualTo(new BatchResult(50_000, 50_000));
        assertThat(db.selectFirst("SELECT count(*) AS n, sum(value) AS s, max(name) AS m FROM t").orElseThrow())
                .satisfies(row -> {
                    assertThat(row.getLong("n")).isEqualTo(50_000);
                    assertThat(row.getDouble("s")).isEqualTo(624_987_500.0);
                    assertThat(row.getString("m")).isEqualTo("name 9999");
                });
    }

    @Test
    void anEmptyOneChangesNothingButItsSqlMustBeRight() {
        assertThat(db.executeBatch(INSERT, List.of())).isEqualTo(new BatchResult(0, 0));
        assertThatThrownBy(() -> db.executeBatch("INSERT INTO nowhere VALUES (?)", List.of()))
                .isInstanceOf(SqliteQueryException.class);
        assertThatThrownBy(() -> db.executeBatch("SELECT ?", List.of())).isInstanceOf(SqliteQueryException.class);
    }

    @Test
    void countsWhatAllExecutionsChanged() {
        db.executeBatch(INSERT, sets(0, 10));
        assertThat(db.executeBatch("UPDATE t SET value = 0 WHERE id < ?",
                List.of(new Object[] { 3 }, new Object[] { 0 }, new Object[] { 5 }))).isEqualTo(new BatchResult(3, 8));
    }

    @Test
    void isAllOrNothing() {
        List<Object[]> sets = new ArrayList<>(sets(0, 500));
        sets.add(new Object[] { 250, "again", 0 });
        assertThatThrownBy(() -> db.executeBatch(INSERT, sets)).isInstanceOf(SqliteConstraintException.class);
        assertThat(count()).isZero();
        assertThat(db.executeBatch(INSERT, sets(0, 500)).executions()).as("usable afterwards").isEqualTo(500);
    }

    @Test
    void setsOfUnequalLengthAreRefusedBeforeAnythingIsWritten() {
        List<Object[]> sets = new ArrayList<>(sets(0, 3));
        sets.add(new Object[] { 3, "short" });
        assertThatThrownBy(() -> db.executeBatch(INSERT, sets)).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("Parameter set 4 of the batch has 2 parameters, but the first has 3");
        assertThatThrownBy(() -> db.executeBatch(INSERT, List.of(new Object[] { 1 }, new Object[] { 2 })))
                .isInstanceOf(SqliteQueryException.class).hasMessageContaining("Parameter set 1 of the batch does not fit");
        assertThatThrownBy(() -> db.executeBatch(INSERT, java.util.Arrays.asList(new Object[] { 1, "a", 1 }, null)))
                .isInstanceOf(SqliteQueryException.class).hasMessageContaining("Parameter set 2 of the batch is null");
        assertThatThrownBy(
                () -> db.executeBatch(INSERT, List.of(new Object[] { 1, "a", 1 }, new Object[] { 2, new Object(), 1 })))
                .isInstanceOf(SqliteQueryException.class).hasMessageContaining("Parameter set 2 of the batch does not fit")
                .cause().hasMessageContaining("java.lang.Object");
        assertThat(count()).isZero();
    }

    @Test
    void anIteratorThatFailsWritesNothingAndHoldsNothing() {
        assertThatThrownBy(() -> db.executeBatch(INSERT, () -> IntStream.range(0, 5).mapToObj(i -> {
            if (i == 4) {
                throw new IllegalStateException("source");
            }
            return new Object[] { i, "a", 1 };
        }).iterator())).isInstanceOf(IllegalStateException.class).hasMessage("source");
        assertThat(count()).isZero();
    }

    @Test
    void anIteratorMayReadTheDatabase() {
        db.executeBatch(INSERT, sets(0, 3));
        assertThat(db.executeBatch(INSERT, () -> db.select("SELECT id FROM t").stream()
                .map(row -> new Object[] { row.getLong(0) + 10, "copy", 0 }).iterator()).affectedRows()).isEqualTo(3);
    }

    @Test
    void insideATransactionItRollsBackWithItsSavepointOnly() {
        db.inTransaction(tx -> {
            tx.execute(INSERT, 1000, "before", 0);
            List<Object[]> sets = new ArrayList<>(sets(0, 5));
            sets.add(new Object[] { 3, "again", 0 });
            assertThatThrownBy(() -> tx.executeBatch(INSERT, sets)).isInstanceOf(SqliteConstraintException.class);
            assertThat(tx.executeBatch(INSERT, sets(10, 12)).affectedRows()).isEqualTo(2);
        });
        assertThat(db.select("SELECT id FROM t ORDER BY id")).extracting(row -> row.getLong(0)).containsExactly(10L, 11L,
                1000L);
        assertThatThrownBy(() -> db.inTransaction(tx -> {
            db.executeBatch(INSERT, sets(20, 30));
            throw new IllegalStateException("outer");
        })).hasMessage("outer");
        assertThat(count()).isEqualTo(3);
    }

    @Test
    void theStatementMustWrite() {
        assertThatThrownBy(() -> db.executeBatch("SELECT ?", List.<Object[]> of(new Object[] { 1 })))
                .isInstanceOf(SqliteQueryException.class).hasMessageContaining("use select");
        assertThatThrownBy(() -> db.executeBatch("BEGIN", List.<Object[]> of(new Object[] {})))
                .isInstanceOf(SqliteQueryException.class).hasMessageContaining("use transaction");
    }
}
