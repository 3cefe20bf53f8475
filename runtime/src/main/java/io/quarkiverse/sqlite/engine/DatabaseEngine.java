package io.quarkiverse.sqlite.engine;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Function;
import java.util.function.LongFunction;

import io.quarkiverse.sqlite.BatchResult;
import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Diagnostics;
import io.quarkiverse.sqlite.DriverKind;
import io.quarkiverse.sqlite.JsonBytes;
import io.quarkiverse.sqlite.MemoryDiagnostics;
import io.quarkiverse.sqlite.PoolDiagnostics;
import io.quarkiverse.sqlite.ReaderDiagnostics;
import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SnapshotWork;
import io.quarkiverse.sqlite.StreamDiagnostics;
import io.quarkiverse.sqlite.Transaction;
import io.quarkiverse.sqlite.TransactionWork;
import io.quarkiverse.sqlite.WriteResult;
import io.quarkiverse.sqlite.WriterDiagnostics;
import io.quarkiverse.sqlite.engine.decode.RowSizeMemory;
import io.quarkiverse.sqlite.engine.decode.Selection;
import io.quarkiverse.sqlite.engine.driver.Connections;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.driver.NamedParameters;
import io.quarkiverse.sqlite.engine.json.JsonBuffer;
import io.quarkiverse.sqlite.engine.json.JsonBufferSizes;
import io.quarkiverse.sqlite.engine.observe.EngineListener;
import io.quarkiverse.sqlite.engine.observe.Lane;
import io.quarkiverse.sqlite.engine.observe.Operations;
import io.quarkiverse.sqlite.engine.observe.SlowQueryLog;
import io.quarkiverse.sqlite.engine.read.ReadSession;
import io.quarkiverse.sqlite.engine.read.Reader;
import io.quarkiverse.sqlite.engine.read.ReaderPool;
import io.quarkiverse.sqlite.engine.read.Snapshots;
import io.quarkiverse.sqlite.engine.work.Bounds;
import io.quarkiverse.sqlite.engine.work.Cancellation;
import io.quarkiverse.sqlite.engine.work.Sneaky;
import io.quarkiverse.sqlite.engine.work.Watchdog;
import io.quarkiverse.sqlite.engine.write.Writer;

/**
 * An open database: composes the writer and the reader pool, decides which of them a call goes to, and times the
 * lanes. Opens the writer first, for it makes the file and sets WAL; closes it last, for the last connection to
 * close removes the {@code -wal} file.
 */
public final class DatabaseEngine implements Database {

    private static final System.Logger LOG = System.getLogger(DatabaseEngine.class.getName());

    private static final Duration READERS_GRACE = Duration.ofSeconds(10);
    private static final Duration WRITER_GRACE = Duration.ofSeconds(30);

    private final DatabaseOptions options;
    private final CallGuard guard;
    private final Duration readersGrace;
    private final Duration writerGrace;
    private final EngineListener listener;
    private final DatabaseFile file;
    private final String sqliteVersion;
    private final long pageSize;
    private final Operations operations;
    private final Watchdog watchdog;
    private final ThreadPoolExecutor renewals;
    private final ReaderPool readers;
    private final Snapshots snapshots;
    private final Writer writer;
    private final LongAccumulator jsonHighWater;
    private final CompletableFuture<Void> closed;
    private final AtomicBoolean closing;
    /** Of each call. */
    private final Bounds bounds;
    /** What of it a view has set itself. */
    private final Bounds own;

    /** Opens a database that any thread may use. */
    public DatabaseEngine(DatabaseOptions options, EngineListener listener) {
        this(options, listener, CallGuard.NONE);
    }

    /**
     * @param options where the file is and how to open it
     * @param listener told of operations and waits
     * @param guard asked before each operation
     * @throws io.quarkiverse.sqlite.SqliteOpenException if it can't be opened; nothing stays open then
     */
    public DatabaseEngine(DatabaseOptions options, EngineListener listener, CallGuard guard) {
        this(options, listener, guard, READERS_GRACE, WRITER_GRACE);
    }

    /**
     * @param readersGrace how long reads may still take when the database is closed
     * @param writerGrace how long the writer may
     */
    DatabaseEngine(DatabaseOptions options, EngineListener listener, CallGuard guard, Duration readersGrace,
            Duration writerGrace) {
        this.options = options;
        this.readersGrace = readersGrace;
        this.writerGrace = writerGrace;
        this.listener = listener;
        this.guard = guard;
        this.jsonHighWater = new LongAccumulator(Long::max, 0);
        this.closed = new CompletableFuture<>();
        this.closing = new AtomicBoolean();
        this.bounds = Bounds.of(options.queryTimeout().orElse(null));
        this.own = Bounds.NONE;
        this.operations = new Operations(listener,
                new SlowQueryLog(options.name(), options.slowQueryThreshold(), message -> LOG.log(Level.WARNING, message)),
                System::nanoTime);
        this.watchdog = new Watchdog(options.name(), System::nanoTime);
        this.renewals = renewals(options.name());
        this.file = DatabaseFile.of(options);
        Deque<AutoCloseable> opened = new ArrayDeque<>();
        try {
            DriverConnection writing = Connections.openWriter(options, file.path());
            opened.push(writing);
            this.sqliteVersion = writing.value("SELECT sqlite_version()").map(Object::toString).orElse("");
            this.pageSize = writing.value("PRAGMA page_size").map(Long.class::cast).orElseThrow();
            RowSizeMemory poolMemory = new RowSizeMemory(options.decodeHints());
            List<Reader> pool = new ArrayList<>();
            for (int index = 0; index < options.readersSize(); index++) {
                Reader reader = new Reader(options.name(), index, () -> readSession(poolMemory), watchdog);
                opened.push(reader::close);
                pool.add(reader);
            }
            this.readers = new ReaderPool(options.name(), pool, options.readersSticky(), options.readersAcquireTimeout(),
                    options.readersSacrificeThreshold(), renewals, listener, System::nanoTime);
            this.snapshots = new Snapshots(options.name(), readers, options.snapshotTimeout(), operations, watchdog);
            this.writer = new Writer(options.name(), writing, new RowSizeMemory(options.decodeHints()), jsonBuffer(),
                    options.writerAcquireTimeout(), operations, watchdog);
            watchdog.start();
        } catch (RuntimeException | Error e) {
            for (AutoCloseable connection : opened) {
                try {
                    connection.close();
                } catch (Exception suppressed) {
                    e.addSuppressed(suppressed);
                }
            }
            file.discard();
            throw e;
        }
        SqliteVersion.warnWhenOld(sqliteVersion, warning -> LOG.log(Level.WARNING, warning));
    }

    /** A view of another one. */
    private DatabaseEngine(DatabaseEngine engine, Bounds bounds, Bounds own) {
        this.options = engine.options;
        this.guard = engine.guard;
        this.readersGrace = engine.readersGrace;
        this.writerGrace = engine.writerGrace;
        this.listener = engine.listener;
        this.file = engine.file;
        this.sqliteVersion = engine.sqliteVersion;
        this.pageSize = engine.pageSize;
        this.operations = engine.operations;
        this.watchdog = engine.watchdog;
        this.renewals = engine.renewals;
        this.readers = engine.readers;
        this.snapshots = engine.snapshots;
        this.writer = engine.writer;
        this.jsonHighWater = engine.jsonHighWater;
        this.closed = engine.closed;
        this.closing = engine.closing;
        this.bounds = bounds;
        this.own = own;
    }

    /** One thread, and none while there is nothing to renew. */
    private static ThreadPoolExecutor renewals(String name) {
        ThreadPoolExecutor renewals = new ThreadPoolExecutor(1, 1, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, "sqlite-renewal-" + name);
            thread.setDaemon(true);
            return thread;
        });
        renewals.allowCoreThreadTimeOut(true);
        return renewals;
    }

    private ReadSession readSession(RowSizeMemory memory) {
        DriverConnection connection = Connections.openReader(options, file.path());
        JsonBuffer buffer = jsonBuffer();
        return new ReadSession(connection, buffer, new Selection(connection, memory, buffer));
    }

    private JsonBuffer jsonBuffer() {
        return new JsonBuffer(new JsonBufferSizes((int) options.jsonInitialBuffer(), (int) options.jsonShrinkAbove(),
                (int) options.jsonShrinkBelow()), jsonHighWater);
    }

    @Override
    public String name() {
        return options.name();
    }

    @Override
    public Database withTimeout(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("The timeout of a call must be positive, but is " + timeout);
        }
        return new DatabaseEngine(this, bounds.within(timeout), own.within(timeout));
    }

    /** A view whose calls can be ended from outside. */
    public Database cancelledBy(Cancellation cancellation) {
        cancellation.wakes(watchdog);
        return new DatabaseEngine(this, bounds.cancelledBy(cancellation), own.cancelledBy(cancellation));
    }

    @Override
    public Rows select(String sql, Object... params) {
        guard.check();
        return joins() ? joined(tx -> tx.select(sql, params)) : rows(sql, selection -> selection.all(sql, params));
    }

    @Override
    public Rows select(String sql, Map<String, ?> named) {
        guard.check();
        Map<String, ?> parameters = NamedParameters.copy(sql, named);
        return joins() ? joined(tx -> tx.select(sql, parameters)) : rows(sql, selection -> selection.all(sql, parameters));
    }

    @Override
    public Optional<Row> selectFirst(String sql, Object... params) {
        guard.check();
        if (joins()) {
            return joined(tx -> tx.selectFirst(sql, params));
        }
        Rows rows = rows(sql, selection -> selection.first(sql, params));
        return rows.isEmpty() ? Optional.empty() : Optional.of(rows.get(0));
    }

    private Rows rows(String sql, Function<Selection, Rows> query) {
        long start = operations.now();
        try {
            Reader reader = readers.lease(sql, start, bounds);
            long slots = 0;
            try {
                Rows rows = reader.run(sql, start, bounds, query);
                slots = ReaderPool.slots(rows);
                return rows;
            } finally {
                readers.release(reader, slots);
            }
        } finally {
            operations.ended(Lane.ROWS, sql, start);
        }
    }

    @Override
    public JsonBytes selectBytes(String sql, Object... params) {
        guard.check();
        if (joins()) {
            return joined(tx -> tx.selectBytes(sql, params));
        }
        long start = operations.now();
        try {
            Reader reader = readers.leaseInTurn(sql, start, bounds);
            try {
                return reader.run(sql, start, bounds, selection -> selection.json(sql, params));
            } finally {
                readers.release(reader);
            }
        } finally {
            operations.ended(Lane.BYTES, sql, start);
        }
    }

    @Override
    public WriteResult execute(String sql, Object... params) {
        guard.check();
        return joins() ? joined(tx -> tx.execute(sql, params))
                : timed(Lane.WRITE, sql, start -> writer.execute(sql, params, start, bounds));
    }

    @Override
    public Rows executeReturning(String sql, Object... params) {
        guard.check();
        return joins() ? joined(tx -> tx.executeReturning(sql, params))
                : timed(Lane.WRITE, sql, start -> writer.executeReturning(sql, params, start, bounds));
    }

    @Override
    public BatchResult executeBatch(String sql, Iterable<Object[]> parameterSets) {
        guard.check();
        return joins() ? joined(tx -> tx.executeBatch(sql, parameterSets))
                : timed(Lane.BATCH, sql, start -> writer.executeBatch(sql, parameterSets, start, bounds));
    }

    @Override
    public void executeScript(String sql) {
        guard.check();
        if (joins()) {
            joined(tx -> {
                tx.executeScript(sql);
                return null;
            });
            return;
        }
        timed(Lane.BATCH, sql, start -> {
            writer.executeScript(sql, start, bounds);
            return null;
        });
    }

    private <T> T timed(Lane lane, String sql, LongFunction<T> operation) {
        long start = operations.now();
        try {
            return operation.apply(start);
        } finally {
            operations.ended(lane, sql, start);
        }
    }

    @Override
    public <T> T transaction(TransactionWork<T> work) {
        guard.check();
        if (joins()) {
            return joined(tx -> tx.transaction(work));
        }
        long start = operations.now();
        try {
            return writer.transaction(work, start, bounds);
        } finally {
            operations.ended(Lane.TRANSACTION, start);
        }
    }

    @Override
    public <T> T snapshot(SnapshotWork<T> work) {
        guard.check();
        if (!joins()) {
            return snapshots.run(work, bounds);
        }
        return joined(tx -> {
            try {
                return work.run(tx);
            } catch (Throwable failure) {
                throw Sneaky.rethrow(failure);
            }
        });
    }

    /** Whether the calling thread runs the body of a transaction, which its calls join. */
    private boolean joins() {
        return writer.joined() != null;
    }

    /** What a view has set holds inside a transaction, too; the rest is as the transaction has it. */
    private <T> T joined(Function<Transaction, T> call) {
        return own == Bounds.NONE ? call.apply(writer.joined()) : writer.bounded(own, call);
    }

    @Override
    public void close() {
        if (joins() || snapshots.openOnCurrentThread()) {
            throw new IllegalStateException(
                    "The body of a transaction or snapshot can't close its database '" + name() + "'");
        }
        if (!closing.compareAndSet(false, true)) {
            closed.join();
            return;
        }
        try {
            writer.refuse();
            try {
                readers.close(readersGrace);
            } finally {
                try {
                    listener.closed();
                } finally {
                    writer.close(writerGrace, file::discard);
                }
            }
        } finally {
            renewals.shutdown();
            watchdog.close();
            closed.complete(null);
        }
    }

    @Override
    public Diagnostics diagnostics() {
        return new Diagnostics(name(), DriverKind.JNI, sqliteVersion,
                new PoolDiagnostics(readers.size(), readers.available(), readers.preferredIndex(), readers.parks(),
                        readers.parkedCount(), readers.maxParked(), readers.sacrifices(), jsonBufferHighWaterBytes(),
                        jsonBufferRetainedBytes()),
                readers.readerDiagnostics(),
                new WriterDiagnostics(writer.queued(), writer.holder(), writer.commits(), writer.commits(), walPages()),
                new StreamDiagnostics(0, 0, 0, 0), MemoryDiagnostics.UNKNOWN);
    }

    /** The version of SQLite. */
    public String sqliteVersion() {
        return sqliteVersion;
    }

    /** How many readers there are. */
    public int readersSize() {
        return readers.size();
    }

    /** How many readers are free now. */
    public int availableReaderCount() {
        return readers.available();
    }

    /** How many readers are being renewed. */
    public int renewingReaderCount() {
        return readers.renewing();
    }

    /** The reader at which the next read starts to look. */
    public int preferredReaderIndex() {
        return readers.preferredIndex();
    }

    /** How many reads had to park since the start. */
    public long parks() {
        return readers.parks();
    }

    /** How many reads are parked now. */
    public int parkedCount() {
        return readers.parkedCount();
    }

    /** How many callers were parked at the same time at most. */
    public int maxParked() {
        return readers.maxParked();
    }

    /** How many readers were given up for the size of what they produced. */
    public long sacrifices() {
        return readers.sacrifices();
    }

    /** How many times a reader was leased. */
    public long leases() {
        return readers.readerDiagnostics().stream().mapToLong(ReaderDiagnostics::leases).sum();
    }

    /** How many idle statements the readers keep. */
    public long cachedStatements() {
        return readers.readerDiagnostics().stream().mapToLong(ReaderDiagnostics::cachedStatements).sum();
    }

    /** How many transactions have been committed. */
    public long commits() {
        return writer.commits();
    }

    /** How many pages the {@code -wal} file has room for. */
    public long walPages() {
        return file.walPages(pageSize);
    }

    /** Whether somebody has the writer. */
    public boolean writerBusy() {
        return writer.holder().isPresent();
    }

    /** How many writes wait for the writer. */
    public int writerQueueLength() {
        return writer.queued();
    }

    /** The largest JSON buffer that there has been, in bytes. */
    public long jsonBufferHighWaterBytes() {
        return jsonHighWater.get();
    }

    /** What all JSON buffers occupy now, in bytes. */
    public long jsonBufferRetainedBytes() {
        return readers.jsonBufferBytes() + writer.jsonBufferBytes();
    }

    /** Statements that came out of a cache. */
    public long statementCacheHits() {
        return readers.cacheHits() + writer.cacheHits();
    }

    /** Statements that had to be prepared. */
    public long statementCacheMisses() {
        return readers.cacheMisses() + writer.cacheMisses();
    }
}
