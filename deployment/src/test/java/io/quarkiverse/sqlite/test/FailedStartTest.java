package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.test.QuarkusUnitTest;

/** What was opened before a start failed is closed, so that the next start, as in dev mode, finds the file free. */
class FailedStartTest {

    private static final Path FILE = Path.of("target/failed-start-test.db");

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClass(Observer.class))
            .overrideConfigKey("quarkus.sqlite.path", FILE.toString())
            .assertException(e -> {
                assertThat(e).hasStackTraceContaining("the application does not want to start: 1 row");
                assertThat(FILE).exists();
                assertThat(Path.of(FILE + "-wal")).doesNotExist();
                assertThat(Path.of(FILE + "-shm")).doesNotExist();
            });

    @ApplicationScoped
    public static class Observer {

        @Inject
        Database db;

        void start(@Observes StartupEvent event) {
            db.executeScript("DROP TABLE IF EXISTS t; CREATE TABLE t(a); INSERT INTO t VALUES (1)");
            throw new IllegalStateException("the application does not want to start: " + db.select("SELECT a FROM t").size()
                    + " row");
        }
    }

    @Test
    void neverStarts() {
        fail("the application must not start");
    }
}
