package io.quarkiverse.sqlite.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The audit of a catalogue's file, by plain JDBC. */
final class Books implements AutoCloseable {

    private final Connection connection;

    Books(Path directory) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("parts.db"));
    }

    /** The file is sound, and every sum that is kept is the sum of what it is made of. */
    void assertInOrder() throws SQLException {
        assertThat(query("PRAGMA integrity_check")).containsExactly("ok");
        assertThat(query("PRAGMA foreign_key_check")).isEmpty();
        assertThat(query("SELECT id, stock FROM part WHERE stock < 0")).as("negative stock").isEmpty();
        assertThat(query("SELECT id, stock FROM part WHERE stock <> "
                + "(SELECT coalesce(sum(delta), 0) FROM stock_movement WHERE part = part.id)")).as("stock and movements")
                .isEmpty();
        assertThat(query("SELECT id FROM orders WHERE total_cents <> "
                + "(SELECT coalesce(sum(quantity * price_cents), -1) FROM order_line WHERE \"order\" = orders.id)"))
                .as("orders and lines").isEmpty();
        assertThat(query("SELECT \"order\", part, -quantity FROM order_line EXCEPT "
                + "SELECT \"order\", part, delta FROM stock_movement WHERE \"order\" IS NOT NULL")).as("lines without movement")
                .isEmpty();
        assertThat(query("SELECT \"order\", part, delta FROM stock_movement WHERE \"order\" IS NOT NULL EXCEPT "
                + "SELECT \"order\", part, -quantity FROM order_line")).as("movements without line").isEmpty();
        assertThat(query("SELECT parts FROM catalogue")).isEqualTo(query("SELECT count(*) FROM part"));
    }

    /** The rows, their columns separated by a bar. */
    List<String> query(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement(); ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(result.getString(column));
                }
                rows.add(String.join("|", row));
            }
        }
        return rows;
    }

    /** Fails when the search index does not have the words of the parts, all of them and no others. */
    void assertSearchIndex() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO part_search(part_search, rank) VALUES ('integrity-check', 1)");
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
