package io.quarkiverse.sqlite.runtime;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.runtime.config.SqliteRuntimeConfig.DatabaseConfig;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.configuration.ConfigurationException;

/** Makes the engine's options of what is configured. */
final class ConfiguredOptions {

    private ConfiguredOptions() {
    }

    static DatabaseOptions of(String database, DatabaseConfig config, String application) {
        DatabaseOptions.Builder options = DatabaseOptions.builder(path(database, config, application)).name(database);
        try {
            options.driver(config.driver());
            config.readers().size().ifPresent(options::readersSize);
            options.readersSticky(config.readers().sticky());
            options.readersAcquireTimeout(config.readers().acquireTimeout());
            options.readersSacrificeThreshold(config.readers().sacrificeThreshold());
            options.decodeHints(config.decode().hints());
            options.jsonInitialBuffer(config.json().initialBuffer().asLongValue());
            options.jsonShrinkAbove(config.json().shrinkAbove().asLongValue());
            options.jsonShrinkBelow(config.json().shrinkBelow().asLongValue());
            options.statementCacheSize(config.statementCacheSize());
            options.writerAcquireTimeout(config.writer().acquireTimeout());
            options.busyTimeout(config.busyTimeout());
            config.queryTimeout().ifPresent(options::queryTimeout);
            config.slowQueryThreshold().ifPresent(options::slowQueryThreshold);
            options.snapshotTimeout(config.snapshotTimeout());
            options.durability(config.durability());
            config.pragmas().forEach(options::pragma);
        } catch (IllegalArgumentException e) {
            // the message begins with the setting
            String setting = e.getMessage().substring(0, e.getMessage().indexOf(' '));
            throw new ConfigurationException(DatabaseKeys.key(database, e.getMessage()), e,
                    Set.of(DatabaseKeys.key(database, setting)));
        }
        return options.build();
    }

    private static Path path(String database, DatabaseConfig config, String application) {
        try {
            return Path.of(config.path().orElseGet(() -> defaultPath(database, application)));
        } catch (InvalidPathException e) {
            String key = DatabaseKeys.key(database, "path");
            throw new ConfigurationException(key + " is not a path: " + e.getMessage(), e, Set.of(key));
        }
    }

    private static String defaultPath(String database, String application) {
        if (LaunchMode.current() == LaunchMode.TEST) {
            return DatabaseOptions.MEMORY;
        }
        return (DatabaseKeys.isDefault(database) ? application : database) + ".db";
    }
}
