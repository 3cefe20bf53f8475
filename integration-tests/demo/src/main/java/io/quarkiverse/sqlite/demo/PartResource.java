package io.quarkiverse.sqlite.demo;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.JsonBytes;

/** The catalogue: pages of parts, one part, and its stock. */
@Path("/api")
public class PartResource {

    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}\\p{Cntrl}]+");
    private static final int MAX_LIMIT = 500;
    private static final int MAX_WORDS = 16;
    private static final long MAX_STOCK = 1_000_000;

    private static final String LINE = """
            SELECT part.id, part.sku, part.name, category.name AS category, price_cents, stock, photo IS NOT NULL AS has_photo
            """;

    private final Database db;

    PartResource(Database db) {
        this.db = db;
    }

    /** A part in a list. */
    public record PartLine(long id, String sku, String name, String category, long priceCents, long stock, boolean hasPhoto) {
    }

    /** Some parts, and the id to ask for the next ones with; {@code null} behind the last. */
    public record PartPage(List<PartLine> parts, Long next) {
    }

    /** All of a part but its photo. */
    public record Part(long id, String sku, String name, String category, String supplier, String country, long priceCents,
            long stock, Double weightGrams, String description, LocalDate discontinued, boolean hasPhoto) {
    }

    /** A change of a part's stock. */
    public record StockChange(Long delta, String reason) {
    }

    /** The stock of a part. */
    public record Stock(long part, long stock) {
    }

    @GET
    @Path("categories")
    public JsonBytes categories() {
        return db.selectBytes("SELECT id, name FROM category ORDER BY name");
    }

    @GET
    @Path("parts")
    public PartPage page(@RestQuery String q, @RestQuery Long category, @RestQuery @DefaultValue("0") long after,
            @RestQuery @DefaultValue("50") int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw Problem.badRequest("limit must be between 1 and " + MAX_LIMIT);
        }
        String words = words(q);
        // one more than asked for tells whether there is a next page
        List<PartLine> found;
        if (!words.isEmpty()) {
            found = db.select(PartLine.class, LINE + """
                    FROM part_search JOIN part ON part.id = part_search.rowid JOIN category ON category.id = part.category
                    WHERE part_search MATCH ?1 AND part_search.rowid > ?2 AND (?3 IS NULL OR part.category = ?3)
                    ORDER BY part_search.rowid LIMIT ?4""", words, after, category, limit + 1);
        } else if (category != null) {
            found = db.select(PartLine.class, LINE + """
                    FROM part JOIN category ON category.id = part.category
                    WHERE part.category = ? AND part.id > ? ORDER BY part.id LIMIT ?""", category, after, limit + 1);
        } else {
            found = db.select(PartLine.class, LINE + """
                    FROM part JOIN category ON category.id = part.category
                    WHERE part.id > ? ORDER BY part.id LIMIT ?""", after, limit + 1);
        }
        return found.size() <= limit ? new PartPage(found, null)
                : new PartPage(found.subList(0, limit), found.get(limit - 1).id());
    }

    /** What was typed, as a query of FTS5: each word may be the beginning of one; nothing in it is an operator. */
    private static String words(String typed) {
        return typed == null ? ""
                : BLANKS.splitAsStream(typed).filter(word -> !word.isEmpty()).limit(MAX_WORDS)
                        .map(word -> '"' + word.replace("\"", "\"\"") + "\"*").collect(Collectors.joining(" "));
    }

    @GET
    @Path("parts/{id}")
    public Part part(@RestPath long id) {
        return db.select(Part.class, """
                SELECT part.id, part.sku, part.name, category.name AS category, supplier.name AS supplier, country, price_cents,
                       stock, weight_grams, description, discontinued, photo IS NOT NULL AS has_photo
                FROM part JOIN category ON category.id = part.category JOIN supplier ON supplier.id = part.supplier
                WHERE part.id = ?""", id).stream().findFirst().orElseThrow(() -> Problem.unknownPart(id));
    }

    @GET
    @Path("parts/{id}/photo")
    @Produces("image/png")
    public byte[] photo(@RestPath long id) {
        return db.selectFirst("SELECT photo FROM part WHERE id = ? AND photo IS NOT NULL", id).map(row -> row.getBytes(0))
                .orElseThrow(() -> Problem.notFound("Part " + id + " has no photo"));
    }

    @POST
    @Path("parts/{id}/stock")
    @Consumes(MediaType.APPLICATION_JSON)
    public Stock changeStock(@RestPath long id, StockChange change) {
        if (change == null || change.delta() == null || change.delta() == 0 || change.delta() > MAX_STOCK
                || change.delta() < -MAX_STOCK) {
            throw Problem.badRequest("A stock change needs a delta that is not 0 and within " + MAX_STOCK);
        }
        String reason = Problem.requireText(change.reason(), "The reason");
        return db.transaction(tx -> {
            long before = tx.selectFirst("SELECT stock FROM part WHERE id = ?", id).orElseThrow(() -> Problem.unknownPart(id))
                    .getLong(0);
            long stock = before + change.delta();
            if (stock < 0 || stock > MAX_STOCK) {
                throw Problem
                        .conflict("Part " + id + " has a stock of " + before + ", which can't change by " + change.delta());
            }
            tx.execute("UPDATE part SET stock = ? WHERE id = ?", stock, id);
            tx.execute("INSERT INTO stock_movement(part, delta, reason, moved) VALUES (?, ?, ?, ?)", id, change.delta(), reason,
                    Instant.now());
            return new Stock(id, stock);
        });
    }
}
