package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.QuarkusUnitTest;

/** The database is open for what observes the start and the shutdown, and then closed without leaving files behind. */
class ShutdownTest {

    private static final Path FILE = Path.of("target/shutdown-test.db");

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClass(Observer.class))
            .overrideConfigKey("quarkus.sqlite.path", FILE.toString())
            .setBeforeAllCustomizer(ShutdownTest::deleteFile)
            .setAfterUndeployListener(ShutdownTest::checkClosed);

    @ApplicationScoped
    public static class Observer {

        @Inject
        Database db;

        void start(@Observes StartupEvent event) {
            db.executeScript("CREATE TABLE log(entry TEXT)");
            db.execute("INSERT INTO log VALUES ('start')");
        }

        void shutdown(@Observes ShutdownEvent event) {
            db.execute("INSERT INTO log VALUES ('shutdown')");
        }
    }

    private static void deleteFile() {
        try {
            Files.deleteIfExists(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void checkClosed() {
        assertThat(Path.of(FILE + "-wal")).doesNotExist();
        assertThat(Path.of(FILE + "-shm")).doesNotExist();
        try (Database db = Database.open(DatabaseOptions.builder(FILE).build())) {
            assertThat(db.select("SELECT entry FROM log ORDER BY rowid")).extracting(row -> row.getString(0))
                    .containsExactly("start", "shutdown");
        }
    }

    @Test
    void isOpenWhileTheApplicationRuns() {
        assertThat(Path.of(FILE + "-wal")).exists();
    }
}
