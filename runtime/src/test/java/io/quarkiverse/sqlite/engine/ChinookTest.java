package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;

/** A well-known database, loaded as one script; the figures were computed with another program. */
@Timeout(120)
class ChinookTest {

    private static final Map<String, Integer> ROWS = Map.ofEntries(Map.entry("Album", 347), Map.entry("Artist", 275),
            Map.entry("Customer", 59), Map.entry("Employee", 8), Map.entry("Genre", 25), Map.entry("Invoice", 412),
            Map.entry("InvoiceLine", 2_240), Map.entry("MediaType", 5), Map.entry("Playlist", 18),
            Map.entry("PlaylistTrack", 8_715),
            Map.entry("Track", 3_503));

    public record Sales(String name, long sold, double revenue) {
    }

    @Test
    void hasItsRowsAndItsSums() throws Exception {
        Path script = SharedData.require("chinook.sql");
        try (Database db = Database.open(DatabaseOptions.builder(Path.of(DatabaseOptions.MEMORY)).build())) {
            String sql = Files.readString(script);
            db.executeScript(sql.startsWith("\uFEFF") ? sql.substring(1) : sql);

            assertThat(db.select(row -> row.getString(0), "SELECT name FROM sqlite_schema WHERE type = 'table'"))
                    .containsExactlyInAnyOrderElementsOf(ROWS.keySet());
            ROWS.forEach((table, rows) -> assertThat(db.select("SELECT * FROM " + table)).as(table).hasSize(rows));
            assertThat(db.select("PRAGMA foreign_key_check")).isEmpty();

            assertThat(db.select(Sales.class, """
                    SELECT g.Name AS name, count(*) AS sold, round(sum(l.UnitPrice * l.Quantity), 2) AS revenue
                    FROM InvoiceLine l JOIN Track t USING (TrackId) JOIN Genre g USING (GenreId)
                    GROUP BY g.GenreId ORDER BY revenue DESC, name LIMIT ?""", 5)).containsExactly(
                    new Sales("Rock", 835, 826.65),
                    new Sales("Latin", 386, 382.14), new Sales("Metal", 264, 261.36),
                    new Sales("Alternative & Punk", 244, 241.56),
                    new Sales("TV Shows", 47, 93.53));
            assertThat(db.select(row -> row.getString(0) + " " + row.getLong(1), """
                    SELECT a.Name, sum(t.Milliseconds) FROM Artist a JOIN Album USING (ArtistId) JOIN Track t USING (AlbumId)
                    GROUP BY a.ArtistId ORDER BY 2 DESC LIMIT 3"""))
                    .containsExactly("Lost 238278582", "The Office 74928465", "Iron Maiden 71844745");
            assertThat(db.select(Sales.class, """
                    SELECT BillingCountry AS name, count(*) AS sold, round(sum(Total), 2) AS revenue FROM Invoice
                    GROUP BY BillingCountry ORDER BY revenue DESC LIMIT 3""")).containsExactly(new Sales("USA", 91, 523.06),
                    new Sales("Canada", 56, 303.96), new Sales("France", 35, 195.1));
            assertThat(db.select("""
                    SELECT InvoiceId FROM Invoice i WHERE abs(Total -
                        (SELECT sum(UnitPrice * Quantity) FROM InvoiceLine l WHERE l.InvoiceId = i.InvoiceId)) > 0.001"""))
                    .isEmpty();
            assertThat(db.select(row -> row.getString("FirstName") + " " + row.getString("LastName"),
                    "SELECT FirstName, LastName FROM Customer WHERE CustomerId IN (?, ?) ORDER BY CustomerId", 1, 5))
                    .isEqualTo(List.of("Luís Gonçalves", "František Wichterlová"));
            assertThat(db.selectFirst(
                    "SELECT sum(length(Name)) AS names, max(length(Composer)) AS longest, sum(Bytes) AS bytes FROM Track")
                    .orElseThrow().toMap()).isEqualTo(Map.of("names", 55_639L, "longest", 188L, "bytes", 117_386_255_350L));
        }
    }
}
