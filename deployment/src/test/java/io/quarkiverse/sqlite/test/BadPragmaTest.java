package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.SqliteDatabase;
import io.quarkus.test.QuarkusUnitTest;

/** A pragma that does not take fails the start under its own key. */
class BadPragmaTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.sqlite.orders.pragmas.no_such_pragma", "1")
            .assertException(e -> assertThat(e)
                    .hasStackTraceContaining("The pragma 'no_such_pragma' of database 'orders' can't be read back")
                    .hasStackTraceContaining("(it is set with 'quarkus.sqlite.\"orders\".pragmas.\"no_such_pragma\"')"));

    @Inject
    @SqliteDatabase("orders")
    Database db;

    @Test
    void neverStarts() {
        fail("the application must not start");
    }
}
