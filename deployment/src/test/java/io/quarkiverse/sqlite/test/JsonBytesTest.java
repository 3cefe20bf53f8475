package io.quarkiverse.sqlite.test;

import static org.hamcrest.Matchers.equalTo;

import java.util.List;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import org.jboss.resteasy.reactive.RestResponse;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.JsonBytes;
import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.RestAssured;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;

/** JSON bytes leave a REST method unchanged, whatever else the application uses for JSON. */
class JsonBytesTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withApplicationRoot(jar -> jar.addClass(Resource.class))
            .setForcedDependencies(List.of(Dependency.of("io.quarkus", "quarkus-rest-jackson", Version.getVersion())));

    @Path("/json")
    @Blocking
    public static class Resource {

        @Inject
        Database db;

        private JsonBytes json() {
            return db.selectBytes("SELECT 1 AS id, 'größe \"x\"' AS name, 2.0 AS price");
        }

        @GET
        @Path("plain")
        public JsonBytes plain() {
            return json();
        }

        @GET
        @Path("uni")
        public Uni<JsonBytes> uni() {
            return Uni.createFrom().item(json());
        }

        @GET
        @Path("response")
        public RestResponse<JsonBytes> response() {
            return RestResponse.ok(json());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "plain", "uni", "response" })
    void goOutUnchanged(String method) {
        RestAssured.get("/json/" + method).then().statusCode(200).contentType("application/json").header("Content-Length", "45")
                .body(equalTo("[{\"id\":1,\"name\":\"größe \\\"x\\\"\",\"price\":2.0}]"));
    }
}
