package io.quarkiverse.sqlite.demo;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.JsonBytes;

/** What there is and what was sold, by category. */
@Path("/api/summary")
public class SummaryResource {

    private final Database db;

    SummaryResource(Database db) {
        this.db = db;
    }

    /** The figures of each category, all of the same moment; an order counts in each category that it has a part of. */
    @GET
    public JsonBytes summary() {
        return db.selectBytes("""
                WITH sold AS (
                    SELECT category, count(DISTINCT "order") AS orders, sum(quantity) AS units,
                           sum(quantity * order_line.price_cents) AS cents
                    FROM order_line JOIN part ON part.id = order_line.part GROUP BY category)
                SELECT category.name AS category, count(part.id) AS parts, coalesce(sum(stock), 0) AS units,
                       coalesce(sum(stock * price_cents), 0) AS stockCents, coalesce(sold.orders, 0) AS orders,
                       coalesce(sold.units, 0) AS unitsSold, coalesce(sold.cents, 0) AS revenueCents
                FROM category LEFT JOIN part ON part.category = category.id LEFT JOIN sold ON sold.category = category.id
                GROUP BY category.id ORDER BY category.name""");
    }
}
