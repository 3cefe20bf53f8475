package io.quarkiverse.sqlite.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.SqliteDatabase;
import io.quarkiverse.sqlite.runtime.config.SqliteRuntimeConfig;
import io.quarkus.arc.Arc;
import io.quarkus.arc.InactiveBeanException;
import io.quarkus.test.QuarkusUnitTest;

/** Injected, configured and looked-up databases are there, each for itself; others are not. */
class InjectionTest {

    @RegisterExtension
    static final QuarkusUnitTest TEST = new QuarkusUnitTest()
            .withEmptyApplication()
            .overrideConfigKey("quarkus.sqlite.pragmas.cache_size", "-4321")
            .overrideConfigKey("quarkus.sqlite.\"orders.db\".path", "target/injection-test.db")
            .overrideConfigKey("quarkus.sqlite.configured.path", ":memory:")
            .overrideConfigKey("quarkus.sqlite.readers.size", "3")
            .overrideConfigKey("quarkus.sqlite.off.active", "false");

    @Inject
    Database db;

    @Inject
    @SqliteDatabase("orders.db")
    Database orders;

    /** Nothing is configured for it. */
    @Inject
    @SqliteDatabase("plain")
    Database plain;

    @Inject
    @SqliteDatabase("off")
    Instance<Database> off;

    /** Only looked up; nothing is configured for it. */
    @Inject
    @SqliteDatabase("looked-up")
    Instance<Database> lookedUp;

    @Inject
    @Any
    Instance<Database> any;

    @Inject
    SqliteRuntimeConfig config;

    @Test
    void readsAndWrites() {
        db.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)");
        assertThat(db.select("SELECT a FROM t ORDER BY a")).extracting(row -> row.getLong("a")).containsExactly(1L, 2L);
        assertThat(db.name()).isEqualTo("<default>");
        assertThat(db.selectFirst("PRAGMA cache_size").orElseThrow().getLong(0)).isEqualTo(-4321);
    }

    @Test
    void databasesAreSeparate() {
        orders.executeScript("DROP TABLE IF EXISTS o; CREATE TABLE o(a)");
        assertThatThrownBy(() -> plain.select("SELECT * FROM o")).hasMessageContaining("no such table: o");
        assertThat(orders.select("SELECT * FROM o")).isEmpty();
        assertThat(orders.name()).isEqualTo("orders.db");
        assertThat(Path.of("target/injection-test.db")).exists();
    }

    @Test
    void inTestsTheDefaultIsAPrivateTemporaryDatabase() {
        assertThat(plain.select("SELECT 1")).hasSize(1);
        assertThat(Files.exists(Path.of("plain.db"))).isFalse();
    }

    @Test
    void oneThatIsOnlyConfiguredCanBeLookedUp() {
        Database configured = Arc.container().select(Database.class, SqliteDatabase.Literal.of("configured")).get();
        assertThat(configured.select("SELECT 1")).hasSize(1);
        assertThat(Arc.container().select(Database.class, SqliteDatabase.Literal.of("nowhere")).isResolvable()).isFalse();
    }

    @Test
    void oneThatIsOnlyLookedUpIsThere() {
        assertThat(lookedUp.get().select("SELECT 1")).hasSize(1);
        assertThat(lookedUp.get().name()).isEqualTo("looked-up");
    }

    @Test
    void exactlyThoseThatAreUsedAreThere() {
        assertThat(any.handlesStream().map(handle -> handle.getBean().getQualifiers().stream()
                .filter(SqliteDatabase.class::isInstance).map(q -> ((SqliteDatabase) q).value()).findFirst()
                .orElse("<default>")))
                .containsExactlyInAnyOrder("<default>", "orders.db", "plain", "looked-up", "configured", "off");
        assertThat(config.databases().get("<default>").readers().size()).hasValue(3);
    }

    @Test
    void oneThatIsNotActiveSaysHowToActivateIt() {
        assertThatThrownBy(() -> off.get().name()).isInstanceOf(InactiveBeanException.class)
                .hasMessageContaining("To open it, set 'quarkus.sqlite.\"off\".active' to true");
    }
}
