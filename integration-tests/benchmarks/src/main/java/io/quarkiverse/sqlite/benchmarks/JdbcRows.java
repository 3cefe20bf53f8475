package io.quarkiverse.sqlite.benchmarks;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads a result set to its end. */
enum JdbcRows {

    /** Asks each value for its type, as this library does. */
    GENERIC {
        @Override
        Object[] row(ResultSet result) throws SQLException {
            return new Object[] { result.getObject(1), result.getObject(2), result.getObject(3), result.getObject(4),
                    result.getObject(5),
                    result.getObject(6) };
        }
    },
    /** Knows the type of each column. */
    TYPED {
        @Override
        Object[] row(ResultSet result) throws SQLException {
            return new Object[] { result.getLong(1), result.getString(2), result.getString(3), result.getString(4),
                    result.getString(5),
                    result.getDouble(6) };
        }
    };

    abstract Object[] row(ResultSet result) throws SQLException;

    List<Object[]> read(PreparedStatement statement, Object parameter) throws SQLException {
        statement.setLong(1, (Long) parameter);
        List<Object[]> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                rows.add(row(result));
            }
        }
        return rows;
    }

    /** sqlite-jdbc gives small integers as Integer. */
    @SuppressWarnings("unchecked")
    static List<List<Object>> values(Object result) {
        return ((List<Object[]>) result).stream().map(row -> {
            Object[] values = row.clone();
            values[0] = ((Number) values[0]).longValue();
            return Arrays.asList(values);
        }).toList();
    }
}
