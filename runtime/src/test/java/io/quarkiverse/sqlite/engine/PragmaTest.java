package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Durability;
import io.quarkiverse.sqlite.SqliteConstraintException;
import io.quarkiverse.sqlite.SqliteOpenException;

@Timeout(120)
class PragmaTest {

    @TempDir
    Path directory;

    private DatabaseOptions.Builder options() {
        return DatabaseOptions.builder(directory.resolve("test.db")).name("shop");
    }

    private static Object onReader(Database db, String pragma) {
        return db.selectFirst("PRAGMA " + pragma).orElseThrow().get(0);
    }

    private static Object onWriter(Database db, String pragma) {
        return db.transaction(tx -> tx.selectFirst("PRAGMA " + pragma).orElseThrow().get(0));
    }

    @Test
    void whatIsSetByDefault() {
        try (Database db = Database.open(options().build())) {
            assertThat(onWriter(db, "journal_mode")).isEqualTo("wal");
            assertThat(onReader(db, "journal_mode")).isEqualTo("wal");
            assertThat(onWriter(db, "busy_timeout")).isEqualTo(5_000L);
            assertThat(onReader(db, "busy_timeout")).isEqualTo(5_000L);
            assertThat(onWriter(db, "synchronous")).isEqualTo(1L);
            assertThat(onWriter(db, "foreign_keys")).isEqualTo(1L);
            assertThat(onReader(db, "foreign_keys")).isEqualTo(1L);
            assertThat(onWriter(db, "query_only")).isEqualTo(0L);
            assertThat(onReader(db, "query_only")).isEqualTo(1L);
            assertThat(onWriter(db, "mmap_size")).as("an I/O error in a mapped page kills a JVM").isEqualTo(0L);
        }
    }

    @Test
    void foreignKeysAreEnforced() {
        try (Database db = Database.open(options().build())) {
            db.executeScript("CREATE TABLE a(id INTEGER PRIMARY KEY); CREATE TABLE b(a REFERENCES a)");
            assertThatThrownBy(() -> db.execute("INSERT INTO b VALUES (1)")).isInstanceOf(SqliteConstraintException.class);
        }
        try (Database db = Database.open(options().pragma("foreign_keys", "off").build())) {
            db.execute("INSERT INTO b VALUES (1)");
        }
    }

    @Test
    void durabilityAndBusyTimeoutAreSettings() {
        try (Database db = Database.open(options().durability(Durability.FULL).busyTimeout(Duration.ofMillis(1_234)).build())) {
            assertThat(onWriter(db, "synchronous")).isEqualTo(2L);
            assertThat(onWriter(db, "busy_timeout")).isEqualTo(1_234L);
            assertThat(onReader(db, "busy_timeout")).isEqualTo(1_234L);
        }
    }

    @Test
    void configuredOnesAreOnEveryConnection() {
        try (Database db = Database
                .open(options().pragma("cache_size", "-3000").pragma("temp_store", "memory").pragma("page_size", "8192")
                        .pragma("auto_vacuum", "incremental").pragma("recursive_triggers", "ON").readersSize(3)
                        .readersSticky(false).build())) {
            for (int reader = 0; reader < 3; reader++) {
                assertThat(onReader(db, "cache_size")).isEqualTo(-3000L);
            }
            assertThat(onWriter(db, "cache_size")).isEqualTo(-3000L);
            assertThat(onWriter(db, "temp_store")).isEqualTo(2L);
            assertThat(onReader(db, "page_size")).isEqualTo(8192L);
            assertThat(onWriter(db, "auto_vacuum")).isEqualTo(2L);
            assertThat(onWriter(db, "recursive_triggers")).isEqualTo(1L);
        }
    }

    @ParameterizedTest
    @CsvSource({ "journal_mode,delete,the readers need WAL", "busy_timeout,1,set busy-timeout instead",
            "QUERY_ONLY,1,readers have it",
            "no_such_pragma,1,can't be read back", "page_size,1000,did not take: set to '1000'", "cache_size,lots,did not take",
            "cache_size,1; DROP TABLE t,is no pragma", "integrity check,1,is no pragma",
            "encoding,latin1,unsupported encoding" })
    void oneThatCanNotBeIsRefusedAtOpen(String pragma, String value, String message) throws IOException {
        assertThatThrownBy(() -> Database.open(options().pragma(pragma, value).build())).isInstanceOf(SqliteOpenException.class)
                .hasMessageContaining("'shop'").hasMessageContaining(message);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(Path::getFileName).map(Path::toString)).as("nothing stays open")
                    .noneMatch(name -> name.endsWith("-wal"));
        }
    }

    @Test
    void aPageSizeThatComesTooLateIsAnError() {
        Database.open(options().build()).close();
        try (Database db = Database.open(options().build())) {
            db.execute("CREATE TABLE t(a)");
        }
        assertThatThrownBy(() -> Database.open(options().pragma("page_size", "8192").build()))
                .isInstanceOf(SqliteOpenException.class)
                .hasMessageContaining("did not take: set to '8192', but SQLite has '4096'");
    }

    /** SQLite sets some pragmas while it prepares them: they must be refused before. */
    @Test
    void whatIsRefusedHasNotBeenDone() {
        try (Database db = Database.open(DatabaseOptions.builder(directory.resolve("test.db")).build())) {
            db.execute("CREATE TABLE t(a)");
            for (String pragma : new String[] { "PRAGMA query_only = 1", "PRAGMA query_only(1)",
                    "PRAGMA journal_mode = DELETE" }) {
                assertThatThrownBy(() -> db.execute(pragma)).hasMessageContaining("can't be set");
                assertThatThrownBy(() -> db.executeBatch(pragma, List.of())).hasMessageContaining("can't be set");
                assertThatThrownBy(() -> db.executeScript("INSERT INTO t VALUES (0); " + pragma))
                        .hasMessageContaining("can't be set");
                assertThatThrownBy(() -> db.inTransaction(tx -> tx.select(pragma))).hasMessageContaining("select only reads");
                db.execute("INSERT INTO t VALUES (1)");
            }
            assertThatThrownBy(() -> db.inTransaction(tx -> tx.select("PRAGMA user_version(7)")))
                    .hasMessageContaining("select only reads");
            assertThat(db.select("PRAGMA user_version").get(0).getLong(0)).isZero();
            assertThat(db.select("SELECT a FROM t")).hasSize(3);
        }
    }
}
