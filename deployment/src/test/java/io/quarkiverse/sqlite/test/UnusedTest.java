package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.inject.Any;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkus.arc.Arc;
import io.quarkus.test.QuarkusUnitTest;

/** Without an injection or a configuration there is no database; a setting for all of them names none. */
class UnusedTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.sqlite.metrics.enabled", "true");

    @Test
    void nothingIsOpened() {
        assertThat(Arc.container().select(Database.class, Any.Literal.INSTANCE).stream()).isEmpty();
    }
}
