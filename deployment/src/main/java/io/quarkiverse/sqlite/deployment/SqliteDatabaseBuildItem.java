package io.quarkiverse.sqlite.deployment;

import io.quarkus.builder.item.MultiBuildItem;

/** A database that the application uses; other extensions may consume it. */
public final class SqliteDatabaseBuildItem extends MultiBuildItem {

    private final String name;

    /** @param name {@link io.quarkiverse.sqlite.Database#DEFAULT_NAME} or the configured name */
    public SqliteDatabaseBuildItem(String name) {
        this.name = name;
    }

    /** {@link io.quarkiverse.sqlite.Database#DEFAULT_NAME} or the configured name. */
    public String getName() {
        return name;
    }
}
