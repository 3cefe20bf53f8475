package io.quarkiverse.sqlite.deployment;

import java.util.Set;
import java.util.TreeSet;

import org.eclipse.microprofile.config.ConfigProvider;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.runtime.DatabaseKeys;
import io.quarkus.runtime.configuration.NameIterator;

/** The databases that have a setting in what is configured at build time. */
final class ConfiguredDatabases {

    /** What a setting of the default database begins with. */
    private static final Set<String> SETTINGS = Set.of("path", "active", "driver", "readers", "decode", "json",
            "statement-cache-size",
            "writer",
            "busy-timeout", "durability", "pragmas");

    /** What a setting for all databases begins with. */
    private static final Set<String> SHARED = Set.of("metrics");

    private ConfiguredDatabases() {
    }

    static Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (String key : ConfigProvider.getConfig().getPropertyNames()) {
            if (!key.startsWith(DatabaseKeys.PREFIX)) {
                continue;
            }
            NameIterator segments = new NameIterator(key.substring(DatabaseKeys.PREFIX.length()));
            if (!segments.hasNext()) {
                continue;
            }
            String first = segments.getNextSegment();
            boolean quoted = key.charAt(DatabaseKeys.PREFIX.length()) == '"';
            if (quoted || !SETTINGS.contains(first) && !SHARED.contains(first)) {
                names.add(first);
            } else if (SETTINGS.contains(first)) {
                names.add(Database.DEFAULT_NAME);
            }
        }
        return names;
    }
}
