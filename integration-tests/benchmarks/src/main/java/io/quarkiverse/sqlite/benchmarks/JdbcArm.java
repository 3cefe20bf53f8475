package io.quarkiverse.sqlite.benchmarks;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Plain sqlite-jdbc: one connection, opened as by default, and one prepared statement of each query, which stay open. */
final class JdbcArm implements Arm {

    private final Connection connection;
    private final Map<Lane, PreparedStatement> statements = new EnumMap<>(Lane.class);
    private final JdbcRows rows;

    JdbcArm(Path file, JdbcRows rows) throws SQLException {
        this.rows = rows;
        this.connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        for (Lane lane : Lane.values()) {
            statements.put(lane, connection.prepareStatement(lane.sql()));
        }
    }

    @Override
    public Object read(Lane lane, Object parameter) throws SQLException {
        return rows.read(statements.get(lane), parameter);
    }

    @Override
    public List<List<Object>> values(Object result) {
        return JdbcRows.values(result);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
