package io.quarkiverse.sqlite;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How to open a {@link Database}: one setter for each key of {@code quarkus.sqlite.*}, with the same defaults. Immutable.
 */
public final class DatabaseOptions {

    /** The path of a private temporary database, removed when it is closed. */
    public static final String MEMORY = ":memory:";

    private final String name;
    private final Path path;
    private final DriverKind driver;
    private final int readersSize;
    private final boolean readersSticky;
    private final Duration readersAcquireTimeout;
    private final int readersSacrificeThreshold;
    private final Duration snapshotTimeout;
    private final boolean decodeHints;
    private final long jsonInitialBuffer;
    private final long jsonShrinkAbove;
    private final long jsonShrinkBelow;
    private final int statementCacheSize;
    private final Duration writerAcquireTimeout;
    private final Duration busyTimeout;
    private final Duration queryTimeout;
    private final Duration slowQueryThreshold;
    private final Durability durability;
    private final Map<String, String> pragmas;

    private DatabaseOptions(Builder builder) {
        this.name = builder.name;
        this.path = builder.path;
        this.driver = builder.driver;
        this.readersSize = builder.readersSize;
        this.readersSticky = builder.readersSticky;
        this.readersAcquireTimeout = builder.readersAcquireTimeout;
        this.readersSacrificeThreshold = builder.readersSacrificeThreshold;
        this.snapshotTimeout = builder.snapshotTimeout;
        this.decodeHints = builder.decodeHints;
        this.jsonInitialBuffer = builder.jsonInitialBuffer;
        this.jsonShrinkAbove = builder.jsonShrinkAbove;
        this.jsonShrinkBelow = builder.jsonShrinkBelow;
        this.statementCacheSize = builder.statementCacheSize;
        this.writerAcquireTimeout = builder.writerAcquireTimeout;
        this.busyTimeout = builder.busyTimeout;
        this.queryTimeout = builder.queryTimeout;
        this.slowQueryThreshold = builder.slowQueryThreshold;
        this.durability = builder.durability;
        this.pragmas = Collections.unmodifiableMap(new LinkedHashMap<>(builder.pragmas));
    }

    /**
     * @param path the database file, which is made when it is not there (its directory must be there); {@code :memory:} is a
     *        private
     *        temporary database, seen alike by the writer and the readers, removed at close
     */
    public static Builder builder(Path path) {
        return new Builder(path);
    }

    /** How many readers there are when nothing is configured: the number of cores, but at least 2 and at most 4. */
    public static int defaultReadersSize() {
        return Math.max(2, Math.min(4, Runtime.getRuntime().availableProcessors()));
    }

    /** @see Builder#name */
    public String name() {
        return name;
    }

    /** @see DatabaseOptions#builder(Path) */
    public Path path() {
        return path;
    }

    /** @see Builder#driver */
    public DriverKind driver() {
        return driver;
    }

    /** @see Builder#readersSize */
    public int readersSize() {
        return readersSize;
    }

    /** @see Builder#readersSticky */
    public boolean readersSticky() {
        return readersSticky;
    }

    /** @see Builder#readersAcquireTimeout */
    public Duration readersAcquireTimeout() {
        return readersAcquireTimeout;
    }

    /** @see Builder#readersSacrificeThreshold */
    public int readersSacrificeThreshold() {
        return readersSacrificeThreshold;
    }

    /** @see Builder#snapshotTimeout */
    public Duration snapshotTimeout() {
        return snapshotTimeout;
    }

    /** @see Builder#decodeHints */
    public boolean decodeHints() {
        return decodeHints;
    }

    /** @see Builder#jsonInitialBuffer */
    public long jsonInitialBuffer() {
        return jsonInitialBuffer;
    }

    /** @see Builder#jsonShrinkAbove */
    public long jsonShrinkAbove() {
        return jsonShrinkAbove;
    }

    /** @see Builder#jsonShrinkBelow */
    public long jsonShrinkBelow() {
        return jsonShrinkBelow;
    }

    /** @see Builder#statementCacheSize */
    public int statementCacheSize() {
        return statementCacheSize;
    }

    /** @see Builder#writerAcquireTimeout */
    public Duration writerAcquireTimeout() {
        return writerAcquireTimeout;
    }

    /** @see Builder#busyTimeout */
    public Duration busyTimeout() {
        return busyTimeout;
    }

    /** @see Builder#queryTimeout */
    public Optional<Duration> queryTimeout() {
        return Optional.ofNullable(queryTimeout);
    }

    /** @see Builder#slowQueryThreshold */
    public Optional<Duration> slowQueryThreshold() {
        return Optional.ofNullable(slowQueryThreshold);
    }

    /** @see Builder#durability */
    public Durability durability() {
        return durability;
    }

    /** @see Builder#pragma */
    public Map<String, String> pragmas() {
        return pragmas;
    }

    /** Collects the options; not thread-safe. */
    public static final class Builder {

        /** What an array can hold. */
        private static final long MAX_BUFFER = Integer.MAX_VALUE - 8L;

        private final Path path;
        private String name = Database.DEFAULT_NAME;
        private DriverKind driver = DriverKind.AUTO;
        private int readersSize = defaultReadersSize();
        private boolean readersSticky = true;
        private Duration readersAcquireTimeout = Duration.ofSeconds(5);
        private int readersSacrificeThreshold;
        private Duration snapshotTimeout = Duration.ofMinutes(1);
        private boolean decodeHints = true;
        private long jsonInitialBuffer = 16 * 1024;
        private long jsonShrinkAbove = 1024 * 1024;
        private long jsonShrinkBelow = 256 * 1024;
        private int statementCacheSize = 128;
        private Duration writerAcquireTimeout = Duration.ofSeconds(30);
        private Duration busyTimeout = Duration.ofSeconds(5);
        private Duration queryTimeout;
        private Duration slowQueryThreshold;
        private Durability durability = Durability.NORMAL;
        private final Map<String, String> pragmas = new LinkedHashMap<>();

        private Builder(Path path) {
            this.path = Objects.requireNonNull(path, "path");
        }

        /** The name under which errors, logs and metrics speak of the database. */
        public Builder name(String name) {
            this.name = Objects.requireNonNull(name, "name");
            return this;
        }

        /** How SQLite is called. */
        public Builder driver(DriverKind driver) {
            this.driver = Objects.requireNonNull(driver, "driver");
            return this;
        }

        /** How many readers there are, at least 1. */
        public Builder readersSize(int size) {
            if (size < 1) {
                throw new IllegalArgumentException("readers.size must be at least 1, but is " + size);
            }
            this.readersSize = size;
            return this;
        }

        /** Whether a read goes back to the reader that served the last one. */
        public Builder readersSticky(boolean sticky) {
            this.readersSticky = sticky;
            return this;
        }

        /** How long a read waits for a reader. */
        public Builder readersAcquireTimeout(Duration timeout) {
            this.readersAcquireTimeout = positive("readers.acquire-timeout", timeout);
            return this;
        }

        /**
         * A reader that produced a larger result, in rows times columns, gives up what it holds and is renewed. 0, which is the
         * default, is never: renewing has been measured to cost time and to save no memory.
         */
        public Builder readersSacrificeThreshold(int slots) {
            if (slots < 0) {
                throw new IllegalArgumentException("readers.sacrifice-threshold must not be negative, but is " + slots);
            }
            this.readersSacrificeThreshold = slots;
            return this;
        }

        /** How long a snapshot may be open. */
        public Builder snapshotTimeout(Duration timeout) {
            this.snapshotTimeout = positive("snapshot-timeout", timeout);
            return this;
        }

        /** Whether the row counts of a statement's last executions decide how a result buffer grows. */
        public Builder decodeHints(boolean hints) {
            this.decodeHints = hints;
            return this;
        }

        /** The size of each connection's JSON buffer at first, and after it has shrunk; bytes. */
        public Builder jsonInitialBuffer(long bytes) {
            this.jsonInitialBuffer = bufferSize("json.initial-buffer", bytes);
            return this;
        }

        /** Above which size a JSON buffer shrinks; bytes. */
        public Builder jsonShrinkAbove(long bytes) {
            this.jsonShrinkAbove = bufferSize("json.shrink-above", bytes);
            return this;
        }

        /** A JSON buffer shrinks when the last result was smaller than that; bytes. */
        public Builder jsonShrinkBelow(long bytes) {
            this.jsonShrinkBelow = bufferSize("json.shrink-below", bytes);
            return this;
        }

        private static long bufferSize(String key, long bytes) {
            if (bytes < 1 || bytes > MAX_BUFFER) {
                throw new IllegalArgumentException(key + " must be between 1 and " + MAX_BUFFER + " bytes, but is " + bytes);
            }
            return bytes;
        }

        /** How many prepared statements each connection keeps; 0 keeps none. */
        public Builder statementCacheSize(int size) {
            if (size < 0) {
                throw new IllegalArgumentException("statement-cache-size must not be negative, but is " + size);
            }
            this.statementCacheSize = size;
            return this;
        }

        /** How long a write waits for the writer. */
        public Builder writerAcquireTimeout(Duration timeout) {
            this.writerAcquireTimeout = positive("writer.acquire-timeout", timeout);
            return this;
        }

        /** How long SQLite waits for a lock that another process holds; whole milliseconds. */
        public Builder busyTimeout(Duration timeout) {
            if (timeout.isNegative()) {
                throw new IllegalArgumentException("busy-timeout must not be negative, but is " + timeout);
            }
            this.busyTimeout = timeout;
            return this;
        }

        /** How long a call may take, waiting included; without it there is no limit. */
        public Builder queryTimeout(Duration timeout) {
            this.queryTimeout = positive("query-timeout", timeout);
            return this;
        }

        /** From which time on a call is logged as slow; without it none is. */
        public Builder slowQueryThreshold(Duration threshold) {
            this.slowQueryThreshold = positive("slow-query-threshold", threshold);
            return this;
        }

        /** What a commit survives. */
        public Builder durability(Durability durability) {
            this.durability = Objects.requireNonNull(durability, "durability");
            return this;
        }

        /** A pragma to set and read back on every connection. */
        public Builder pragma(String name, String value) {
            pragmas.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value"));
            return this;
        }

        /** The options. */
        public DatabaseOptions build() {
            return new DatabaseOptions(this);
        }

        private static Duration positive(String key, Duration timeout) {
            if (timeout.isNegative() || timeout.isZero()) {
                throw new IllegalArgumentException(key + " must be positive, but is " + timeout);
            }
            return timeout;
        }
    }
}
