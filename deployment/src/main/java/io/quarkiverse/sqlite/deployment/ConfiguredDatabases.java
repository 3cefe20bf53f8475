package io.quarkiverse.sqlite.deployment;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.microprofile.config.ConfigProvider;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.runtime.DatabaseKeys;
import io.quarkiverse.sqlite.runtime.config.SqliteRuntimeConfig.DatabaseConfig;
import io.quarkus.runtime.configuration.NameIterator;
import io.smallrye.config.common.utils.StringUtil;

/** The databases that have a setting in what is configured at build time. */
final class ConfiguredDatabases {

    /** What the settings of a database begin with, such as {@code path} and {@code readers}. */
    private static final Set<String> SETTINGS = Stream.of(DatabaseConfig.class.getMethods())
            .map(setting -> StringUtil.skewer(setting.getName())).collect(Collectors.toUnmodifiableSet());

    private ConfiguredDatabases() {
    }

    static Set<String> names() {
        return names(ConfigProvider.getConfig().getPropertyNames());
    }

    static Set<String> names(Iterable<String> keys) {
        Set<String> names = new TreeSet<>();
        for (String key : keys) {
            if (key.startsWith(DatabaseKeys.PREFIX)) {
                addName(key.substring(DatabaseKeys.PREFIX.length()), names);
            }
        }
        return names;
    }

    /** A mistyped setting must not become a database, so a name counts only in front of a setting. */
    private static void addName(String setting, Set<String> names) {
        NameIterator segments = new NameIterator(setting);
        if (!segments.hasNext()) {
            return;
        }
        String first = segments.getNextSegment();
        if (SETTINGS.contains(first) && !setting.startsWith("\"")) {
            names.add(Database.DEFAULT_NAME);
            return;
        }
        segments.next();
        if (segments.hasNext() && SETTINGS.contains(segments.getNextSegment())) {
            names.add(first);
        }
    }
}
