package io.quarkiverse.sqlite.engine.read;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.quarkiverse.sqlite.engine.driver.Admission;
import io.quarkiverse.sqlite.engine.driver.CursorReader;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.driver.DriverStatement;

/** A connection for schedules, where nothing runs. */
class FakeConnection implements DriverConnection {

    final AtomicInteger interrupts = new AtomicInteger();
    final AtomicBoolean closed = new AtomicBoolean();
    Runnable onInterrupt = () -> {
    };

    @Override
    public DriverStatement statement(String sql, Admission admission) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void script(String sql) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T once(String sql, CursorReader<T> reader) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long changes() {
        return 0;
    }

    @Override
    public int schemaGeneration() {
        return 0;
    }

    @Override
    public boolean autocommit() {
        return true;
    }

    @Override
    public void interrupt() {
        interrupts.incrementAndGet();
        onInterrupt.run();
    }

    @Override
    public long cacheHits() {
        return 0;
    }

    @Override
    public int cachedStatements() {
        return 0;
    }

    @Override
    public long cacheMisses() {
        return 0;
    }

    @Override
    public void close() {
        closed.set(true);
    }
}
