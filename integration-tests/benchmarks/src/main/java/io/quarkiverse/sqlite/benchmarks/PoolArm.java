package io.quarkiverse.sqlite.benchmarks;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;

/** sqlite-jdbc behind a pool: each read borrows a connection and prepares its statement, as applications do. */
final class PoolArm implements Arm {

    private static final int SIZE = 4;

    private final DataSource pool;
    private final Closeable closeable;

    private PoolArm(DataSource pool, Closeable closeable) {
        this.pool = pool;
        this.closeable = closeable;
    }

    static AgroalDataSource agroalPool(Path file) throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(
                configuration -> configuration.maxSize(SIZE)
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl("jdbc:sqlite:" + file))));
    }

    static PoolArm agroal(Path file) throws SQLException {
        AgroalDataSource pool = agroalPool(file);
        return new PoolArm(pool, pool::close);
    }

    static PoolArm hikari(Path file) {
        HikariConfig configuration = new HikariConfig();
        configuration.setJdbcUrl("jdbc:sqlite:" + file);
        configuration.setMaximumPoolSize(SIZE);
        HikariDataSource pool = new HikariDataSource(configuration);
        return new PoolArm(pool, pool);
    }

    @Override
    public Object read(Lane lane, Object parameter) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(lane.sql())) {
            return JdbcRows.GENERIC.read(statement, parameter);
        }
    }

    @Override
    public List<List<Object>> values(Object result) {
        return JdbcRows.values(result);
    }

    @Override
    public void close() {
        try {
            closeable.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
