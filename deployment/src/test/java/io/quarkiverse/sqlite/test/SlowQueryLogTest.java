package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkus.test.QuarkusUnitTest;

/** What takes as long as configured comes to the application's log, without bound values. */
class SlowQueryLogTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.sqlite.slow-query-threshold", "PT0.000000001S")
            .setLogRecordPredicate(record -> record.getLoggerName().startsWith("io.quarkiverse.sqlite"))
            .assertLogRecords(records -> assertThat(records).anySatisfy(record -> {
                assertThat(record.getLevel().intValue()).isEqualTo(Level.WARNING.intValue());
                assertThat(record.getMessage()).contains("database '<default>'", "lane rows", "[SELECT ? || 'b']")
                        .doesNotContain("secret");
            }));

    @Inject
    Database db;

    @Test
    void aReadIsLogged() {
        assertThat(db.selectFirst("SELECT ? || 'b'", "secret").orElseThrow().getString(0)).isEqualTo("secretb");
    }
}
