package io.quarkiverse.sqlite.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

import io.quarkiverse.sqlite.Database;
import io.quarkus.runtime.StartupEvent;

/** Fills the catalogue at the first start. One that was cut off goes on where its last batch ended. */
@ApplicationScoped
class CatalogueFiller {

    private static final Logger LOG = Logger.getLogger("parts");
    private static final int BATCH = 5_000;

    private final Database db;
    private final int parts;

    CatalogueFiller(Database db, @ConfigProperty(name = "demo.parts") int parts) {
        this.db = db;
        this.parts = parts;
    }

    void fill(@Observes StartupEvent event) throws IOException {
        db.executeScript(resource("/schema.sql"));
        if (!db.select("SELECT 1 FROM catalogue").isEmpty()) {
            return;
        }
        CatalogueData data = new CatalogueData();
        db.inTransaction(tx -> {
            tx.executeBatch("INSERT OR IGNORE INTO category VALUES (?, ?)", IntStream.range(0, CatalogueData.CATEGORIES.size())
                    .mapToObj(i -> new Object[] { i + 1, CatalogueData.CATEGORIES.get(i) }).toList());
            tx.executeBatch("INSERT OR IGNORE INTO supplier VALUES (?, ?, ?)",
                    IntStream.rangeClosed(1, CatalogueData.SUPPLIERS).mapToObj(data::supplier).toList());
        });
        int filled = db.selectFirst("SELECT coalesce(max(id), 0) FROM part").orElseThrow().getInt(0);
        LOG.infof("Filling the catalogue: %,d of %,d parts", filled, parts);
        while (filled < parts) {
            // a batch is one transaction: all of its parts or none
            List<Object[]> batch = IntStream.rangeClosed(filled + 1, Math.min(parts, filled + BATCH)).mapToObj(data::part)
                    .toList();
            db.executeBatch("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", batch);
            filled += batch.size();
            LOG.infof("Filling the catalogue: %,d of %,d parts (%d %%)", filled, parts, filled * 100L / parts);
        }
        LOG.info("Filling the catalogue: stock movements and the search index");
        db.inTransaction(tx -> {
            tx.execute("INSERT INTO stock_movement(part, delta, reason, moved)"
                    + " SELECT id, stock, 'first stock', ? FROM part WHERE stock > 0", Instant.now());
            tx.execute("INSERT INTO part_search(part_search) VALUES ('rebuild')");
            tx.execute("INSERT INTO catalogue SELECT count(*) FROM part");
        });
        db.execute("ANALYZE");
        LOG.infof("The catalogue is complete: %,d parts", filled);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = CatalogueFiller.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
