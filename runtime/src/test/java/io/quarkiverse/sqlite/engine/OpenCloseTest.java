package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.SqliteClosedException;
import io.quarkiverse.sqlite.SqliteOpenException;

@Timeout(60)
class OpenCloseTest {

    @TempDir
    Path directory;

    private static Database open(Path path) {
        return Database.open(DatabaseOptions.builder(path).name("shop").build());
    }

    private static void assertRefused(Path path, String what) {
        assertThatThrownBy(() -> open(path)).isInstanceOf(SqliteOpenException.class)
                .hasMessageContaining("Database 'shop' can't be opened at").hasMessageContaining(what);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void immediateCloseIsSafeAndIdempotent() throws Exception {
        Database db = open(directory.resolve("test.db"));
        db.close();
        db.close();
        assertThat(files()).containsExactly("test.db");
    }

    @Test
    void leavesOneFile() throws Exception {
        try (Database db = open(directory.resolve("test.db"))) {
            db.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
            db.select("SELECT * FROM t");
            assertThat(files()).containsExactly("test.db", "test.db-shm", "test.db-wal");
        }
        assertThat(files()).containsExactly("test.db");
        try (Database db = open(directory.resolve("test.db"))) {
            assertThat(db.select("SELECT * FROM t")).hasSize(1);
        }
    }

    @Test
    void everyCallAfterCloseFails() {
        Database db = open(directory.resolve("test.db"));
        db.close();
        List<Runnable> calls = List.of(() -> db.select("SELECT 1"), () -> db.select("SELECT :a", Map.of("a", 1)),
                () -> db.select(row -> row, "SELECT 1"), () -> db.selectFirst("SELECT 1"),
                () -> db.execute("CREATE TABLE t(a)"),
                () -> db.executeReturning("INSERT INTO t VALUES (1) RETURNING a"),
                () -> db.executeBatch("INSERT INTO t VALUES (1)",
                        List.of()),
                () -> db.executeScript("CREATE TABLE t(a)"), () -> db.transaction(tx -> 1), () -> db.inTransaction(tx -> {
                }));
        assertThat(calls).allSatisfy(call -> assertThatThrownBy(call::run).isInstanceOf(SqliteClosedException.class)
                .hasMessageContaining("Database 'shop' is closed"));
    }

    @Test
    void unusualNamesWork() throws Exception {
        for (String name : List.of("with blank.db", "größe-データ.db", "a#b%20c&d.db", "semi;colon.db", "quote'.db", ":odd:.db",
                "file:x.db")) {
            try (Database db = open(directory.resolve(name))) {
                db.execute("CREATE TABLE t(a)");
                assertThat(db.select("SELECT * FROM t")).isEmpty();
            }
            assertThat(files()).contains(name);
        }
    }

    @Test
    void pathsThatCanNotWorkSayWhatToDo() throws Exception {
        assertRefused(directory.resolve("no/such/test.db"), "does not exist; create it, or choose another path");
        assertRefused(directory, "it is a directory; name a file in it");
        assertRefused(directory.resolve("what?.db"), "choose a path without it");
        assertRefused(Path.of(""), "the path is empty; name a file");
        Path file = Files.writeString(directory.resolve("file.txt"), "x");
        assertRefused(file.resolve("test.db"), "is not a directory; choose another path");
        assertThat(files()).containsExactly("file.txt");
    }

    @Test
    void whatIsNotWritableSaysSo() throws Exception {
        Path file = Files.createFile(directory.resolve("test.db"));
        assumeFalse(!file.toFile().setWritable(false) || Files.isWritable(file), "skipped: this user may write everything");
        assertRefused(file, "the file is not readable and writable");
    }

    @Test
    void aFileThatIsNoDatabaseIsRefusedAndLeftAlone() throws Exception {
        Path file = Files.writeString(directory.resolve("notes.txt"), "This is no database. ".repeat(200));
        assertThatThrownBy(() -> open(file)).isInstanceOf(SqliteOpenException.class)
                .hasMessageContaining("file is not a database")
                .hasMessageContaining(file.toString());
        assertThat(Files.readString(file)).startsWith("This is no database.").hasSize(4_200);
        assertThat(files()).containsExactly("notes.txt");
    }

    @Test
    void memoryIsPrivateSharedByWriterAndReadersAndRemovedAtClose() throws Exception {
        Set<Path> before = temporaryDirectories();
        Database one = open(Path.of(DatabaseOptions.MEMORY));
        Database two = open(Path.of(DatabaseOptions.MEMORY));
        one.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
        for (int i = 0; i < 10; i++) {
            assertThat(one.select("SELECT * FROM t")).hasSize(1);
        }
        assertThatThrownBy(() -> two.select("SELECT * FROM t")).hasMessageContaining("no such table");
        assertThat(temporaryDirectories()).hasSizeGreaterThanOrEqualTo(before.size() + 2);
        one.close();
        two.close();
        assertThat(temporaryDirectories()).isEqualTo(before);
    }

    private static Set<Path> temporaryDirectories() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("quarkus-sqlite-"))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void severalDatabasesOpenTheSameFile() {
        try (Database one = open(directory.resolve("test.db")); Database two = open(directory.resolve("test.db"))) {
            one.execute("CREATE TABLE t(a)");
            two.execute("INSERT INTO t VALUES (1)");
            assertThat(one.select("SELECT * FROM t")).hasSize(1);
        }
    }
}
