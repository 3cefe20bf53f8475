package io.quarkiverse.sqlite.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import io.agroal.api.AgroalDataSource;

/** The same JSON by Agroal, a ResultSet and Jackson's generator: no objects of the application's in between, either. */
final class AgroalJsonArm implements Arm {

    private final JsonFactory json = new JsonFactory();
    private final AgroalDataSource pool;

    AgroalJsonArm(Path file) throws SQLException {
        this.pool = PoolArm.agroalPool(file);
    }

    @Override
    public Object read(Lane lane, Object parameter) throws SQLException, IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(lane.sql());
                JsonGenerator generator = json.createGenerator(out)) {
            statement.setLong(1, (Long) parameter);
            try (ResultSet result = statement.executeQuery()) {
                generator.writeStartArray();
                while (result.next()) {
                    generator.writeStartObject();
                    generator.writeNumberField("id", result.getLong(1));
                    generator.writeStringField("sku", result.getString(2));
                    generator.writeStringField("name", result.getString(3));
                    generator.writeStringField("supplier", result.getString(4));
                    generator.writeStringField("description", result.getString(5));
                    generator.writeNumberField("price", result.getDouble(6));
                    generator.writeEndObject();
                }
                generator.writeEndArray();
            }
        }
        return out.toByteArray();
    }

    @Override
    public List<List<Object>> values(Object result) {
        return JsonValues.of((byte[]) result);
    }

    @Override
    public void close() {
        pool.close();
    }
}
