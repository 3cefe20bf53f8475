package io.quarkiverse.sqlite.runtime.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.engine.CallGuard;
import io.quarkiverse.sqlite.engine.DatabaseEngine;
import io.quarkus.arc.SyntheticCreationalContext;

/** Opens databases that are measured; of use only where Micrometer is. */
public final class MeteredDatabase {

    private MeteredDatabase() {
    }

    /**
     * Opens a database that tells the application's registry what it does.
     *
     * @param context has the {@link MeterRegistry}
     */
    public static Database open(SyntheticCreationalContext<Database> context, DatabaseOptions options, CallGuard guard) {
        SqliteMetrics metrics = new SqliteMetrics(context.getInjectedReference(MeterRegistry.class), options.name());
        try {
            DatabaseEngine engine = new DatabaseEngine(options, metrics, guard);
            metrics.bind(engine);
            return engine;
        } catch (RuntimeException e) {
            metrics.closed();
            throw e;
        }
    }
}
