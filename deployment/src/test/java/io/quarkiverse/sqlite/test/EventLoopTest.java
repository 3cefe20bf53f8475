package io.quarkiverse.sqlite.test;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

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
                    () -> db.execute("CREATE TABLE t(a)"), () -> db.executeReturning("INSERT INTO t VALUES (1) RETURNING a"),
                    () -> db.executeBatch("INSERT INTO t VALUES (1)", java.util.List.of()),
                    () -> db.executeScript("CREATE TABLE t(a)"), () -> db.inTransaction(tx -> {
                    }) };
            for (Runnable call : calls) {
                try {
                    call.run();
                    failures.append("none");
                } catch (BlockingOperationNotAllowedException e) {
                    failures.append("refused ");
                    if (failures.length() < 10) {
                        failures.append(e.getMessage()).append(' ');
                    }
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
                .body(containsString("must not block: annotate the method with @Blocking"))
                .body(containsString(" refused refused refused refused refused refused"));
    }
}
