package io.quarkiverse.sqlite.benchmarks;

import java.nio.file.Path;
import java.util.List;

/** The arms by name. */
final class Arms {

    static final List<String> NAMES = List.of("ours", "ours-no-metrics", "jdbc", "jdbc-typed", "agroal", "hikari", "ours-json",
            "agroal-json");

    private Arms() {
    }

    static Arm open(String name, Path file) throws Exception {
        return switch (name) {
            case "ours" -> OurArm.withMetrics(file);
            case "ours-no-metrics" -> OurArm.withoutMetrics(file);
            case "jdbc" -> new JdbcArm(file, JdbcRows.GENERIC);
            case "jdbc-typed" -> new JdbcArm(file, JdbcRows.TYPED);
            case "agroal" -> PoolArm.agroal(file);
            case "hikari" -> PoolArm.hikari(file);
            case "ours-json" -> new OurJsonArm(file);
            case "agroal-json" -> new AgroalJsonArm(file);
            default -> throw new IllegalArgumentException("There is no arm '" + name + "': there are " + NAMES);
        };
    }
}
