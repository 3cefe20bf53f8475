package io.quarkiverse.sqlite.engine.driver;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.sqlite.SqliteQueryException;

class AdmissionTest {

    private static void admits(Admission admission, String sql) {
        assertThatCode(() -> admission.admit(SqlText.single(sql), sql)).doesNotThrowAnyException();
    }

    private static void refuses(Admission admission, String sql, String message) {
        assertThatThrownBy(() -> admission.admit(SqlText.single(sql), sql)).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining(message).hasMessageContaining(sql);
    }

    @ParameterizedTest
    @ValueSource(strings = { "SELECT 1", "VALUES (1)", "EXPLAIN DELETE FROM t", "WITH x AS (SELECT 1) SELECT * FROM x",
            "PRAGMA user_version", "PRAGMA main.user_version", "PRAGMA table_info(t)", "PRAGMA table_info = t",
            "PRAGMA main.foreign_key_check(t)", "PRAGMA integrity_check(5)", "SELEKT 1" })
    void aReadReads(String sql) {
        admits(Admission.READ, sql);
    }

    @ParameterizedTest
    @ValueSource(strings = { "PRAGMA user_version = 5", "PRAGMA user_version(5)", "PRAGMA main.user_version=5",
            "PRAGMA /* ( */ \"user_version\" = 5", "pragma User_Version = 5;" })
    void aReadSetsNoPragma(String sql) {
        refuses(Admission.READ, sql, "this sets the pragma 'user_version': configure it for all connections, or use execute");
    }

    @Test
    void aReadDoesNothingElse() {
        refuses(Admission.READ, "WITH x AS (SELECT 1) DELETE FROM t", "select only reads, but this is DELETE: use execute");
        refuses(Admission.READ, "CREATE TABLE t(a)", "this is CREATE");
        refuses(Admission.READ, "BEGIN", "BEGIN would leave the connection in a state that nobody ends: use transaction");
    }

    @ParameterizedTest
    @ValueSource(strings = { "INSERT INTO t VALUES (1)", "CREATE TABLE t(a)", "PRAGMA user_version = 5", "PRAGMA journal_mode",
            "PRAGMA foreign_keys = OFF", "VACUUM" })
    void aWriteWrites(String sql) {
        admits(Admission.WRITE, sql);
    }

    @Test
    void aWriteNeitherReadsNorSteers() {
        refuses(Admission.WRITE, "SELECT 1", "use select");
        refuses(Admission.WRITE, "SAVEPOINT a", "use transaction");
        refuses(Admission.WRITE_IN_TRANSACTION, "COMMIT", "use transaction");
    }

    @ParameterizedTest
    @ValueSource(strings = { "PRAGMA query_only = 1", "PRAGMA query_only(1)", "PRAGMA main . [query_only] = 1",
            "PRAGMA journal_mode = DELETE", "PRAGMA busy_timeout(0)" })
    void nobodySetsWhatTheEngineDependsOn(String sql) {
        refuses(Admission.WRITE, sql, "can't be set: ");
        refuses(Admission.WRITE_IN_TRANSACTION, sql, "can't be set: ");
        refuses(Admission.ANY, sql, "can't be set: ");
    }

    /** SQLite sets them while it prepares the explanation. */
    @ParameterizedTest
    @ValueSource(strings = { "EXPLAIN PRAGMA query_only = 1", "EXPLAIN QUERY PLAN PRAGMA busy_timeout(1)",
            "explain /* */ query plan pragma main.journal_mode = DELETE" })
    void explainingAPragmaSetsIt(String sql) {
        refuses(Admission.READ, sql, "this sets the pragma");
        refuses(Admission.WRITE, sql, "can't be set: ");
        refuses(Admission.ANY, sql, "can't be set: ");
        admits(Admission.READ, "EXPLAIN PRAGMA table_info(t)");
        admits(Admission.READ, "EXPLAIN QUERY PLAN SELECT pragma FROM t");
    }

    @Test
    void insideOfATransactionForeignKeysStayAsTheyAre() {
        refuses(Admission.WRITE_IN_TRANSACTION, "PRAGMA foreign_keys = OFF",
                "SQLite ignores this pragma inside of a transaction");
        admits(Admission.WRITE_IN_TRANSACTION, "PRAGMA foreign_keys");
        admits(Admission.WRITE_IN_TRANSACTION, "PRAGMA user_version = 5");
    }

    @Test
    void theEnginesOwnStatementsPass() {
        admits(Admission.ANY, "BEGIN IMMEDIATE");
        admits(Admission.ANY, "SELECT last_insert_rowid()");
    }
}
