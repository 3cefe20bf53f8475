package io.quarkiverse.sqlite.engine.read;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.quarkiverse.sqlite.SnapshotWork;
import io.quarkiverse.sqlite.engine.observe.Operations;
import io.quarkiverse.sqlite.engine.work.Bounds;
import io.quarkiverse.sqlite.engine.work.Sneaky;
import io.quarkiverse.sqlite.engine.work.Watchdog;

/** Runs the bodies of snapshots, each on a reader of its own. Thread-safe. */
public final class Snapshots {

    private final String database;
    private final ReaderPool readers;
    private final Duration timeout;
    private final Operations operations;
    private final Watchdog watchdog;
    /** The threads that run a body, and how many, one inside the other. */
    private final Map<Thread, Integer> open = new ConcurrentHashMap<>();

    /**
     * @param database the name for errors
     * @param timeout how long each may be open
     * @param operations is told of each read
     * @param watchdog ends those whose time is over
     */
    public Snapshots(String database, ReaderPool readers, Duration timeout, Operations operations, Watchdog watchdog) {
        this.database = database;
        this.readers = readers;
        this.timeout = timeout;
        this.operations = operations;
        this.watchdog = watchdog;
    }

    /** Whether the calling thread runs the body of one. */
    public boolean openOnCurrentThread() {
        return open.containsKey(Thread.currentThread());
    }

    /**
     * Runs a body; rethrows its exception as it was.
     *
     * @param bounds of waiting for the reader, and of each statement
     */
    public <T> T run(SnapshotWork<T> work, Bounds bounds) {
        Thread thread = Thread.currentThread();
        Reader reader = readers.lease("snapshot", operations.now(), bounds);
        ReadSnapshot snapshot = new ReadSnapshot(database, readers, reader, timeout, bounds, operations);
        snapshot.begin();
        watchdog.watch(snapshot);
        open.merge(thread, 1, Integer::sum);
        try {
            return work.run(snapshot);
        } catch (Throwable failure) {
            throw Sneaky.rethrow(failure);
        } finally {
            open.computeIfPresent(thread, (key, count) -> count == 1 ? null : count - 1);
            watchdog.forget(snapshot);
            snapshot.end();
        }
    }
}
