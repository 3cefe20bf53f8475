package io.quarkiverse.sqlite.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.engine.DatabaseEngine;
import io.quarkiverse.sqlite.runtime.metrics.SqliteMetrics;

/** This library. */
final class OurArm implements Arm {

    private final Database db;

    private OurArm(Database db) {
        this.db = db;
    }

    /** As in an application with the Prometheus registry. */
    static OurArm withMetrics(Path file) {
        SqliteMetrics metrics = new SqliteMetrics(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), Database.DEFAULT_NAME);
        DatabaseEngine engine = new DatabaseEngine(DatabaseOptions.builder(file).build(), metrics);
        metrics.bind(engine);
        return new OurArm(engine);
    }

    static OurArm withoutMetrics(Path file) {
        return new OurArm(Database.open(DatabaseOptions.builder(file).build()));
    }

    @Override
    public Object read(Lane lane, Object parameter) {
        return db.select(lane.sql(), parameter);
    }

    @Override
    public List<List<Object>> values(Object result) {
        List<List<Object>> values = new ArrayList<>();
        for (Row row : (Rows) result) {
            values.add(new ArrayList<>(row.toMap().values()));
        }
        return values;
    }

    @Override
    public void close() {
        db.close();
    }
}
