package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.SqliteDatabase;
import io.quarkus.builder.Version;
import io.quarkus.maven.dependency.Dependency;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.ProdBuildResults;
import io.quarkus.test.ProdModeTestResults;
import io.quarkus.test.QuarkusProdModeTest;
import io.restassured.RestAssured;

/** A packaged application keeps its databases in files of its working directory, named after it and them. */
class PackagedTest {

    @RegisterExtension
    static final QuarkusProdModeTest TEST = new QuarkusProdModeTest()
            .withApplicationRoot(jar -> jar.addClass(Resource.class))
            .setForcedDependencies(List.of(Dependency.of("io.quarkus", "quarkus-rest", Version.getVersion())))
            .setApplicationName("shop").setApplicationVersion("1")
            .setRun(true);

    @ProdBuildResults
    ProdModeTestResults results;

    @jakarta.ws.rs.Path("/")
    @ApplicationScoped
    public static class Resource {

        @Inject
        Database db;

        @Inject
        @SqliteDatabase("orders")
        Database orders;

        @GET
        public String directory() {
            db.executeScript("CREATE TABLE log(entry TEXT); INSERT INTO log VALUES ('request')");
            orders.executeScript("CREATE TABLE log(entry TEXT); INSERT INTO log VALUES ('order')");
            return Path.of("").toAbsolutePath().toString();
        }

        void shutdown(@Observes ShutdownEvent event) {
            db.execute("INSERT INTO log VALUES ('shutdown')");
        }
    }

    @Test
    void keepsItsDataInFilesThatOutliveIt() {
        Path directory = Path.of(RestAssured.get("/").then().statusCode(200).extract().asString());
        assertThat(TEST.getStartupConsoleOutput()).containsPattern("Installed features: \\[.*\\bsqlite\\b");
        TEST.stop();
        assertThat(entries(directory.resolve("shop.db"))).containsExactly("request", "shutdown");
        assertThat(entries(directory.resolve("orders.db"))).containsExactly("order");
    }

    private static Iterable<String> entries(Path file) {
        assertThat(file).exists();
        assertThat(Path.of(file + "-wal")).doesNotExist();
        assertThat(Path.of(file + "-shm")).doesNotExist();
        try (Database db = Database.open(DatabaseOptions.builder(file).build())) {
            return db.select(row -> row.getString(0), "SELECT entry FROM log ORDER BY rowid");
        }
    }

    @Test
    void mayLoadItsNativeLibrary() throws IOException {
        try (JarFile jar = new JarFile(results.getBuildDir().resolve("quarkus-app/quarkus-run.jar").toFile())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Enable-Native-Access")).isEqualTo("ALL-UNNAMED");
        }
    }
}
