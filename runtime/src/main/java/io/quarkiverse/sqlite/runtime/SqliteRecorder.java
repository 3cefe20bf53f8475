package io.quarkiverse.sqlite.runtime;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.SqliteOpenException;
import io.quarkiverse.sqlite.engine.DatabaseEngine;
import io.quarkiverse.sqlite.engine.observe.EngineListener;
import io.quarkiverse.sqlite.runtime.config.SqliteRuntimeConfig;
import io.quarkiverse.sqlite.runtime.metrics.MeteredDatabase;
import io.quarkus.arc.ActiveResult;
import io.quarkus.arc.SyntheticCreationalContext;
import io.quarkus.runtime.RuntimeValue;
import io.quarkus.runtime.annotations.Recorder;

/** Opens the databases when the application starts. */
@Recorder
public class SqliteRecorder {

    private final RuntimeValue<SqliteRuntimeConfig> config;

    /** @param config how the databases are opened */
    public SqliteRecorder(RuntimeValue<SqliteRuntimeConfig> config) {
        this.config = config;
    }

    /** Whether a database is to be opened. */
    public Supplier<ActiveResult> checkActive(String database) {
        return new Supplier<>() {
            @Override
            public ActiveResult get() {
                if (config.getValue().databases().get(database).active()) {
                    return ActiveResult.active();
                }
                String key = DatabaseKeys.key(database, "active");
                return ActiveResult.inactive("The SQLite database '" + database + "' is not active, because '" + key
                        + "' is false. To open it, set '" + key + "' to true.");
            }
        };
    }

    /**
     * Opens a database.
     *
     * @param application the name of the application, of which the default path is made
     * @param metered whether it is measured, which needs Micrometer
     */
    public Function<SyntheticCreationalContext<Database>, Database> open(String database, String application, boolean metered) {
        return new Function<>() {
            @Override
            public Database apply(SyntheticCreationalContext<Database> context) {
                DatabaseOptions options = ConfiguredOptions.of(database, config.getValue().databases().get(database),
                        application);
                EventLoopGuard guard = new EventLoopGuard(database);
                try {
                    return metered ? MeteredDatabase.open(context, options, guard)
                            : new DatabaseEngine(options, EngineListener.NONE, guard);
                } catch (SqliteOpenException e) {
                    throw withKey(e, options);
                }
            }
        };
    }

    /** The engine knows what is wrong, but not under which key it was configured: a pragma's, or else the path's. */
    private static SqliteOpenException withKey(SqliteOpenException e, DatabaseOptions options) {
        String hint = options.pragmas().keySet().stream()
                .filter(pragma -> e.getMessage().contains("pragma '" + pragma.toLowerCase(Locale.ROOT) + "'"))
                .findFirst()
                .map(pragma -> "it is set with '" + DatabaseKeys.key(options.name(), "pragmas.\"" + pragma + "\""))
                .orElseGet(() -> "the path is set with '" + DatabaseKeys.key(options.name(), "path"));
        return new SqliteOpenException(e.getMessage() + " (" + hint + "')", e.sql(), e.extendedResultCode(), e);
    }
}
