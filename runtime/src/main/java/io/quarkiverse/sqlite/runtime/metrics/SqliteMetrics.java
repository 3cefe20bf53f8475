package io.quarkiverse.sqlite.runtime.metrics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.quarkiverse.sqlite.engine.DatabaseEngine;
import io.quarkiverse.sqlite.engine.observe.EngineListener;
import io.quarkiverse.sqlite.engine.observe.Lane;

/**
 * The Micrometer meters of one database, all with the tag {@code database}. Timers are found once, not at each
 * operation; the other meters ask the engine when they are read. Thread-safe.
 */
public final class SqliteMetrics implements EngineListener {

    /** From a point read to what a caller gives up on. Fixed, so that the buckets of several instances can be added. */
    private static final Duration[] BUCKETS = Stream.of("0.000001", "0.0000025", "0.000005", "0.00001", "0.000025", "0.00005",
            "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1",
            "2.5",
            "5", "10", "30").map(seconds -> Duration.parse("PT" + seconds + "S")).toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final String database;
    private final List<Meter> meters = new ArrayList<>();
    private final Timer[] lanes = new Timer[Lane.values().length];
    private final Timer wait;

    /**
     * @param registry where the meters are kept until {@link #closed}
     * @param database the value of the tag {@code database}
     */
    public SqliteMetrics(MeterRegistry registry, String database) {
        this.registry = registry;
        this.database = database;
        for (Lane lane : Lane.values()) {
            lanes[lane.ordinal()] = kept(Timer.builder("sqlite.lane.latency")
                    .description("How long operations take, from the call to the return, waiting included")
                    .tag("database", database)
                    .tag("lane", lane.tag()).serviceLevelObjectives(BUCKETS).register(registry));
        }
        this.wait = kept(Timer.builder("sqlite.dispatch.wait")
                .description("How long reads were parked until they got a reader, or gave up")
                .tag("database", database).serviceLevelObjectives(BUCKETS).register(registry));
    }

    /** Adds the meters that ask the engine. */
    public void bind(DatabaseEngine engine) {
        counter(engine, "sqlite.dispatch.parks", "Reads that found all readers busy", DatabaseEngine::parks);
        gauge(engine, "sqlite.dispatch.parked", "Reads that wait for a reader", DatabaseEngine::parkedCount);
        gauge(engine, "sqlite.dispatch.parked.max", "Reads that waited for a reader at the same time, at most",
                DatabaseEngine::maxParked);
        gauge(engine, "sqlite.readers.size", "Readers", DatabaseEngine::readersSize);
        gauge(engine, "sqlite.readers.available", "Readers that are free", DatabaseEngine::availableReaderCount);
        gauge(engine, "sqlite.readers.renewing", "Readers that are being renewed after a sacrifice",
                DatabaseEngine::renewingReaderCount);
        gauge(engine, "sqlite.readers.preferred", "The index of the reader at which the next read starts to look",
                DatabaseEngine::preferredReaderIndex);
        counter(engine, "sqlite.readers.leases", "Reads and snapshots that got a reader", DatabaseEngine::leases);
        gauge(engine, "sqlite.statement.cache.size", "Idle statements that the readers keep",
                DatabaseEngine::cachedStatements);
        counter(engine, "sqlite.writer.commits", "Transactions that were committed, single writes among them",
                DatabaseEngine::commits);
        gauge(engine, "sqlite.wal.pages", "Pages that the -wal file has room for", DatabaseEngine::walPages);
        gauge(engine, "sqlite.writer.busy", "1 while somebody has the writer, else 0", db -> db.writerBusy() ? 1 : 0);
        gauge(engine, "sqlite.writer.queue", "Writes that wait for the writer", DatabaseEngine::writerQueueLength);
        counter(engine, "sqlite.statement.cache.hits", "Statements that were prepared already",
                DatabaseEngine::statementCacheHits);
        counter(engine, "sqlite.statement.cache.misses", "Statements that had to be prepared",
                DatabaseEngine::statementCacheMisses);
        bytes(engine, "sqlite.json.buffer.high.water", "The largest JSON buffer that there has been",
                DatabaseEngine::jsonBufferHighWaterBytes);
        bytes(engine, "sqlite.json.buffer.retained", "What all JSON buffers occupy", DatabaseEngine::jsonBufferRetainedBytes);
        counter(engine, "sqlite.sacrifices", "Readers that were given up for the size of a result", DatabaseEngine::sacrifices);
    }

    private void counter(DatabaseEngine engine, String name, String description, ToDoubleFunction<DatabaseEngine> value) {
        kept(FunctionCounter.builder(name, engine, value).description(description).tag("database", database)
                .register(registry));
    }

    private void gauge(DatabaseEngine engine, String name, String description, ToDoubleFunction<DatabaseEngine> value) {
        kept(Gauge.builder(name, engine, value).description(description).tag("database", database).register(registry));
    }

    private void bytes(DatabaseEngine engine, String name, String description, ToDoubleFunction<DatabaseEngine> value) {
        kept(Gauge.builder(name, engine, value).description(description).baseUnit(BaseUnits.BYTES).tag("database", database)
                .register(registry));
    }

    private <M extends Meter> M kept(M meter) {
        meters.add(meter);
        return meter;
    }

    @Override
    public void operation(Lane lane, long nanos) {
        lanes[lane.ordinal()].record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void parked(long nanos) {
        wait.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Removes the meters: a live reload must not leave those of a closed engine behind. */
    @Override
    public void closed() {
        meters.forEach(registry::remove);
        meters.clear();
    }
}
