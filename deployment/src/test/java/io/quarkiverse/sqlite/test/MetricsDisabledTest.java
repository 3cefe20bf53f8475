package io.quarkiverse.sqlite.test;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import java.util.List;

import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.test.QuarkusUnitTest;
import io.restassured.RestAssured;

/** Metrics can be switched off. */
class MetricsDisabledTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .setForcedDependencies(List.of(
                    Dependency.of("io.quarkus", "quarkus-micrometer-registry-prometheus", Version.getVersion())))
            .overrideConfigKey("quarkus.sqlite.metrics.enabled", "false");

    @Inject
    Database db;

    @Test
    void tellsNothing() {
        db.select("SELECT 1");
        RestAssured.get("/q/metrics").then().statusCode(200).body(containsString("jvm_")).body(not(containsString("sqlite")));
    }
}
