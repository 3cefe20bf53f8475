package io.quarkiverse.sqlite.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Function;

import io.quarkiverse.sqlite.BatchResult;
import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.JsonBytes;
import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.Transaction;
import io.quarkiverse.sqlite.TransactionWork;
import io.quarkiverse.sqlite.WriteResult;
import io.quarkiverse.sqlite.engine.decode.RowSizeMemory;
import io.quarkiverse.sqlite.engine.decode.Selection;
import io.quarkiverse.sqlite.engine.driver.Connections;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.json.JsonBuffer;
import io.quarkiverse.sqlite.engine.json.JsonBufferSizes;
import io.quarkiverse.sqlite.engine.observe.EngineListener;
import io.quarkiverse.sqlite.engine.observe.Lane;
import io.quarkiverse.sqlite.engine.read.Reader;
import io.quarkiverse.sqlite.engine.read.ReaderPool;
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

    private final String name;
    private final EngineListener listener;
    private final CallGuard guard;
    private final Duration readersGrace;
    private final DatabaseFile file;
    private final String sqliteVersion;
    private final ReaderPool readers;
    private final Writer writer;
    private final LongAccumulator jsonHighWater = new LongAccumulator(Long::max, 0);
    private final AtomicBoolean closing = new AtomicBoolean();

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
        this(options, listener, guard, READERS_GRACE);
    }

    /** @param readersGrace how long reads may still take when the database is closed */
    DatabaseEngine(DatabaseOptions options, EngineListener listener, CallGuard guard, Duration readersGrace) {
        this.readersGrace = readersGrace;
        this.name = options.name();
        this.listener = listener;
        this.guard = guard;
        this.file = DatabaseFile.of(options);
        Deque<DriverConnection> opened = new ArrayDeque<>();
        try {
            DriverConnection writing = Connections.openWriter(options, file.path());
            opened.push(writing);
            this.sqliteVersion = writing.value("SELECT sqlite_version()").map(Object::toString).orElse("");
            RowSizeMemory poolMemory = new RowSizeMemory(options.decodeHints());
            List<Reader> pool = new ArrayList<>();
            for (int index = 0; index < options.readersSize(); index++) {
                DriverConnection reading = Connections.openReader(options, file.path());
                opened.push(reading);
                pool.add(new Reader(index, reading, poolMemory, jsonBuffer(options)));
            }
            this.readers = new ReaderPool(name, pool, options.readersSticky(), options.readersAcquireTimeout(), listener,
                    System::nanoTime);
            this.writer = new Writer(name, writing, new RowSizeMemory(options.decodeHints()), jsonBuffer(options),
                    options.writerAcquireTimeout(),
                    System::nanoTime);
        } catch (RuntimeException e) {
            for (DriverConnection connection : opened) {
                try {
                    connection.close();
                } catch (SqliteException suppressed) {
                    e.addSuppressed(suppressed);
                }
            }
            file.discard();
            throw e;
        }
        SqliteVersion.warnWhenOld(sqliteVersion, warning -> LOG.log(System.Logger.Level.WARNING, warning));
    }

    private JsonBuffer jsonBuffer(DatabaseOptions options) {
        return new JsonBuffer(new JsonBufferSizes((int) options.jsonInitialBuffer(), (int) options.jsonShrinkAbove(),
                (int) options.jsonShrinkBelow()), jsonHighWater);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Rows select(String sql, Object... params) {
        guard.check();
        Transaction joined = writer.joined();
        return joined != null ? joined.select(sql, params) : read(sql, selection -> selection.all(sql, params));
    }

    @Override
    public Rows select(String sql, Map<String, ?> named) {
        guard.check();
        Transaction joined = writer.joined();
        return joined != null ? joined.select(sql, named) : read(sql, selection -> selection.all(sql, named));
    }

    @Override
    public JsonBytes selectBytes(String sql, Object... params) {
        guard.check();
        Transaction joined = writer.joined();
        if (joined != null) {
            return joined.selectBytes(sql, params);
        }
        return timed(Lane.BYTES, () -> {
            Reader reader = readers.leaseInTurn(sql, System.nanoTime());
            try {
                return reader.selection().json(sql, params);
            } finally {
                readers.release(reader);
            }
        });
    }

    @Override
    public Optional<Row> selectFirst(String sql, Object... params) {
        guard.check();
        Transaction joined = writer.joined();
        if (joined != null) {
            return joined.selectFirst(sql, params);
        }
        Rows rows = read(sql, selection -> selection.first(sql, params));
        return rows.isEmpty() ? Optional.empty() : Optional.of(rows.get(0));
    }

    private Rows read(String sql, Function<Selection, Rows> query) {
        long start = System.nanoTime();
        try {
            Reader reader = readers.lease(sql, start);
            try {
                return query.apply(reader.selection());
            } finally {
                readers.release(reader);
            }
        } finally {
            listener.operation(Lane.ROWS, System.nanoTime() - start);
        }
    }

    @Override
    public WriteResult execute(String sql, Object... params) {
        guard.check();
        Transaction joined = writer.joined();
        return joined != null ? joined.execute(sql, params) : timed(Lane.WRITE, () -> writer.execute(sql, params));
    }

    @Override
    public Rows executeReturning(String sql, Object... params) {
        guard.check();
        Transaction joined = writer.joined();
        return joined != null ? joined.executeReturning(sql, params)
                : timed(Lane.WRITE, () -> writer.executeReturning(sql, params));
    }

    @Override
    public BatchResult executeBatch(String sql, Iterable<Object[]> parameterSets) {
        guard.check();
        Transaction joined = writer.joined();
        return joined != null ? joined.executeBatch(sql, parameterSets)
                : timed(Lane.BATCH, () -> writer.executeBatch(sql, parameterSets));
    }

    @Override
    public void executeScript(String sql) {
        guard.check();
        Transaction joined = writer.joined();
        if (joined != null) {
            joined.executeScript(sql);
        } else {
            timed(Lane.BATCH, () -> {
                writer.executeScript(sql);
                return null;
            });
        }
    }

    @Override
    public <T> T transaction(TransactionWork<T> work) {
        guard.check();
        Transaction joined = writer.joined();
        return joined != null ? joined.transaction(work) : timed(Lane.TRANSACTION, () -> writer.transaction(work));
    }

    private interface Operation<T> {
        T run();
    }

    private <T> T timed(Lane lane, Operation<T> operation) {
        long start = System.nanoTime();
        try {
            return operation.run();
        } finally {
            listener.operation(lane, System.nanoTime() - start);
        }
    }

    @Override
    public void close() {
        if (writer.joined() != null) {
            throw new IllegalStateException("The body of a transaction can't close its database '" + name + "'");
        }
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        writer.refuse();
        try {
            readers.close(readersGrace);
        } finally {
            listener.closed();
            writer.close(WRITER_GRACE);
            file.discard();
        }
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

    /** How many readers were given up for the size of what they produced: none, for nothing gives them up yet. */
    public long sacrifices() {
        return 0;
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
