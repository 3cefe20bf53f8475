package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.engine.observe.EngineListener;

/** Readers that are given up for the size of a result, with real connections; the schedules are in ReaderPoolTest. */
@Timeout(60)
class SacrificeTest {

    @TempDir
    Path directory;

    private DatabaseEngine db;

    private void open(int readers, int threshold) {
        db = new DatabaseEngine(DatabaseOptions.builder(directory.resolve("test.db")).readersSize(readers)
                .readersSacrificeThreshold(threshold).build(), EngineListener.NONE);
        db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT)");
        db.executeBatch("INSERT INTO t VALUES (?, ?)",
                IntStream.range(0, 1_000).mapToObj(i -> new Object[] { i, "name " + i }).toList());
    }

    @AfterEach
    void close() {
        db.close();
    }

    private void awaitAll() {
        while (db.availableReaderCount() < db.readersSize()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void byDefaultNoReaderIsSacrificed() {
        assertThat(DatabaseOptions.builder(directory.resolve("test.db")).build().readersSacrificeThreshold()).isZero();
        open(2, 0);
        assertThat(db.select("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT i FROM n"))
                .hasSize(100_000);
        assertThat(db.sacrifices()).isZero();
    }

    @Test
    void rowsTimesColumnsDecide() {
        open(2, 200);
        db.select("SELECT id, name FROM t LIMIT 100");
        db.selectBytes("SELECT id, name FROM t");
        db.select("SELECT id FROM t LIMIT 200");
        assertThat(db.sacrifices()).isZero();
        assertThat(db.select("SELECT id, name FROM t LIMIT 101")).hasSize(101);
        assertThat(db.sacrifices()).isEqualTo(1);
        awaitAll();
        db.snapshot(snapshot -> snapshot.select("SELECT id, name FROM t"));
        assertThat(db.sacrifices()).as("a snapshot's reader too").isEqualTo(2);
        awaitAll();
    }

    @Test
    void theFiguresGoOn() {
        open(1, 200);
        for (int i = 0; i < 5; i++) {
            db.select("SELECT id FROM t WHERE id = 1");
        }
        long hits = db.statementCacheHits();
        long misses = db.statementCacheMisses();
        db.select("SELECT id, name FROM t");
        awaitAll();
        assertThat(db.statementCacheHits()).isEqualTo(hits);
        assertThat(db.statementCacheMisses()).isEqualTo(misses + 1);
        assertThat(db.diagnostics().readers().get(0).cachedStatements()).as("a new connection has none").isZero();
        db.select("SELECT id FROM t WHERE id = 1");
        assertThat(db.statementCacheMisses()).isEqualTo(misses + 2);
    }

    /** Renewals all the time, with readers that are read from all the time: all results are right, none is lost. */
    @ParameterizedTest
    @ValueSource(ints = { 1, 2, 4 })
    void readsGoOnAcrossRenewals(int readers) throws Exception {
        open(readers, 100);
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int caller = 0; caller < 4; caller++) {
            int offset = caller;
            callers.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 100; i++) {
                    int limit = 1 + (i * 37 + offset * 11) % 200;
                    Rows rows = db.select("SELECT id, name FROM t ORDER BY id LIMIT ?", limit);
                    assertThat(rows).hasSize(limit);
                    assertThat(rows.get(limit - 1).getString("name")).isEqualTo("name " + (limit - 1));
                }
            }));
        }
        for (CompletableFuture<Void> caller : callers) {
            caller.get(50, TimeUnit.SECONDS);
        }
        assertThat(db.sacrifices()).isPositive();
        awaitAll();
    }
}
