package io.quarkiverse.sqlite.demo;

import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;

import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jboss.resteasy.reactive.RestResponse.Status;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.Transaction;

/** Orders: each is one transaction over the customer, the order, its lines, the stock and the stock's movements. */
@Path("/api/orders")
public class OrderResource {

    private static final int MAX_LINES = 200;
    private static final int MAX_QUANTITY = 100_000;

    private final Database db;

    OrderResource(Database db) {
        this.db = db;
    }

    /** What a customer wants. */
    public record OrderRequest(String customer, List<LineRequest> lines) {
    }

    /** How many of a part. */
    public record LineRequest(Long part, Integer quantity) {
    }

    /** A placed order. */
    public record Order(long id, String customer, Instant placed, long totalCents, List<Line> lines) {
    }

    /** A line of it, at the price of its day. */
    public record Line(long part, String name, long quantity, long priceCents) {
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    public RestResponse<Order> place(OrderRequest request) {
        if (request == null) {
            throw Problem.badRequest("An order needs a customer and lines");
        }
        String customer = Problem.requireText(request.customer(), "The customer");
        Map<Long, Integer> quantities = quantities(request.lines());
        Instant now = Instant.now();
        long id = db.transaction(tx -> {
            tx.execute("INSERT OR IGNORE INTO customer(name) VALUES (?)", customer);
            long order = tx.execute("INSERT INTO orders(customer, placed, total_cents)"
                    + " SELECT id, ?, 0 FROM customer WHERE name = ?", now, customer).lastInsertId().orElseThrow();
            long total = 0;
            for (Map.Entry<Long, Integer> line : quantities.entrySet()) {
                total += line.getValue() * take(tx, order, line.getKey(), line.getValue(), now);
            }
            tx.execute("UPDATE orders SET total_cents = ? WHERE id = ?", total, order);
            return order;
        });
        return ResponseBuilder.create(Status.CREATED, order(id)).location(URI.create("/api/orders/" + id)).build();
    }

    /** Takes parts off the stock and returns the price of one. */
    private static long take(Transaction tx, long order, long part, int quantity, Instant now) {
        Rows taken = tx.executeReturning(
                "UPDATE part SET stock = stock - ?1 WHERE id = ?2 AND stock >= ?1 RETURNING price_cents", quantity, part);
        if (taken.isEmpty()) {
            Row row = tx.selectFirst("SELECT name, stock FROM part WHERE id = ?", part)
                    .orElseThrow(() -> Problem.unknownPart(part));
            throw Problem.conflict("Of part " + part + ", " + row.getString("name") + ", there are " + row.getLong("stock")
                    + " in stock, but " + quantity + " were ordered");
        }
        long price = taken.get(0).getLong(0);
        tx.execute("INSERT INTO order_line VALUES (?, ?, ?, ?)", order, part, quantity, price);
        tx.execute("INSERT INTO stock_movement(part, delta, reason, \"order\", moved) VALUES (?, ?, 'order', ?, ?)", part,
                -quantity, order, now);
        return price;
    }

    /** The quantity of each part; a part may stand in several lines. */
    private static Map<Long, Integer> quantities(List<LineRequest> lines) {
        if (lines == null || lines.isEmpty() || lines.size() > MAX_LINES) {
            throw Problem.badRequest("An order needs between 1 and " + MAX_LINES + " lines");
        }
        Map<Long, Integer> quantities = new LinkedHashMap<>();
        for (LineRequest line : lines) {
            if (line == null || line.part() == null || line.quantity() == null || line.quantity() < 1
                    || line.quantity() > MAX_QUANTITY) {
                throw Problem.badRequest("A line needs a part and a quantity between 1 and " + MAX_QUANTITY);
            }
            quantities.merge(line.part(), line.quantity(), Integer::sum);
        }
        return quantities;
    }

    @GET
    @Path("{id}")
    public Order order(@RestPath long id) {
        // two reads see the same order, for orders do not change
        Row order = db.selectFirst("SELECT customer.name AS customer, placed, total_cents"
                + " FROM orders JOIN customer ON customer.id = orders.customer WHERE orders.id = ?", id)
                .orElseThrow(() -> Problem.notFound("There is no order " + id));
        List<Line> lines = db.select(Line.class, """
                SELECT part, name, quantity, order_line.price_cents
                FROM order_line JOIN part ON part.id = order_line.part WHERE "order" = ? ORDER BY part""", id);
        return new Order(id, order.getString("customer"), order.getInstant("placed"), order.getLong("total_cents"), lines);
    }
}
