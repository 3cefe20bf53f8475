package io.quarkiverse.sqlite.demo;

import java.util.List;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import io.quarkiverse.sqlite.Database;

/** What there is and what was sold, by category. */
@Path("/api/summary")
public class SummaryResource {

    private final Database db;

    SummaryResource(Database db) {
        this.db = db;
    }

    /** The figures of a category, all of the same moment. */
    public record CategorySummary(String category, long parts, long units, long stockCents, long orders, long unitsSold,
            long revenueCents) {
    }

    @GET
    public List<CategorySummary> summary() {
        return db.select(CategorySummary.class, """
                WITH sold AS (
                    SELECT category, count(DISTINCT purchase) AS orders, sum(quantity) AS units,
                           sum(quantity * purchase_line.price_cents) AS cents
                    FROM purchase_line JOIN part ON part.id = purchase_line.part GROUP BY category)
                SELECT category.name AS category, count(part.id) AS parts, coalesce(sum(stock), 0) AS units,
                       coalesce(sum(stock * price_cents), 0) AS stock_cents, coalesce(sold.orders, 0) AS orders,
                       coalesce(sold.units, 0) AS units_sold, coalesce(sold.cents, 0) AS revenue_cents
                FROM category LEFT JOIN part ON part.category = category.id LEFT JOIN sold ON sold.category = category.id
                GROUP BY category.id ORDER BY category.name""");
    }
}
