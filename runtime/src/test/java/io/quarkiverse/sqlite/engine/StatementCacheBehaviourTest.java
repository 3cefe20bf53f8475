package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.engine.observe.EngineListener;

@Timeout(120)
class StatementCacheBehaviourTest {

    @TempDir
    Path directory;

    private DatabaseEngine db;

    private void open(int cacheSize) {
        db = new DatabaseEngine(
                DatabaseOptions.builder(directory.resolve("test.db")).readersSize(2).statementCacheSize(cacheSize).build(),
                EngineListener.NONE);
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void fourHundredStatementsCycledThreeTimesReturnTheirOwnRows() {
        open(128);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 400; i++) {
                Rows rows = db.select("SELECT " + i + " AS c" + i + ", ? AS p", round);
                assertThat(rows.columns()).containsExactly("c" + i, "p");
                assertThat(List.of(rows.get(0).getLong(0), rows.get(0).getLong(1))).containsExactly((long) i, (long) round);
            }
        }
    }

    @Test
    void aStatementThatIsKeptIsNotPreparedAgain() {
        open(128);
        db.select("SELECT 1");
        long misses = db.statementCacheMisses();
        long hits = db.statementCacheHits();
        for (int i = 0; i < 10; i++) {
            db.select("SELECT 1");
        }
        assertThat(db.statementCacheMisses()).isEqualTo(misses);
        assertThat(db.statementCacheHits()).isEqualTo(hits + 10);
    }

    @Test
    void aCacheOfSizeNothingWorks() {
        open(0);
        db.executeScript("CREATE TABLE t(a)");
        for (int i = 0; i < 5; i++) {
            db.execute("INSERT INTO t VALUES (?)", i);
            assertThat(db.select("SELECT a FROM t")).hasSize(i + 1);
        }
        assertThat(db.statementCacheHits()).isZero();
    }

    /** Who changes the schema behind the cached statements. */
    enum Changer {
        THIS_DATABASE {
            @Override
            void change(StatementCacheBehaviourTest test, String sql) {
                test.db.executeScript(sql);
            }
        },
        ANOTHER_CONNECTION {
            @Override
            void change(StatementCacheBehaviourTest test, String sql) throws SQLException {
                OtherProcess.change(test.directory.resolve("test.db").toString(), sql);
            }
        },
        ANOTHER_PROCESS {
            @Override
            void change(StatementCacheBehaviourTest test, String sql) throws IOException, InterruptedException {
                Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m", "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        OtherProcess.class.getName(),
                        test.directory.resolve("test.db").toString(), sql).inheritIO().start();
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isZero();
            }
        };

        abstract void change(StatementCacheBehaviourTest test, String sql) throws Exception;
    }

    /** Changes a schema as a program of its own. */
    static final class OtherProcess {

        private OtherProcess() {
        }

        public static void main(String[] args) throws SQLException {
            change(args[0], args[1]);
        }

        static void change(String file, String sql) throws SQLException {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                    Statement statement = connection.createStatement()) {
                for (String each : sql.split(";")) {
                    statement.execute(each);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Changer.class)
    void afterDdlNothingStaleComesOut(Changer changer) throws Exception {
        open(128);
        db.executeScript("""
                CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT);
                CREATE VIEW v AS SELECT * FROM t;
                INSERT INTO t VALUES (1, 'one')""");
        expect("id=1 a=one");

        changer.change(this, "ALTER TABLE t ADD COLUMN b DEFAULT 'new'");
        expect("id=1 a=one b=new");
        changer.change(this, "ALTER TABLE t RENAME COLUMN a TO A");
        expect("id=1 A=one b=new");
        changer.change(this, "ALTER TABLE t RENAME COLUMN A TO text");
        expect("id=1 text=one b=new");
        changer.change(this, "ALTER TABLE t DROP COLUMN text");
        expect("id=1 b=new");
        changer.change(this, "DROP VIEW v; DROP TABLE t; CREATE TABLE t(x REAL, y, z BLOB); CREATE VIEW v AS SELECT * FROM t;"
                + " INSERT INTO t VALUES (2.5, NULL, 'z')");
        expect("x=2.5 y=null z=z");
        changer.change(this, "DROP VIEW v; DROP TABLE t");
        for (int reader = 0; reader < 4; reader++) {
            assertThatThrownBy(() -> db.select("SELECT * FROM t")).hasMessageContaining("no such table: t");
        }
        changer.change(this,
                "CREATE TABLE t(id INTEGER PRIMARY KEY); CREATE VIEW v AS SELECT id AS other FROM t; INSERT INTO t VALUES (9)");
        assertThat(text(db.select("SELECT * FROM t"))).isEqualTo("id=9");
        assertThat(text(db.select("SELECT * FROM v"))).isEqualTo("other=9");
        assertThat(text(db.select("SELECT rowid FROM t"))).isEqualTo("id=9");
        changer.change(this, "DROP VIEW v; DROP TABLE t; CREATE TABLE t(a); INSERT INTO t VALUES (1)");
        assertThat(text(db.select("SELECT rowid FROM t"))).isEqualTo("rowid=1");
    }

    /** On each reader, on the writer, and inside a transaction. */
    private void expect(String row) {
        for (String sql : List.of("SELECT * FROM t", "SELECT * FROM v", "SELECT t.* FROM t",
                "SELECT * FROM (SELECT * FROM t)")) {
            db.inTransaction(tx -> {
                assertThat(text(tx.select(sql))).isEqualTo(row);
                assertThat(text(db.select(sql))).isEqualTo(row);
            });
            assertThat(text(db.select(sql))).isEqualTo(row);
            assertThat(db.selectFirst(sql).map(StatementCacheBehaviourTest::text)).hasValue(row);
        }
    }

    private static String text(Rows rows) {
        assertThat(rows).hasSize(1);
        assertThat(rows.columnCount()).isEqualTo(rows.columns().size());
        return text(rows.get(0));
    }

    private static String text(Row row) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < row.columns().size(); column++) {
            text.append(column == 0 ? "" : " ").append(row.columns().get(column)).append('=').append(row.get(column));
        }
        return text.toString();
    }

    @Test
    void ddlInsideATransactionAndItsRollbackAreSeen() {
        open(128);
        db.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
        assertThat(text(db.select("SELECT * FROM t"))).isEqualTo("a=1");
        assertThatThrownBy(() -> db.inTransaction(tx -> {
            assertThat(text(tx.select("SELECT * FROM t"))).isEqualTo("a=1");
            tx.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2");
            assertThat(text(tx.select("SELECT * FROM t"))).isEqualTo("a=1 b=2");
            throw new IllegalStateException("undo");
        })).hasMessage("undo");
        assertThat(text(db.select("SELECT * FROM t"))).isEqualTo("a=1");
        db.inTransaction(tx -> {
            tx.execute("ALTER TABLE t ADD COLUMN c DEFAULT 3");
            assertThat(text(tx.select("SELECT * FROM t"))).as("the schema version is the same as of the rolled back one")
                    .isEqualTo("a=1 c=3");
        });
        assertThat(text(db.select("SELECT * FROM t"))).isEqualTo("a=1 c=3");
    }

    @Test
    void everyKindOfRollbackTakesTheSchemaBack() {
        open(128);
        db.executeScript("CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES (1)");
        db.inTransaction(tx -> {
            for (int i = 0; i < 3; i++) {
                String column = "c" + i;
                assertThatThrownBy(() -> tx.inTransaction(inner -> {
                    inner.execute("ALTER TABLE t ADD COLUMN " + column);
                    assertThat(text(inner.select("SELECT * FROM t"))).isEqualTo("a=1 " + column + "=null");
                    throw new IllegalStateException("undo");
                })).hasMessage("undo");
            }
        });
        for (int i = 0; i < 3; i++) {
            String column = "d" + i;
            assertThatThrownBy(() -> db.inTransaction(tx -> {
                tx.execute("ALTER TABLE t ADD COLUMN " + column);
                assertThat(text(tx.select("SELECT * FROM t"))).isEqualTo("a=1 " + column + "=null");
                tx.execute("INSERT OR ROLLBACK INTO t(a) VALUES (1)");
            })).hasMessageContaining("UNIQUE");
        }
        db.executeScript("BEGIN; ALTER TABLE t ADD COLUMN e; ROLLBACK; ALTER TABLE t ADD COLUMN f");
        db.inTransaction(tx -> assertThat(text(tx.select("SELECT * FROM t"))).isEqualTo("a=1 f=null"));
    }

    @Test
    void temporaryAndAttachedTablesAreFollowedToo() {
        open(128);
        db.executeScript(
                "CREATE TABLE t(a); INSERT INTO t VALUES (1); ATTACH ':memory:' AS aux; CREATE TABLE aux.u(a); INSERT INTO u VALUES (5)");
        db.inTransaction(tx -> {
            assertThat(text(tx.select("SELECT * FROM t"))).isEqualTo("a=1");
            tx.execute("CREATE TEMP TABLE t(x, y)");
            tx.execute("INSERT INTO temp.t VALUES (2, 3)");
            assertThat(text(tx.select("SELECT * FROM t"))).isEqualTo("x=2 y=3");
            tx.execute("DROP TABLE temp.t");
            assertThat(text(tx.select("SELECT * FROM t"))).isEqualTo("a=1");
            assertThat(text(tx.select("SELECT * FROM aux.u"))).isEqualTo("a=5");
            tx.execute("ALTER TABLE aux.u ADD COLUMN b DEFAULT 6");
            assertThat(text(tx.select("SELECT * FROM aux.u"))).isEqualTo("a=5 b=6");
        });
    }

    @Test
    void returningFollowsTheSchema() {
        open(128);
        db.executeScript("CREATE TABLE t(a)");
        assertThat(text(db.executeReturning("INSERT INTO t(a) VALUES (1) RETURNING *"))).isEqualTo("a=1");
        db.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2");
        assertThat(text(db.executeReturning("INSERT INTO t(a) VALUES (1) RETURNING *"))).isEqualTo("a=1 b=2");
    }
}
