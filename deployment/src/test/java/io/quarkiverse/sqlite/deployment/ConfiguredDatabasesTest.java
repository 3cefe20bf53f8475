package io.quarkiverse.sqlite.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfiguredDatabasesTest {

    @ParameterizedTest
    @CsvSource(quoteCharacter = '\'', value = {
            "quarkus.sqlite.path, <default>",
            "quarkus.sqlite.statement-cache-size, <default>",
            "quarkus.sqlite.readers.size, <default>",
            "quarkus.sqlite.json.shrink-above, <default>",
            "quarkus.sqlite.pragmas.cache_size, <default>",
            "quarkus.sqlite.orders.path, orders",
            "quarkus.sqlite.\"orders\".busy-timeout, orders",
            "quarkus.sqlite.\"orders.db\".readers.size, orders.db",
            "quarkus.sqlite.\"readers\".active, readers",
            "quarkus.sqlite.\"metrics\".path, metrics"
    })
    void aSettingNamesItsDatabase(String key, String name) {
        assertThat(ConfiguredDatabases.names(List.of(key))).containsExactly(name);
    }

    @ParameterizedTest
    @ValueSource(strings = { "quarkus.sqlite.pathh", "quarkus.sqlite.orders", "quarkus.sqlite.\"orders\"",
            "quarkus.sqlite.orders.pathh", "quarkus.sqlite.orders.db.path", "quarkus.sqlite.metrics.enabled",
            "quarkus.sqlite.health.enabled", "quarkus.sqlite.", "quarkus.sqlite", "quarkus.sqlitex.path", "orders.path" })
    void otherKeysNameNone(String key) {
        assertThat(ConfiguredDatabases.names(List.of(key))).isEmpty();
    }

    @Test
    void aDatabaseIsNamedOnce() {
        assertThat(ConfiguredDatabases.names(List.of("quarkus.sqlite.b.path", "quarkus.sqlite.path",
                "quarkus.sqlite.\"b\".durability", "quarkus.sqlite.active"))).containsExactly("<default>", "b");
    }
}
