package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.SqliteDatabase;
import io.quarkus.test.QuarkusUnitTest;

/** A setting that makes no sense fails the start under its full key. */
class BadSettingTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.sqlite.orders.readers.size", "0")
            .assertException(e -> assertThat(e)
                    .hasStackTraceContaining("quarkus.sqlite.\"orders\".readers.size must be at least 1, but is 0"));

    @Inject
    @SqliteDatabase("orders")
    Database db;

    @Test
    void neverStarts() {
        fail("the application must not start");
    }
}
