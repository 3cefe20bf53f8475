package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.SqliteConstraintException;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteQueryException;
import io.quarkiverse.sqlite.SqliteTransactionException;

@Timeout(60)
class ScriptTest {

    @TempDir
    Path directory;

    private Database db;

    @BeforeEach
    void open() {
        db = Database.open(DatabaseOptions.builder(directory.resolve("test.db")).build());
        db.executeScript("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT)");
    }

    @AfterEach
    void close() {
        db.close();
    }

    private long count() {
        return db.selectFirst("SELECT count(*) FROM t").orElseThrow().getLong(0);
    }

    @Test
    void sqliteSplitsIt() {
        db.executeScript("""
                -- a comment; with a semicolon
                INSERT INTO t(a) VALUES ('one; two'), ("a"';');
                CREATE TRIGGER g AFTER INSERT ON t WHEN new.a = 'go' BEGIN
                    INSERT INTO t(a) VALUES (CASE new.id WHEN 0 THEN 'x' ELSE 'y;' END);
                    UPDATE t SET a = 'went' WHERE id = new.id;
                END;
                INSERT INTO t(a) VALUES ('go') /* the last one needs no semicolon */""".replace("(\"a\"';')", "(';')"));
        assertThat(db.select(row -> row.getString(0), "SELECT a FROM t ORDER BY id")).containsExactly("one; two", ";", "went",
                "y;");
    }

    @Test
    void emptyOnesDoNothing() {
        db.executeScript("");
        db.executeScript(" ; -- nothing\n;;");
        assertThat(count()).isZero();
    }

    @Test
    void isAllOrNothing() {
        assertThatThrownBy(
                () -> db.executeScript("INSERT INTO t VALUES (1, 'a'); CREATE TABLE u(a); INSERT INTO t VALUES (1, 'b')"))
                .isInstanceOf(SqliteConstraintException.class).hasNoSuppressedExceptions();
        assertThatThrownBy(() -> db.executeScript("INSERT INTO t VALUES (1, 'a'); SELEKT"))
                .isInstanceOf(SqliteQueryException.class);
        assertThat(count()).isZero();
        assertThatThrownBy(() -> db.select("SELECT * FROM u")).hasMessageContaining("no such table: u");
    }

    @Test
    void oneThatSteersTransactionsRunsAsItIs() {
        db.executeScript("BEGIN; INSERT INTO t VALUES (1, 'a'); COMMIT; BEGIN; INSERT INTO t VALUES (2, 'b'); ROLLBACK;");
        assertThat(count()).isEqualTo(1);
        assertThatThrownBy(
                () -> db.executeScript("BEGIN; INSERT INTO t VALUES (3, 'a'); COMMIT; BEGIN; INSERT INTO t VALUES (4, 'b'); X"))
                .isInstanceOf(SqliteQueryException.class);
        assertThat(db.select(row -> row.getLong(0), "SELECT id FROM t")).containsExactly(1L, 3L);
    }

    @Test
    void oneThatLeavesATransactionOpenIsRolledBackAndReported() {
        assertThatThrownBy(() -> db.executeScript("BEGIN; INSERT INTO t VALUES (1, 'a')"))
                .isInstanceOf(SqliteTransactionException.class)
                .hasMessageContaining("left a transaction open");
        assertThatThrownBy(() -> db.executeScript("SAVEPOINT s; INSERT INTO t VALUES (1, 'a')"))
                .isInstanceOf(SqliteTransactionException.class);
        assertThat(count()).isZero();
        db.inTransaction(tx -> tx.execute("INSERT INTO t VALUES (1, 'a')"));
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void statementsThatNeedNoTransactionAroundThemGetNone() {
        db.executeScript("PRAGMA user_version = 7; VACUUM; INSERT INTO t VALUES (1, 'a'); PRAGMA foreign_keys = OFF");
        assertThat(db.selectFirst("PRAGMA user_version").orElseThrow().getLong(0)).isEqualTo(7);
        assertThat(count()).isEqualTo(1);
        db.inTransaction(tx -> assertThat(tx.selectFirst("PRAGMA foreign_keys").orElseThrow().getLong(0)).isZero());
    }

    @Test
    void insideATransactionItIsPartOfIt() {
        assertThatThrownBy(() -> db.inTransaction(tx -> {
            tx.executeScript("INSERT INTO t VALUES (1, 'a'); INSERT INTO t VALUES (2, 'b')");
            assertThatThrownBy(() -> tx.executeScript("INSERT INTO t VALUES (3, 'a'); INSERT INTO t VALUES (1, 'b')"))
                    .isInstanceOf(SqliteConstraintException.class);
            assertThat(tx.select("SELECT * FROM t")).as("the failed script is undone alone").hasSize(2);
            for (String script : new String[] { "COMMIT", "PRAGMA user_version = 1", "VACUUM",
                    "INSERT INTO t VALUES (9, ''); END" }) {
                assertThatThrownBy(() -> tx.executeScript(script)).isInstanceOf(SqliteQueryException.class)
                        .hasMessageContaining("run it outside of the transaction");
            }
            throw new IllegalStateException("undo");
        })).hasMessage("undo");
        assertThat(count()).isZero();
    }

    @Test
    void errorsCarryTheScript() {
        assertThatThrownBy(() -> db.executeScript("SELECT 1; SELEKT 2")).isInstanceOfSatisfying(SqliteException.class,
                e -> assertThat(e.sql()).isEqualTo("SELECT 1; SELEKT 2"));
    }
}
