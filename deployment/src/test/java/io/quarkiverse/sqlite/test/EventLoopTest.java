package io.quarkiverse.sqlite.test;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;

import java.util.List;
import java.util.Map;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkus.runtime.BlockingOperationNotAllowedException;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.RestAssured;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.common.annotation.NonBlocking;

/** On an event loop every call fails at once, before it leases anything; on a worker it works. */
class EventLoopTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClass(Resource.class));

    @Path("/")
    public static class Resource {

        @Inject
        Database db;

        @GET
        @Path("blocking")
        @Blocking
        public String blocking() {
            return db.selectFirst("SELECT 'worker'").orElseThrow().getString(0);
        }

        @GET
        @Path("non-blocking")
        @NonBlocking
        public String nonBlocking() {
            StringBuilder failures = new StringBuilder();
            Runnable[] calls = { () -> db.select("SELECT 1"), () -> db.selectFirst("SELECT 1"),
                    () -> db.select("SELECT :a", Map.of("a", 1)), () -> db.select(row -> row, "SELECT 1"),
                    () -> db.selectBytes("SELECT 1"),
                    () -> db.execute("CREATE TABLE t(a)"), () -> db.executeReturning("INSERT INTO t VALUES (1) RETURNING a"),
                    () -> db.executeBatch("INSERT INTO t VALUES (1)", List.of()),
                    () -> db.executeScript("CREATE TABLE t(a)"), () -> db.inTransaction(tx -> {
                    }) };
            for (Runnable call : calls) {
                try {
                    call.run();
                    failures.append("not refused\n");
                } catch (BlockingOperationNotAllowedException e) {
                    failures.append(e.getMessage()).append('\n');
                }
            }
            return failures.toString();
        }
    }

    @Test
    void onAWorkerItWorks() {
        RestAssured.get("/blocking").then().statusCode(200).body(equalTo("worker"));
    }

    @Test
    void onAnEventLoopItFailsAtOnce() {
        RestAssured.get("/non-blocking").then().statusCode(200)
                .body(matchesPattern(
                        "(The database '<default>' was called on thread '.*', which must not block: annotate the method with"
                                + " @Blocking, or with @RunOnVirtualThread on Java 21 and later\n){10}"));
    }
}
