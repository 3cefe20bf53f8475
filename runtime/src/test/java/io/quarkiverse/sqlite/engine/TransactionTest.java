package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.SqliteConstraintException;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteQueryException;
import io.quarkiverse.sqlite.SqliteTransactionException;
import io.quarkiverse.sqlite.Transaction;

@Timeout(60)
class TransactionTest {

    @TempDir
    Path directory;

    private Database db;
    private Database other;

    @BeforeEach
    void open() {
        db = Database.open(DatabaseOptions.builder(directory.resolve("test.db")).name("db").build());
        other = Database.open(DatabaseOptions.builder(directory.resolve("other.db")).name("other").build());
        for (Database each : List.of(db, other)) {
            each.executeScript("CREATE TABLE t(id INTEGER PRIMARY KEY); CREATE TABLE child(t INTEGER REFERENCES t"
                    + " DEFERRABLE INITIALLY DEFERRED)");
        }
    }

    @AfterEach
    void close() {
        db.close();
        other.close();
    }

    private static List<Long> ids(Database db) {
        return db.select(row -> row.getLong(0), "SELECT id FROM t ORDER BY id");
    }

    private static void insert(Transaction tx, int id) {
        tx.execute("INSERT INTO t VALUES (?)", id);
    }

    private List<Long> idsOfAnotherThread() throws Exception {
        return CompletableFuture.supplyAsync(() -> ids(db)).get(30, TimeUnit.SECONDS);
    }

    @Test
    void commitsAndReturnsAValue() {
        assertThat(db.<String> transaction(tx -> {
            insert(tx, 1);
            return "done";
        })).isEqualTo("done");
        assertThat(ids(db)).containsExactly(1L);
    }

    @Test
    void rollsBackOnAnExceptionAndRethrowsThatVeryOne() {
        for (Throwable failure : List.of(new IOException("checked"), new IllegalStateException("unchecked"),
                new AssertionError("error"))) {
            assertThatThrownBy(() -> db.inTransaction(tx -> {
                insert(tx, 1);
                if (failure instanceof Exception exception) {
                    throw exception;
                }
                throw (Error) failure;
            })).isSameAs(failure).hasNoSuppressedExceptions();
            assertThat(ids(db)).isEmpty();
        }
        db.inTransaction(tx -> insert(tx, 2));
        assertThat(ids(db)).containsExactly(2L);
    }

    @Test
    void readsItsOwnWritesAndOthersDoNot() throws Exception {
        db.inTransaction(tx -> {
            insert(tx, 1);
            assertThat(tx.select("SELECT id FROM t")).hasSize(1);
            assertThat(tx.selectFirst("SELECT id FROM t")).isPresent();
            assertThat(tx.select("SELECT id FROM t WHERE id = :id", Map.of("id", 1))).hasSize(1);
            assertThat(tx.select(row -> row.getLong(0), "SELECT id FROM t")).containsExactly(1L);
            assertThat(idsOfAnotherThread()).isEmpty();
        });
        assertThat(idsOfAnotherThread()).containsExactly(1L);
    }

    @Test
    void callsOnTheDatabaseJoin() throws Exception {
        assertThatThrownBy(() -> db.inTransaction(tx -> {
            db.execute("INSERT INTO t VALUES (1)");
            db.executeBatch("INSERT INTO t VALUES (?)", List.of(new Object[] { 2 }, new Object[] { 3 }));
            db.executeScript("INSERT INTO t VALUES (4); INSERT INTO t VALUES (5)");
            db.inTransaction(inner -> db.executeReturning("INSERT INTO t VALUES (6) RETURNING id"));
            assertThat(ids(db)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
            assertThat(db.selectFirst("SELECT max(id) FROM t").orElseThrow().getLong(0)).isEqualTo(6);
            assertThat(db.select("SELECT id FROM t WHERE id > :id", Map.of("id", 4))).hasSize(2);
            assertThat(idsOfAnotherThread()).isEmpty();
            throw new IllegalStateException("all of it");
        })).hasMessage("all of it");
        assertThat(ids(db)).isEmpty();
    }

    @Test
    void callsOnAnotherDatabaseDoNotJoin() {
        assertThatThrownBy(() -> db.inTransaction(tx -> {
            insert(tx, 1);
            other.execute("INSERT INTO t VALUES (7)");
            assertThat(ids(other)).containsExactly(7L);
            other.inTransaction(inner -> insert(inner, 8));
            throw new IllegalStateException("only this one");
        })).hasMessage("only this one");
        assertThat(ids(db)).isEmpty();
        assertThat(ids(other)).containsExactly(7L, 8L);
    }

    @Test
    void afterTheBodyCallsNoLongerJoin() throws Exception {
        db.inTransaction(tx -> insert(tx, 1));
        db.execute("INSERT INTO t VALUES (2)");
        assertThat(idsOfAnotherThread()).containsExactly(1L, 2L);
    }

    @Test
    void nestedOnesCommitAndRollBackAlone() {
        db.inTransaction(tx -> {
            insert(tx, 1);
            tx.inTransaction(inner -> insert(inner, 2));
            assertThatThrownBy(() -> tx.inTransaction(inner -> {
                insert(inner, 3);
                throw new IOException("inner");
            })).isInstanceOf(IOException.class);
            insert(tx, 4);
        });
        assertThat(ids(db)).containsExactly(1L, 2L, 4L);
    }

    @Test
    void anOuterRollbackUndoesACommittedInner() {
        assertThatThrownBy(() -> db.inTransaction(tx -> {
            tx.inTransaction(inner -> insert(inner, 1));
            throw new IllegalStateException("outer");
        })).hasMessage("outer");
        assertThat(ids(db)).isEmpty();
    }

    @Test
    void threeLevels() {
        db.inTransaction(one -> {
            insert(one, 1);
            one.inTransaction(two -> {
                insert(two, 2);
                assertThatThrownBy(() -> two.inTransaction(three -> {
                    insert(three, 3);
                    throw new IllegalStateException("three");
                })).hasMessage("three");
                two.inTransaction(three -> insert(three, 4));
            });
            assertThatThrownBy(() -> one.inTransaction(two -> {
                two.inTransaction(three -> insert(three, 5));
                throw new IllegalStateException("two");
            })).hasMessage("two");
            insert(one, 6);
        });
        assertThat(ids(db)).containsExactly(1L, 2L, 4L, 6L);
    }

    @Test
    void aFailedStatementLeavesTheTransactionUsable() {
        db.inTransaction(tx -> {
            insert(tx, 1);
            assertThatThrownBy(() -> insert(tx, 1)).isInstanceOf(SqliteConstraintException.class);
            assertThatThrownBy(() -> tx.select("SELEKT")).isInstanceOf(SqliteQueryException.class);
            insert(tx, 2);
        });
        assertThat(ids(db)).containsExactly(1L, 2L);
    }

    @Test
    void aFailedCommitIsRolledBackAndNamesItsOperation() {
        for (int round = 0; round < 2; round++) {
            assertThatThrownBy(() -> db.inTransaction(tx -> tx.execute("INSERT INTO child VALUES (99)")))
                    .isInstanceOfSatisfying(SqliteTransactionException.class, e -> {
                        assertThat(e.operation()).isEqualTo("COMMIT");
                        assertThat(e.resultCode()).isEqualTo(19);
                        assertThat(e.extendedResultCode()).isEqualTo(787);
                        assertThat(e).hasMessageContaining("COMMIT failed: FOREIGN KEY constraint failed")
                                .cause().isInstanceOf(SqliteConstraintException.class).hasNoSuppressedExceptions();
                    });
            assertThat(db.select("SELECT * FROM child")).isEmpty();
            int id = round;
            db.inTransaction(tx -> insert(tx, id));
        }
        assertThat(ids(db)).containsExactly(0L, 1L);
    }

    @Test
    void theTransactionIsOfUseOnlyInsideItsBody() {
        AtomicReference<Transaction> leaked = new AtomicReference<>();
        AtomicReference<Transaction> leakedInner = new AtomicReference<>();
        db.inTransaction(tx -> {
            leaked.set(tx);
            tx.inTransaction(leakedInner::set);
            assertThatThrownBy(() -> insert(leakedInner.get(), 1)).isInstanceOf(SqliteTransactionException.class);
        });
        Transaction tx = leaked.get();
        List<Runnable> uses = List.of(() -> insert(tx, 1), () -> tx.select("SELECT 1"), () -> tx.selectFirst("SELECT 1"),
                () -> tx.executeReturning("INSERT INTO t VALUES (1) RETURNING id"), () -> tx.executeScript("DELETE FROM t"),
                () -> tx.executeBatch("INSERT INTO t VALUES (?)", List.<Object[]> of(new Object[] { 1 })),
                () -> tx.inTransaction(inner -> {
                }), () -> tx.select("SELECT :a", Map.of("a", 1)));
        assertThat(uses).allSatisfy(use -> assertThatThrownBy(use::run)
                .isInstanceOfSatisfying(SqliteTransactionException.class, e -> assertThat(e.operation()).isNotBlank())
                .hasMessageContaining("The transaction has ended"));
        assertThat(ids(db)).isEmpty();
    }

    @Test
    void aTransactionThatLeaksToAnotherThreadIsRefusedThere() {
        db.inTransaction(tx -> {
            CompletableFuture<Void> elsewhere = CompletableFuture.runAsync(() -> insert(tx, 1));
            assertThatThrownBy(() -> elsewhere.get(30, TimeUnit.SECONDS)).cause().isInstanceOf(SqliteTransactionException.class)
                    .hasMessageContaining(
                            "belongs to the thread that runs its body, '" + Thread.currentThread().getName() + "'");
            insert(tx, 2);
        });
        assertThat(ids(db)).containsExactly(2L);
    }

    @Test
    void whatSqliteItselfRolledBackDoesNotCommitInPart() {
        assertThatThrownBy(() -> db.inTransaction(tx -> {
            insert(tx, 1);
            assertThatThrownBy(() -> tx.execute("INSERT OR ROLLBACK INTO t VALUES (1)"))
                    .isInstanceOf(SqliteConstraintException.class);
            assertThatThrownBy(() -> insert(tx, 2)).isInstanceOf(SqliteTransactionException.class)
                    .hasMessageContaining("nothing more can run in it").hasMessageContaining("UNIQUE constraint failed");
            assertThatThrownBy(() -> db.execute("INSERT INTO t VALUES (3)")).isInstanceOf(SqliteTransactionException.class);
        })).isInstanceOfSatisfying(SqliteTransactionException.class, e -> {
            assertThat(e.operation()).isEqualTo("COMMIT");
            assertThat(e.extendedResultCode()).isEqualTo(1555);
        });
        assertThat(ids(db)).isEmpty();
        db.inTransaction(tx -> insert(tx, 4));
        assertThat(ids(db)).containsExactly(4L);
    }

    @Test
    void aTriggerThatRollsBackInsideASavepointEndsAllOfIt() {
        db.executeScript("CREATE TRIGGER no BEFORE INSERT ON t WHEN new.id = 13 BEGIN SELECT RAISE(ROLLBACK, 'unlucky'); END");
        SqliteException[] first = new SqliteException[1];
        assertThatThrownBy(() -> db.inTransaction(tx -> {
            insert(tx, 1);
            tx.inTransaction(inner -> {
                insert(inner, 2);
                try {
                    insert(inner, 13);
                } catch (SqliteException e) {
                    first[0] = e;
                    throw e;
                }
            });
        })).satisfies(e -> assertThat(e).isSameAs(first[0])).hasMessageContaining("unlucky").hasNoSuppressedExceptions();
        assertThat(ids(db)).isEmpty();
        // a batch of its own as well
        assertThatThrownBy(() -> db.executeBatch("INSERT INTO t VALUES (?)", List.of(new Object[] { 12 }, new Object[] { 13 })))
                .hasMessageContaining("unlucky").hasNoSuppressedExceptions();
        assertThat(ids(db)).isEmpty();
    }

    @Test
    void statementsThatSteerTransactionsAreRefusedInside() {
        db.inTransaction(tx -> {
            assertThatThrownBy(() -> tx.execute("COMMIT")).isInstanceOf(SqliteQueryException.class);
            assertThatThrownBy(() -> tx.executeScript("INSERT INTO t VALUES (1); COMMIT"))
                    .isInstanceOf(SqliteQueryException.class);
            insert(tx, 2);
        });
        assertThat(ids(db)).containsExactly(2L);
    }

    @Test
    void theBodyCanNotCloseItsDatabase() {
        db.inTransaction(tx -> {
            assertThatThrownBy(db::close).isInstanceOf(IllegalStateException.class).hasMessageContaining("'db'");
            insert(tx, 1);
            other.close();
        });
        assertThat(ids(db)).containsExactly(1L);
    }
}
