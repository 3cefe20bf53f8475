package io.quarkiverse.sqlite.engine.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.sqlite.SqliteQueryException;
import io.quarkiverse.sqlite.SqliteTimeoutException;
import io.quarkiverse.sqlite.SqliteTransactionException;
import io.quarkiverse.sqlite.engine.decode.RowSizeMemory;
import io.quarkiverse.sqlite.engine.decode.Selection;
import io.quarkiverse.sqlite.engine.driver.Admission;
import io.quarkiverse.sqlite.engine.driver.DriverStatement;
import io.quarkiverse.sqlite.engine.json.JsonBuffer;
import io.quarkiverse.sqlite.engine.json.JsonBufferSizes;
import io.quarkiverse.sqlite.engine.observe.EngineListener;
import io.quarkiverse.sqlite.engine.observe.Operations;
import io.quarkiverse.sqlite.engine.observe.SlowQueryLog;
import io.quarkiverse.sqlite.engine.work.Bounds;
import io.quarkiverse.sqlite.engine.work.Watchdog;

/** What a snapshot does when SQLite ends it, and when its time is over; on a connection that does as it is told. */
@Timeout(60)
class ReadSnapshotTest {

    private final AtomicLong clock = new AtomicLong();
    private final List<String> ran = new ArrayList<>();
    private boolean open;
    private String endsTheTransaction = "";

    private final class Told extends FakeConnection {

        @Override
        public DriverStatement statement(String sql, Admission admission) {
            ran.add(sql);
            if (sql.equals(endsTheTransaction)) {
                open = false;
                throw new SqliteQueryException("disk I/O error", sql, 10, null);
            }
            if (sql.equals("COMMIT") && !open) {
                throw new SqliteQueryException("cannot commit - no transaction is active", sql, 1, null);
            }
            if (sql.startsWith("SELECT nothing")) {
                throw new SqliteQueryException("no such column", sql, 1, null);
            }
            open = sql.equals("BEGIN") || open && !sql.equals("COMMIT");
            return (DriverStatement) Proxy.newProxyInstance(getClass().getClassLoader(),
                    new Class<?>[] { DriverStatement.class },
                    (proxy, method, arguments) -> null);
        }

        @Override
        public boolean autocommit() {
            return !open;
        }
    }

    private final ReaderPool pool = pool();
    private final ReadSnapshot snapshot = new ReadSnapshot("shop", pool, pool.lease("snapshot", 0, Bounds.NONE),
            Duration.ofSeconds(1), Bounds.NONE,
            new Operations(EngineListener.NONE, new SlowQueryLog("shop", Optional.empty(), message -> {
            }), clock::get));

    private ReaderPool pool() {
        Reader reader = new Reader("shop", 0, () -> {
            Told connection = new Told();
            JsonBuffer buffer = new JsonBuffer(new JsonBufferSizes(16, 16, 16), new LongAccumulator(Long::max, 0));
            return new ReadSession(connection, buffer, new Selection(connection, new RowSizeMemory(true), buffer));
        }, new Watchdog("shop", clock::get));
        return new ReaderPool("shop", List.of(reader), true, Duration.ofSeconds(1), 0, Runnable::run, EngineListener.NONE,
                clock::get);
    }

    /** What is read after that would be of another state, and nobody would notice. */
    @Test
    void oneThatSqliteHasEndedReadsNothingMore() {
        snapshot.begin();
        assertThatThrownBy(() -> snapshot.select("SELECT nothing")).isInstanceOf(SqliteQueryException.class);
        endsTheTransaction = "SELECT id";
        assertThatThrownBy(() -> snapshot.select("SELECT id")).isInstanceOf(SqliteQueryException.class);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> snapshot.select("SELECT 1")).isInstanceOf(SqliteTransactionException.class)
                    .hasMessageContaining("SQLite has ended the snapshot").hasMessageContaining("disk I/O error");
        }
        snapshot.end();
        assertThat(ran).containsExactly("BEGIN", "SELECT 1 FROM sqlite_schema LIMIT 1", "SELECT nothing", "SELECT id",
                "COMMIT");
        assertThat(pool.available()).isOne();
    }

    @Test
    void oneThatCanNotBeginGivesItsReaderBack() {
        endsTheTransaction = "SELECT 1 FROM sqlite_schema LIMIT 1";
        assertThatThrownBy(snapshot::begin).isInstanceOf(SqliteQueryException.class);
        assertThat(pool.available()).isOne();
    }

    @Test
    void oneWhoseTimeIsOverIsLookedAtNoMoreThanWhatIsIdle() {
        snapshot.begin();
        assertThat(snapshot.look(clock.get())).isEqualTo(Duration.ofSeconds(1).toNanos());
        clock.set(Duration.ofSeconds(1).toNanos());
        assertThat(snapshot.look(clock.get())).isEqualTo(Watchdog.IDLE);
        assertThat(snapshot.look(clock.get())).isEqualTo(Watchdog.IDLE);
        assertThat(pool.available()).isOne();
        assertThatThrownBy(() -> snapshot.select("SELECT 1")).isInstanceOf(SqliteTimeoutException.class);
        snapshot.end();
        assertThat(ran).containsExactly("BEGIN", "SELECT 1 FROM sqlite_schema LIMIT 1", "COMMIT");
    }
}
