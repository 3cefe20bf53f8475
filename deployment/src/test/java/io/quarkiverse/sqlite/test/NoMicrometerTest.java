package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkus.test.QuarkusUnitTest;

/** Metrics are wanted by default, but an application without Micrometer does without. */
class NoMicrometerTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.sqlite.metrics.enabled", "true");

    @Inject
    Database db;

    @Test
    void readsAndWritesUnmeasured() {
        assertThatThrownBy(() -> Class.forName("io.micrometer.core.instrument.MeterRegistry"))
                .isInstanceOf(ClassNotFoundException.class);
        db.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
        assertThat(db.select("SELECT a FROM t")).hasSize(1);
    }
}
