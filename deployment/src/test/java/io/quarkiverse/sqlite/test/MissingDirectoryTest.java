package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.SqliteDatabase;
import io.quarkus.test.QuarkusUnitTest;

/** A path that can't work fails the start and says what to do. */
class MissingDirectoryTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.sqlite.orders.path", "target/no/such/directory/orders.db")
            .assertException(e -> assertThat(e).hasStackTraceContaining(
                    "does not exist; create it, or choose another path (the path is set with 'quarkus.sqlite.\"orders\".path')"));

    @Inject
    @SqliteDatabase("orders")
    Database db;

    @Test
    void neverStarts() {
        fail("the application must not start");
    }
}
