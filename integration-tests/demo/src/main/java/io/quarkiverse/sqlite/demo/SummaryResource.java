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

    /** The figures of a category, all of the same moment; an order counts in each category that it has a part of. */
    public record CategorySummary(String category, long parts, long units, long stockCents, long orders, long unitsSold,
            long revenueCents) {
    }

    @GET
    public List<CategorySummary> summary() {
        return db.select(CategorySummary.class, """
                WITH sold AS (
                    SELECT category, count(DISTINCT "order") AS orders, sum(quantity) AS units,
                           sum(quantity * order_line.price_cents) AS cents
                    FROM order_line JOIN part ON part.id = order_line.part GROUP BY category)
                SELECT category.name AS category, count(part.id) AS parts, coalesce(sum(stock), 0) AS units,
                       coalesce(sum(stock * price_cents), 0) AS stock_cents, coalesce(sold.orders, 0) AS orders,
                       coalesce(sold.units, 0) AS units_sold, coalesce(sold.cents, 0) AS revenue_cents
                FROM category LEFT JOIN part ON part.category = category.id LEFT JOIN sold ON sold.category = category.id
                GROUP BY category.id ORDER BY category.name""");
    }
}
