package io.quarkiverse.sqlite.demo;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;

import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.Transaction;

/** Orders: each is one transaction over the order, its lines, the stock and the stock's movements. */
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
    @ResponseStatus(201)
    public Order place(OrderRequest request) {
        Map<Long, Integer> quantities = check(request);
        long id = db.transaction(tx -> {
            long order = tx.execute("INSERT INTO purchase(customer, placed, total_cents) VALUES (?, ?, 0)", request.customer(),
                    Instant.now()).lastInsertId().orElseThrow();
            long total = 0;
            for (Map.Entry<Long, Integer> line : quantities.entrySet()) {
                total += line.getValue() * take(tx, order, line.getKey(), line.getValue());
            }
            tx.execute("UPDATE purchase SET total_cents = ? WHERE id = ?", total, order);
            return order;
        });
        return order(id);
    }

    /** Takes parts off the stock and returns the price of one. */
    private static long take(Transaction tx, long order, long part, int quantity) {
        Rows taken = tx.executeReturning(
                "UPDATE part SET stock = stock - ?1 WHERE id = ?2 AND stock >= ?1 RETURNING price_cents", quantity,
                part);
        if (taken.isEmpty()) {
            Row row = tx.selectFirst("SELECT name, stock FROM part WHERE id = ?", part)
                    .orElseThrow(() -> Problem.unknownPart(part));
            throw Problem.conflict("Of part " + part + ", " + row.getString("name") + ", there are " + row.getLong("stock")
                    + " in stock, but " + quantity + " were ordered");
        }
        long price = taken.get(0).getLong(0);
        tx.execute("INSERT INTO purchase_line VALUES (?, ?, ?, ?)", order, part, quantity, price);
        tx.execute(
                "INSERT INTO stock_movement(part, delta, reason, purchase, moved) VALUES (?, ?, 'order', ?, datetime('now'))",
                part,
                -quantity, order);
        return price;
    }

    /** The quantity of each part; a part may stand in several lines. */
    private static Map<Long, Integer> check(OrderRequest request) {
        if (request == null || request.customer() == null || request.customer().isBlank()) {
            throw Problem.badRequest("An order needs a customer");
        }
        if (request.lines() == null || request.lines().isEmpty() || request.lines().size() > MAX_LINES) {
            throw Problem.badRequest("An order needs between 1 and " + MAX_LINES + " lines");
        }
        Map<Long, Integer> quantities = new LinkedHashMap<>();
        for (LineRequest line : request.lines()) {
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
        Row order = db.selectFirst("SELECT customer, placed, total_cents FROM purchase WHERE id = ?", id)
                .orElseThrow(() -> Problem.notFound("There is no order " + id));
        List<Line> lines = db.select(Line.class, """
                SELECT part, name, quantity, purchase_line.price_cents
                FROM purchase_line JOIN part ON part.id = purchase_line.part WHERE purchase = ? ORDER BY part""", id);
        return new Order(id, order.getString("customer"), order.getInstant("placed"), order.getLong("total_cents"), lines);
    }
}
