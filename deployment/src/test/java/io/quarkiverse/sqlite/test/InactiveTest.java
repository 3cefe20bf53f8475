package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.SqliteDatabase;
import io.quarkus.test.QuarkusUnitTest;

/** What injects a database that is not active fails at start and says how to activate it. */
class InactiveTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.sqlite.orders.active", "false")
            .assertException(
                    e -> assertThat(e).hasStackTraceContaining("To open it, set 'quarkus.sqlite.\"orders\".active' to true"));

    @Inject
    @SqliteDatabase("orders")
    Database db;

    @Test
    void neverStarts() {
        fail("the application must not start");
    }
}
