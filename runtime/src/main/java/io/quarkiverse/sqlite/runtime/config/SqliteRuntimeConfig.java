package io.quarkiverse.sqlite.runtime.config;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DriverKind;
import io.quarkiverse.sqlite.Durability;
import io.quarkus.runtime.annotations.ConfigDocDefault;
import io.quarkus.runtime.annotations.ConfigDocMapKey;
import io.quarkus.runtime.annotations.ConfigGroup;
import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.TrimmedStringConverter;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithDefaults;
import io.smallrye.config.WithParentName;
import io.smallrye.config.WithUnnamedKey;

/** How the databases are opened. */
@ConfigMapping(prefix = "quarkus.sqlite")
@ConfigRoot(phase = ConfigPhase.RUN_TIME)
public interface SqliteRuntimeConfig {

    /**
     * Databases.
     */
    @ConfigDocMapKey("database-name")
    @WithParentName
    @WithDefaults
    @WithUnnamedKey(Database.DEFAULT_NAME)
    Map<String, DatabaseConfig> databases();

    /** How one database is opened. */
    @ConfigGroup
    interface DatabaseConfig {

        /**
         * The database file, made at the first start; its directory must be there. `:memory:` is a private temporary database
         * that is removed at the end, seen alike by the writer and the readers.
         *
         * @asciidoclet
         */
        @ConfigDocDefault("`<application name>.db`, for a named database `<name>.db`, in the working directory; `:memory:` in tests")
        Optional<@WithConverter(TrimmedStringConverter.class) String> path();

        /**
         * Whether the database is opened. What injects a database that is not active fails at start.
         */
        @WithDefault("true")
        boolean active();

        /**
         * How SQLite is called.
         */
        @WithDefault("auto")
        DriverKind driver();

        /**
         * The readers.
         */
        ReadersConfig readers();

        /**
         * Decoding.
         */
        DecodeConfig decode();

        /**
         * Results as JSON.
         */
        JsonConfig json();

        /**
         * How many prepared statements each connection keeps; 0 keeps none.
         */
        @WithDefault("128")
        int statementCacheSize();

        /**
         * The writer.
         */
        WriterConfig writer();

        /**
         * How long SQLite waits for a lock that another process holds.
         */
        @WithDefault("5S")
        Duration busyTimeout();

        /**
         * How long a call may take, waiting for a reader or the writer included; in a transaction or snapshot it is for each
         * statement. What takes longer is interrupted and fails. Without it there is no limit.
         */
        Optional<Duration> queryTimeout();

        /**
         * From which time on a statement is logged as slow, with its SQL, its lane and its duration, never with bound
         * values. Without it none is.
         */
        Optional<Duration> slowQueryThreshold();

        /**
         * How long a snapshot may be open. As long as one is, the `-wal` file grows with what is written.
         *
         * @asciidoclet
         */
        @WithDefault("1M")
        Duration snapshotTimeout();

        /**
         * What a commit survives: with `normal` the death of the process, with `full` a power loss too, at the price of an
         * fsync.
         *
         * @asciidoclet
         */
        @WithDefault("normal")
        Durability durability();

        /**
         * Pragmas that are set on every connection and read back; one that does not take fails the start. `journal_mode`,
         * `busy_timeout` and `query_only` are the engine's.
         *
         * @asciidoclet
         */
        @ConfigDocMapKey("pragma-name")
        Map<String, String> pragmas();
    }

    /** The readers of a database. */
    @ConfigGroup
    interface ReadersConfig {

        /**
         * How many reads can run at a time; each reader is a connection.
         */
        @ConfigDocDefault("the number of cores, but at least 2 and at most 4")
        OptionalInt size();

        /**
         * Whether a read goes back to the reader that served the last one, whose caches are warm.
         */
        @WithDefault("true")
        boolean sticky();

        /**
         * How long a read waits for a reader when all are busy.
         */
        @WithDefault("5S")
        Duration acquireTimeout();

        /**
         * A reader that produced a larger result, in rows times columns, gives up what it holds and is renewed in the
         * background. 0 is never: renewing has been measured to cost time and to save no memory.
         */
        @WithDefault("0")
        int sacrificeThreshold();
    }

    /** How results are decoded. */
    @ConfigGroup
    interface DecodeConfig {

        /**
         * Whether the row counts of a statement's last executions decide how its result buffer grows.
         */
        @WithDefault("true")
        boolean hints();
    }

    /** The buffers that results are written to as JSON, one of each connection. */
    @ConfigGroup
    interface JsonConfig {

        /**
         * How large a buffer is at first, and after it has shrunk.
         */
        @WithDefault("16K")
        MemorySize initialBuffer();

        /**
         * Above which size a buffer shrinks.
         */
        @WithDefault("1M")
        MemorySize shrinkAbove();

        /**
         * A buffer shrinks when the last result was smaller than that.
         */
        @WithDefault("256K")
        MemorySize shrinkBelow();
    }

    /** The writer of a database. */
    @ConfigGroup
    interface WriterConfig {

        /**
         * How long a write waits for the writer.
         */
        @WithDefault("30S")
        Duration acquireTimeout();
    }
}
