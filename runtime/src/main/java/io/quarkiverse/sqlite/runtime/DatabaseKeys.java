package io.quarkiverse.sqlite.runtime;

import io.quarkiverse.sqlite.Database;

/** The configuration keys of a database, as an application writes them. */
public final class DatabaseKeys {

    /** What all keys begin with. */
    public static final String PREFIX = "quarkus.sqlite.";

    private DatabaseKeys() {
    }

    /** Whether it is the database that is configured without a name. */
    public static boolean isDefault(String database) {
        return Database.DEFAULT_NAME.equals(database);
    }

    /** The key of a database's setting, such as {@code quarkus.sqlite."orders".path}. */
    public static String key(String database, String setting) {
        return isDefault(database) ? PREFIX + setting : PREFIX + '"' + database + "\"." + setting;
    }
}
