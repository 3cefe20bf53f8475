package io.quarkiverse.sqlite.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.DriverKind;
import io.quarkiverse.sqlite.Durability;
import io.quarkiverse.sqlite.runtime.config.SqliteRuntimeConfig;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;

class ConfiguredOptionsTest {

    private final LaunchMode mode = LaunchMode.current();

    @AfterEach
    void restoreMode() {
        LaunchMode.set(mode);
    }

    private static DatabaseOptions options(String database, Map<String, String> settings) {
        SqliteRuntimeConfig config = new SmallRyeConfigBuilder().addDiscoveredConverters()
                .withMapping(SqliteRuntimeConfig.class)
                .withSources(new PropertiesConfigSource(settings, "test", 100)).build()
                .getConfigMapping(SqliteRuntimeConfig.class);
        return ConfiguredOptions.of(database, config.databases().get(database), "shop");
    }

    @ParameterizedTest
    @EnumSource(value = LaunchMode.class, names = "TEST", mode = EnumSource.Mode.EXCLUDE)
    void theDefaultPathIsNamedAfterTheApplicationOrTheDatabase(LaunchMode running) {
        LaunchMode.set(running);
        assertThat(options("<default>", Map.of()).path()).isEqualTo(Path.of("shop.db"));
        assertThat(options("orders", Map.of()).path()).isEqualTo(Path.of("orders.db"));
        assertThat(options("orders", Map.of("quarkus.sqlite.orders.path", " data/o.db ")).path())
                .isEqualTo(Path.of("data/o.db"));
    }

    @Test
    void inTestsTheDefaultPathIsNoFile() {
        LaunchMode.set(LaunchMode.TEST);
        assertThat(options("<default>", Map.of()).path()).hasToString(DatabaseOptions.MEMORY);
        assertThat(options("<default>", Map.of("quarkus.sqlite.path", "t.db")).path()).hasToString("t.db");
    }

    @Test
    void whatIsNotConfiguredIsAsTheOptionsHaveIt() {
        assertThat(options("orders", Map.of("quarkus.sqlite.orders.path", "o.db"))).usingRecursiveComparison()
                .isEqualTo(DatabaseOptions.builder(Path.of("o.db")).name("orders").build());
    }

    @Test
    void eachSettingIsTakenOver() {
        Map<String, String> settings = Map.ofEntries(
                Map.entry("quarkus.sqlite.\"o.db\".path", "o.db"),
                Map.entry("quarkus.sqlite.\"o.db\".driver", "jni"),
                Map.entry("quarkus.sqlite.\"o.db\".readers.size", "7"),
                Map.entry("quarkus.sqlite.\"o.db\".readers.sticky", "false"),
                Map.entry("quarkus.sqlite.\"o.db\".readers.acquire-timeout", "11s"),
                Map.entry("quarkus.sqlite.\"o.db\".readers.sacrifice-threshold", "13"),
                Map.entry("quarkus.sqlite.\"o.db\".decode.hints", "false"),
                Map.entry("quarkus.sqlite.\"o.db\".json.initial-buffer", "1K"),
                Map.entry("quarkus.sqlite.\"o.db\".json.shrink-above", "3K"),
                Map.entry("quarkus.sqlite.\"o.db\".json.shrink-below", "2K"),
                Map.entry("quarkus.sqlite.\"o.db\".statement-cache-size", "0"),
                Map.entry("quarkus.sqlite.\"o.db\".writer.acquire-timeout", "12s"),
                Map.entry("quarkus.sqlite.\"o.db\".busy-timeout", "0"),
                Map.entry("quarkus.sqlite.\"o.db\".query-timeout", "14s"),
                Map.entry("quarkus.sqlite.\"o.db\".slow-query-threshold", "15ms"),
                Map.entry("quarkus.sqlite.\"o.db\".snapshot-timeout", "16s"),
                Map.entry("quarkus.sqlite.\"o.db\".durability", "full"),
                Map.entry("quarkus.sqlite.\"o.db\".pragmas.cache_size", "-9"));
        assertThat(options("o.db", settings)).usingRecursiveComparison()
                .isEqualTo(DatabaseOptions.builder(Path.of("o.db")).name("o.db").driver(DriverKind.JNI).readersSize(7)
                        .readersSticky(false).readersAcquireTimeout(Duration.ofSeconds(11)).decodeHints(false)
                        .jsonInitialBuffer(1024).jsonShrinkAbove(3072).jsonShrinkBelow(2048).statementCacheSize(0)
                        .writerAcquireTimeout(Duration.ofSeconds(12)).busyTimeout(Duration.ZERO)
                        .readersSacrificeThreshold(13).queryTimeout(Duration.ofSeconds(14))
                        .slowQueryThreshold(Duration.ofMillis(15)).snapshotTimeout(Duration.ofSeconds(16))
                        .durability(Durability.FULL).pragma("cache_size", "-9").build());
    }

    @ParameterizedTest
    @CsvSource({ "path, a\0b", "readers.size, 0", "readers.size, -1", "readers.acquire-timeout, 0s",
            "readers.acquire-timeout, -PT1S", "statement-cache-size, -1", "writer.acquire-timeout, 0s",
            "writer.acquire-timeout, -PT1S", "busy-timeout, -PT1S", "json.initial-buffer, 0", "json.shrink-above, 3G",
            "json.shrink-below, 0", "readers.sacrifice-threshold, -1", "query-timeout, 0s", "query-timeout, -PT1S",
            "slow-query-threshold, -PT1S", "snapshot-timeout, 0s" })
    void whatMakesNoSenseIsRefusedUnderItsKey(String setting, String value) {
        refused("<default>", "quarkus.sqlite." + setting, value);
        refused("orders", "quarkus.sqlite.\"orders\"." + setting, value);
    }

    private static void refused(String database, String key, String value) {
        assertThatThrownBy(() -> options(database, Map.of(key, value))).as(key).hasMessageStartingWith(key + " ")
                .asInstanceOf(InstanceOfAssertFactories.type(ConfigurationException.class))
                .extracting(ConfigurationException::getConfigKeys).isEqualTo(Set.of(key));
    }
}
