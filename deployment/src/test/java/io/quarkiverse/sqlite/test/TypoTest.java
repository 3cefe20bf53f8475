package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.runtime.config.SqliteRuntimeConfig;
import io.quarkus.arc.Arc;
import io.quarkus.test.QuarkusUnitTest;

/** A mistyped key is not the name of a database; Quarkus warns of it. */
class TypoTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.sqlite.pathh", "target/typo.db")
            .overrideConfigKey("quarkus.sqlite.metrics.enabled", "true")
            .overrideConfigKey("quarkus.sqlite.metrics.enable", "true")
            .setLogRecordPredicate(entry -> entry.getLoggerName().equals("io.quarkus.config"))
            .assertLogRecords(entries -> assertThat(entries).extracting(entry -> entry.getParameters()[0])
                    .contains("quarkus.sqlite.pathh"));

    @Inject
    SqliteRuntimeConfig config;

    @Test
    void opensNothing() {
        assertThat(Arc.container().select(Database.class, Any.Literal.INSTANCE).stream()).isEmpty();
        assertThat(config.databases().keySet()).doesNotContain("pathh", "metrics");
        assertThat(Path.of("pathh.db")).doesNotExist();
    }
}
