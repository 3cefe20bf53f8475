package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.engine.observe.EngineListener;
import io.quarkiverse.sqlite.engine.observe.Lane;
import io.quarkiverse.sqlite.engine.observe.Operations;
import io.quarkiverse.sqlite.engine.observe.SlowQueryLog;

@Timeout(60)
class SlowQueryTest {

    @TempDir
    Path directory;

    private final List<String> messages = new ArrayList<>();
    private long now;

    private Operations operations(Duration threshold) {
        return new Operations(EngineListener.NONE, new SlowQueryLog("shop", Optional.ofNullable(threshold), messages::add),
                () -> now);
    }

    @Test
    void tellsSqlLaneAndDurationOfWhatReachesTheThreshold() {
        Operations operations = operations(Duration.ofMillis(100));
        now = 99_999_999;
        operations.ended(Lane.ROWS, "SELECT 1", 0);
        assertThat(messages).isEmpty();
        now = 100_000_000;
        operations.ended(Lane.ROWS, "SELECT 1", 0);
        now = 1_250_000_000;
        operations.statementEnded(Lane.TRANSACTION, "DELETE FROM t", 0);
        assertThat(messages).containsExactly("Slow on database 'shop', lane rows, 100 ms: [SELECT 1]",
                "Slow on database 'shop', lane transaction, 1.2 s: [DELETE FROM t]");
    }

    @Test
    void aBodyIsNoStatement() {
        now = Long.MAX_VALUE / 2;
        operations(Duration.ofMillis(100)).ended(Lane.TRANSACTION, 0);
        assertThat(messages).isEmpty();
    }

    @Test
    void withoutAThresholdNothingIsSlow() {
        now = Long.MAX_VALUE / 2;
        operations(null).ended(Lane.ROWS, "SELECT 1", 0);
        operations(null).statementEnded(Lane.ROWS, "SELECT 1", 0);
        assertThat(messages).isEmpty();
    }

    /** Everything is slow from one nanosecond on: each statement is told once, on its lane, without its values. */
    @Test
    void everyVerbIsTimed() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                logged.add(record.getMessage().replaceAll(", [\\d.]+ m?s: ", ": "));
            }

            @Override
            public void flush() {
            }

            @Override
            public void close() {
            }
        };
        Logger logger = Logger.getLogger(DatabaseEngine.class.getName());
        logger.addHandler(handler);
        try (Database db = Database.open(DatabaseOptions.builder(directory.resolve("test.db")).name("shop")
                .slowQueryThreshold(Duration.ofNanos(1)).build())) {
            db.executeScript("CREATE TABLE t(a)");
            db.execute("INSERT INTO t VALUES (?)", "secret");
            db.executeBatch("INSERT INTO t VALUES (?)", List.<Object[]> of(new Object[] { 1 }));
            db.select("SELECT a FROM t WHERE a = ?", "secret");
            db.selectBytes("SELECT a FROM t");
            db.inTransaction(tx -> tx.execute("DELETE FROM t WHERE a = 1"));
            db.snapshot(snapshot -> snapshot.select("SELECT 2"));
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(logged).containsExactly(
                "Slow on database 'shop', lane batch: [CREATE TABLE t(a)]",
                "Slow on database 'shop', lane write: [INSERT INTO t VALUES (?)]",
                "Slow on database 'shop', lane batch: [INSERT INTO t VALUES (?)]",
                "Slow on database 'shop', lane rows: [SELECT a FROM t WHERE a = ?]",
                "Slow on database 'shop', lane bytes: [SELECT a FROM t]",
                "Slow on database 'shop', lane transaction: [DELETE FROM t WHERE a = 1]",
                "Slow on database 'shop', lane rows: [SELECT 2]");
    }
}
