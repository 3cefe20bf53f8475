package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.SqliteConstraintException;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteQueryException;
import io.quarkiverse.sqlite.WriteResult;

@Timeout(60)
class DatabaseTest {

    @TempDir
    Path directory;

    private Database db;

    @BeforeEach
    void open() {
        db = Database.open(DatabaseOptions.builder(directory.resolve("test.db")).build());
        db.executeScript("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT UNIQUE, value REAL, data BLOB)");
    }

    @AfterEach
    void close() {
        db.close();
    }

    private long count() {
        return db.selectFirst("SELECT count(*) FROM t").orElseThrow().getLong(0);
    }

    @Test
    void countsTheRowsOfEachStatement() {
        assertThat(db.execute("INSERT INTO t(name) VALUES ('a'), ('b'), ('c')"))
                .isEqualTo(new WriteResult(3, OptionalLong.of(3)));
        assertThat(db.execute("UPDATE t SET value = 1 WHERE id > ?", 1)).isEqualTo(new WriteResult(2, OptionalLong.empty()));
        assertThat(db.execute("UPDATE t SET value = 1 WHERE id > 100")).isEqualTo(new WriteResult(0, OptionalLong.empty()));
        assertThat(db.execute("DELETE FROM t WHERE id = 1")).isEqualTo(new WriteResult(1, OptionalLong.empty()));
        assertThat(db.execute("DELETE FROM t")).as("truncate counts too").isEqualTo(new WriteResult(2, OptionalLong.empty()));
    }

    @Test
    void ddlReportsNothingWhateverRanBefore() {
        WriteResult nothing = new WriteResult(0, OptionalLong.empty());
        db.execute("INSERT INTO t(name) VALUES ('a'), ('b')");
        assertThat(db.execute("CREATE TABLE u(a)")).isEqualTo(nothing);
        assertThat(db.execute("CREATE TABLE v AS SELECT * FROM t")).isEqualTo(nothing);
        assertThat(db.execute("CREATE INDEX i ON t(value)")).isEqualTo(nothing);
        assertThat(db.execute("ALTER TABLE t ADD COLUMN more")).isEqualTo(nothing);
        assertThat(db.execute("DROP TABLE v")).isEqualTo(nothing);
        assertThat(db.execute("PRAGMA user_version = 3")).isEqualTo(nothing);
        assertThat(db.execute("VACUUM")).isEqualTo(nothing);
    }

    @Test
    void triggersAndCascadesAreNotCounted() {
        db.executeScript("""
                CREATE TABLE log(id INTEGER PRIMARY KEY, what TEXT);
                CREATE TRIGGER logged AFTER INSERT ON t BEGIN
                    INSERT INTO log(id, what) VALUES (1000 + new.id, 'one'), (2000 + new.id, 'two');
                END;
                CREATE TABLE child(t INTEGER REFERENCES t ON DELETE CASCADE)""");
        assertThat(db.execute("INSERT INTO t(id) VALUES (7)")).isEqualTo(new WriteResult(1, OptionalLong.of(7)));
        db.executeScript("INSERT INTO child VALUES (7), (7)");
        assertThat(db.execute("DELETE FROM t").affectedRows()).isEqualTo(1);
        assertThat(db.select("SELECT * FROM child")).isEmpty();
    }

    @Test
    void lastInsertIdIsOfThisStatementOnly() {
        assertThat(db.execute("INSERT INTO t(id) VALUES (41)").lastInsertId()).hasValue(41);
        assertThat(db.execute("INSERT OR IGNORE INTO t(id) VALUES (41)").lastInsertId()).as("ignored").isEmpty();
        assertThat(db.execute("INSERT INTO t(id) SELECT id FROM t WHERE 0").lastInsertId()).as("none").isEmpty();
        db.execute("DELETE FROM t");
        assertThat(db.execute("INSERT INTO t(id) VALUES (41)").lastInsertId()).as("the same id again").hasValue(41);
        assertThat(db.execute("REPLACE INTO t(id) VALUES (41)").lastInsertId()).as("replaced").hasValue(41);
        assertThat(db.execute("INSERT INTO t(id, value) VALUES (41, 2) ON CONFLICT DO UPDATE SET value = 2").lastInsertId())
                .as("an upsert that updates").isEmpty();
        assertThat(db.execute("INSERT INTO t(id, value) VALUES (42, 2) ON CONFLICT DO UPDATE SET value = 2").lastInsertId())
                .as("an upsert that inserts").hasValue(42);
        assertThat(db.execute("WITH new(id) AS (VALUES (50)) INSERT INTO t(id) SELECT id FROM new").lastInsertId())
                .hasValue(50);
        assertThat(db.execute("INSERT INTO t(id) VALUES (0)").lastInsertId()).as("0 is an id").hasValue(0);
        assertThat(db.execute("INSERT INTO t(id) VALUES (-5)").lastInsertId()).hasValue(-5);
    }

    @Test
    void tablesAndViewsWithoutRowidHaveNoLastInsertId() {
        db.executeScript("""
                CREATE TABLE w(k TEXT PRIMARY KEY) WITHOUT ROWID;
                CREATE VIEW v AS SELECT id FROM t;
                CREATE TRIGGER through INSTEAD OF INSERT ON v BEGIN INSERT INTO t(id) VALUES (new.id); END""");
        db.execute("INSERT INTO t(id) VALUES (9)");
        for (int i = 0; i < 3; i++) {
            assertThat(db.execute("INSERT INTO w VALUES (?)", "key " + i)).isEqualTo(new WriteResult(1, OptionalLong.empty()));
        }
        assertThat(db.execute("INSERT INTO v VALUES (77)").lastInsertId()).isEmpty();
        assertThat(db.select("SELECT id FROM t WHERE id = 77")).hasSize(1);
        // the same text means another table after DDL
        db.executeScript("DROP TABLE w; CREATE TABLE w(k TEXT PRIMARY KEY)");
        assertThat(db.execute("INSERT INTO w VALUES (?)", "a").lastInsertId()).hasValue(1);
        db.executeScript("DROP TABLE w; CREATE TABLE w(k TEXT PRIMARY KEY) WITHOUT ROWID");
        assertThat(db.execute("INSERT INTO w VALUES (?)", "a").lastInsertId()).isEmpty();
    }

    @Test
    void aVirtualTableHasALastInsertId() {
        db.executeScript("CREATE VIRTUAL TABLE f USING fts5(a)");
        assertThat(db.execute("INSERT INTO f VALUES ('x')").lastInsertId()).hasValue(1);
        db.execute("INSERT INTO t(id) VALUES (1)");
        db.execute("DELETE FROM f");
        assertThat(db.execute("INSERT INTO f(rowid, a) VALUES (1, 'x')").lastInsertId()).as("not moved").hasValue(1);
    }

    @Test
    void readersSeeWhatAFinishedWriteCommitted() {
        for (int i = 1; i <= 200; i++) {
            db.execute("INSERT INTO t(id) VALUES (?)", i);
            assertThat(count()).isEqualTo(i);
        }
    }

    @Test
    void whatSqliteRefusesWritesNothing() {
        assertThatThrownBy(() -> db.select("SELEKT 1")).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("syntax error")
                .hasMessageContaining("[SQL: SELEKT 1]");
        assertThatThrownBy(() -> db.execute("INSERT INTO nowhere VALUES (1)")).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("no such table: nowhere");
        assertThatThrownBy(() -> db.execute("")).isInstanceOf(SqliteQueryException.class).hasMessageContaining("no statement");
        assertThatThrownBy(() -> db.select("-- only a comment")).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("no statement");
        assertThat(count()).isZero();
    }

    @Test
    void wrongNumbersOfParametersWriteNothingAlsoOnACachedStatement() {
        String sql = "INSERT INTO t(name, value) VALUES (?, ?)";
        for (int round = 0; round < 2; round++) {
            assertThatThrownBy(() -> db.execute(sql, "a")).isInstanceOf(SqliteQueryException.class);
            assertThatThrownBy(() -> db.execute(sql, "a", 1, 2)).isInstanceOf(SqliteQueryException.class);
            assertThatThrownBy(() -> db.select("SELECT ?")).isInstanceOf(SqliteQueryException.class);
            assertThat(count()).isEqualTo(round);
            db.execute(sql, "round " + round, round);
        }
        assertThat(db.select("SELECT name, value FROM t ORDER BY id")).extracting(Row::toMap).containsExactly(
                Map.of("name", "round 0", "value", 0.0), Map.of("name", "round 1", "value", 1.0));
    }

    @Test
    void aConstraintHasItsCodes() {
        db.execute("INSERT INTO t(name) VALUES ('a')");
        for (int round = 0; round < 3; round++) {
            assertThatThrownBy(() -> db.execute("INSERT INTO t(name) VALUES (?)", "a"))
                    .isInstanceOfSatisfying(SqliteConstraintException.class, e -> {
                        assertThat(e.resultCode()).isEqualTo(19);
                        assertThat(e.extendedResultCode()).isEqualTo(2067);
                        assertThat(e.sql()).isEqualTo("INSERT INTO t(name) VALUES (?)");
                        assertThat(e).hasMessageContaining("UNIQUE constraint failed: t.name").hasMessageNotContaining("'a'");
                    });
        }
        assertThat(db.execute("INSERT INTO t(name) VALUES (?)", "b").lastInsertId()).hasValue(2);
    }

    @Test
    void aStatementThatFailedWorksTheNextTime() {
        String sql = "SELECT abs(?)";
        for (int round = 0; round < 3; round++) {
            assertThatThrownBy(() -> db.select(sql, Long.MIN_VALUE)).isInstanceOf(SqliteQueryException.class)
                    .hasMessageContaining("integer overflow");
            assertThat(db.selectFirst(sql, -5).orElseThrow().getLong(0)).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "SELECT 1; SELECT 2", "INSERT INTO t(id) VALUES (1); DELETE FROM t", "SELECT 1;;; x" })
    void aSecondStatementIsRefusedAndNeverDropped(String sql) {
        assertThatThrownBy(() -> db.select(sql)).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("second statement");
        assertThatThrownBy(() -> db.execute(sql)).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("second statement");
        assertThat(count()).isZero();
    }

    @Test
    void whatStandsBehindAStatementWithoutBeingOneIsFine() {
        assertThat(db.select("SELECT 1; -- the end\n ; /* really */ ")).hasSize(1);
    }

    @Test
    void everyVerbGoesItsWay() {
        assertThatThrownBy(() -> db.select("INSERT INTO t(id) VALUES (1)")).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("select only reads, but this is INSERT: use execute");
        assertThatThrownBy(() -> db.select("INSERT INTO t(id) VALUES (1) RETURNING id"))
                .isInstanceOf(SqliteQueryException.class);
        assertThatThrownBy(() -> db.select("WITH x AS (SELECT 1) DELETE FROM t")).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("this is DELETE");
        assertThatThrownBy(() -> db.execute("SELECT 1")).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("use select");
        for (String sql : List.of("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s", "RELEASE s", "END")) {
            assertThatThrownBy(() -> db.execute(sql)).isInstanceOf(SqliteQueryException.class)
                    .hasMessageContaining("use transaction");
        }
        assertThatThrownBy(() -> db.executeReturning("INSERT INTO t(id) VALUES (1)")).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("RETURNING clause");
        assertThat(count()).isZero();
    }

    @Test
    void returnsWhatAWriteReturns() {
        assertThat(db.executeReturning("INSERT INTO t(name) VALUES (?), (?) RETURNING id, name", "a", "b"))
                .extracting(row -> row.getLong("id") + row.getString("name")).containsExactly("1a", "2b");
        assertThat(db.executeReturning("UPDATE t SET value = id * 2 RETURNING value")).extracting(row -> row.getDouble(0))
                .containsExactly(2.0, 4.0);
        assertThat(db.executeReturning("DELETE FROM t WHERE id = 1 RETURNING name")).hasSize(1);
        assertThat(db.executeReturning("DELETE FROM t WHERE id = 1 RETURNING name")).isEmpty();
        assertThat(count()).isEqualTo(1);
        assertThat(db.execute("INSERT INTO t(name) VALUES ('x'), ('y') RETURNING id").affectedRows())
                .as("complete though its rows are dropped").isEqualTo(2);
    }

    @Test
    void aWriteWhoseCommitFailsIsAnErrorAlsoWithReturning() {
        db.executeScript("CREATE TABLE child(t REFERENCES t DEFERRABLE INITIALLY DEFERRED)");
        for (String sql : List.of("INSERT INTO child VALUES (99)", "INSERT INTO child VALUES (99) RETURNING t")) {
            assertThatThrownBy(() -> db.execute(sql)).isInstanceOfSatisfying(SqliteConstraintException.class,
                    e -> assertThat(e.extendedResultCode()).isEqualTo(787));
        }
        assertThatThrownBy(() -> db.executeReturning("INSERT INTO child VALUES (99) RETURNING t"))
                .isInstanceOf(SqliteConstraintException.class);
        assertThat(db.select("SELECT * FROM child")).isEmpty();
    }

    @Test
    void aPragmaThatDoesItsWorkRowByRowDoesAllOfIt() {
        db.executeScript("PRAGMA auto_vacuum = INCREMENTAL; VACUUM; CREATE TABLE big(a)");
        db.executeBatch("INSERT INTO big VALUES (?)",
                IntStream.range(0, 200).mapToObj(i -> new Object[] { new byte[4_000] }).toList());
        db.execute("DELETE FROM big");
        assertThat(db.selectFirst("PRAGMA freelist_count").orElseThrow().getLong(0)).isGreaterThan(100);
        db.execute("PRAGMA incremental_vacuum");
        assertThat(db.selectFirst("PRAGMA freelist_count").orElseThrow().getLong(0)).isZero();
    }

    @Test
    void lastInsertIdKnowsTheSchemaThatARollbackBroughtBack() {
        db.executeScript("CREATE TABLE w(k INTEGER PRIMARY KEY, v) WITHOUT ROWID");
        String insert = "INSERT INTO w VALUES (?, 1)";
        assertThatThrownBy(() -> db.inTransaction(tx -> {
            tx.execute("DROP TABLE w");
            tx.execute("CREATE TABLE w(k INTEGER PRIMARY KEY, v)");
            tx.execute("INSERT INTO t(id) VALUES (3)");
            assertThat(tx.execute(insert, 3).lastInsertId()).hasValue(3);
            throw new IllegalStateException("undo");
        })).hasMessage("undo");
        db.execute("CREATE TABLE x1(a)");
        db.execute("CREATE TABLE x2(a)");
        db.execute("INSERT INTO t(id) VALUES (3)");
        assertThat(db.execute(insert, 4).lastInsertId()).isEmpty();
    }

    @Test
    void emptyResults() {
        assertThat(db.select("SELECT id, name FROM t")).isEmpty();
        assertThat(db.select("SELECT id, name FROM t").columns()).containsExactly("id", "name");
        assertThat(db.selectFirst("SELECT id FROM t")).isEmpty();
        assertThat(db.select(row -> row, "SELECT id FROM t")).isEmpty();
    }

    @Test
    void namedParameters() {
        assertThat(db.select("SELECT :a, @b, $c, :a", Map.of("a", 1, "b", "two", "c", 3.5)).get(0))
                .satisfies(row -> assertThat(List.of(row.get(0), row.get(1), row.get(2), row.get(3)))
                        .isEqualTo(List.<Object> of(1L, "two", 3.5, 1L)));
        assertThatThrownBy(() -> db.select("SELECT :a", Map.of("b", 1))).isInstanceOf(SqliteQueryException.class);
        assertThatThrownBy(() -> db.select("SELECT :a", Map.of("a", 1, "b", 1))).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("[b]");
    }

    public record Named(long id, String name) {
    }

    @Test
    void recordsAndMappers() {
        db.execute("INSERT INTO t(name) VALUES ('ä'), ('b')");
        assertThat(db.select(Named.class, "SELECT * FROM t ORDER BY id")).containsExactly(new Named(1, "ä"), new Named(2, "b"));
        assertThat(db.select(row -> row.getString("name"), "SELECT name FROM t WHERE id = ?", 2)).containsExactly("b");
    }

    @Test
    void repeatedCachedSelectsKeepTextAndBlobParametersIntact() {
        db.execute("INSERT INTO t(name, data) VALUES (?, ?)", "größe ★", new byte[] { 1, 0, 2 });
        byte[] data = { 1, 0, 2 };
        for (int i = 0; i < 50; i++) {
            assertThat(db.select("SELECT id FROM t WHERE name = ? AND data = ?", "größe ★", data)).hasSize(1);
            assertThat(db.select("SELECT id FROM t WHERE name = ? AND data = ?", "other " + i, data)).isEmpty();
        }
        assertThat(data).containsExactly(1, 0, 2);
    }

    @Test
    void aSelectBesideABatchSeesAllOfItOrNothing() throws Exception {
        db.executeBatch("INSERT INTO t(id) VALUES (?)", IntStream.range(0, 100).mapToObj(i -> new Object[] { i }).toList());
        List<Long> seen = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch stop = new CountDownLatch(1);
        FutureTask<Void> reader = new FutureTask<>(() -> {
            while (stop.getCount() > 0) {
                seen.add(count());
                reading.countDown();
            }
            seen.add(count());
            return null;
        });
        new Thread(reader).start();
        reading.await();
        db.executeBatch("INSERT INTO t(id) VALUES (?)", IntStream.range(100, 150).mapToObj(i -> new Object[] { i }).toList());
        stop.countDown();
        ((Future<Void>) reader).get(30, TimeUnit.SECONDS);
        assertThat(seen).allMatch(count -> count == 100 || count == 150).endsWith(150L);
    }

    @Test
    void anUnsupportedParameterIsAnErrorAndNeverNull() {
        assertThatThrownBy(() -> db.execute("INSERT INTO t(name) VALUES (?)", new StringBuilder("x")))
                .isInstanceOf(SqliteQueryException.class).hasMessageContaining("StringBuilder");
        assertThat(count()).isZero();
    }

    @Test
    void aReaderNeverWrites() {
        // functions with side effects aside, a PRAGMA is the only way to try
        assertThatThrownBy(() -> db.select("PRAGMA user_version = 5")).isInstanceOf(SqliteException.class);
        assertThat(db.selectFirst("PRAGMA user_version").orElseThrow().toMap()).containsExactly(entry("user_version", 0L));
        assertThat(db.selectFirst("PRAGMA query_only").orElseThrow().getBoolean(0)).isTrue();
    }
}
