package io.quarkiverse.sqlite.benchmarks;

import java.nio.file.Path;
import java.util.List;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.JsonBytes;

/** This library's JSON. */
final class OurJsonArm implements Arm {

    private final Database db;

    OurJsonArm(Path file) {
        this.db = Database.open(DatabaseOptions.builder(file).build());
    }

    @Override
    public Object read(Lane lane, Object parameter) {
        return db.selectBytes(lane.sql(), parameter);
    }

    @Override
    public List<List<Object>> values(Object result) {
        return JsonValues.of(((JsonBytes) result).bytes());
    }

    @Override
    public void close() {
        db.close();
    }
}
