package io.quarkiverse.sqlite.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;
import org.sqlite.core.Codes;
import org.sqlite.core.CoreStatement;
import org.sqlite.core.DB;
import org.sqlite.jdbc4.JDBC4Connection;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;

/**
 * Says where the time of a read goes: the calls that the JNI driver makes are added one kind after the other, and the
 * last line is this library. Every other round runs the probes backwards.
 */
public final class PriceProbes {

    private static final int ROUNDS = 40;
    private static final int WARMUP = 20;
    private static final int COLUMNS = 6;
    private static final int TEXTS = 4;

    private interface Probe {
        void run(long parameter) throws SQLException;
    }

    /** What is read of each row. */
    private enum Depth {
        STEP,
        TYPES,
        NUMBERS,
        BLOBS,
        STRINGS
    }

    private final DB db;
    private final long schemaVersion;
    private final Object[] bound = new Object[1];

    private PriceProbes(JDBC4Connection connection) throws SQLException {
        this.db = connection.getDatabase();
        this.schemaVersion = handle((CoreStatement) connection.prepareStatement("PRAGMA schema_version"));
    }

    private static long handle(CoreStatement statement) throws SQLException {
        return statement.pointer.safeRunLong((db, pointer) -> pointer);
    }

    /** Runs the probes and prints a table for a point read and one for a row of a large read. */
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("prices");
        Path file = directory.resolve("prices.db");
        Catalogue.write(file);
        SQLiteConfig config = new SQLiteConfig();
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        System.out.printf("Java %s%n%n", Runtime.version());
        try (JDBC4Connection connection = new JDBC4Connection("jdbc:sqlite:" + file, file.toString(), config.toProperties());
                Database ours = Database.open(DatabaseOptions.builder(file).build())) {
            connection.getConnectionConfig().setAutoCommit(false);
            PriceProbes probes = new PriceProbes(connection);
            probes.measure("point1, us a read", Lane.POINT1, connection, ours, 2_000, 2_000);
            probes.measure("mixed6-10k, us a row", Lane.MIXED6_10K, connection, ours, 5, 5 * Lane.MIXED6_10K.rows());
        } finally {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path each : files.toList()) {
                    Files.delete(each);
                }
            }
            Files.delete(directory);
        }
    }

    private void measure(String title, Lane lane, JDBC4Connection connection, Database ours, int times, int rows)
            throws SQLException {
        CoreStatement statement = (CoreStatement) connection.prepareStatement(lane.sql());
        long handle = handle(statement);
        Map<String, Probe> probes = new LinkedHashMap<>();
        probes.put("bind, step, reset", parameter -> raw(statement, handle, parameter, Depth.STEP, false));
        probes.put("+ schema version", parameter -> raw(statement, handle, parameter, Depth.STEP, true));
        probes.put("+ 6 column_type", parameter -> raw(statement, handle, parameter, Depth.TYPES, true));
        probes.put("+ column_long, column_double, boxed", parameter -> raw(statement, handle, parameter, Depth.NUMBERS, true));
        probes.put("+ 4 column_blob", parameter -> raw(statement, handle, parameter, Depth.BLOBS, true));
        probes.put("+ 4 new String", parameter -> raw(statement, handle, parameter, Depth.STRINGS, true));
        probes.put("ours, no metrics", parameter -> LaneRunner.sink = ours.select(lane.sql(), parameter));
        List<String> names = List.copyOf(probes.keySet());
        double[][] micros = new double[names.size()][ROUNDS];
        for (int round = -WARMUP; round < ROUNDS; round++) {
            for (int i = 0; i < names.size(); i++) {
                int probe = round % 2 == 0 ? i : names.size() - 1 - i;
                long start = System.nanoTime();
                for (int time = 0; time < times; time++) {
                    probes.get(names.get(probe)).run((Long) lane.parameters()[time % lane.parameters().length]);
                }
                if (round >= 0) {
                    micros[probe][round] = (System.nanoTime() - start) / 1e3 / rows;
                }
            }
        }
        System.out.printf("| %s | median | more |%n|---|---|---|%n", title);
        double before = 0;
        for (int probe = 0; probe < names.size(); probe++) {
            Arrays.sort(micros[probe]);
            double median = micros[probe][ROUNDS / 2];
            System.out.printf(Locale.ROOT, "| %s | %.3f | %.3f |%n", names.get(probe), median, median - before);
            before = median;
        }
        System.out.println();
    }

    private void raw(CoreStatement statement, long handle, long parameter, Depth depth, boolean checkSchema)
            throws SQLException {
        synchronized (db) {
            bound[0] = parameter;
            boolean row = db.execute(statement, bound);
            if (checkSchema) {
                db.step(schemaVersion);
                db.column_int(schemaVersion, 0);
                db.reset(schemaVersion);
            }
            Object[] values = null;
            while (row) {
                values = read(handle, depth);
                row = db.step(handle) == Codes.SQLITE_ROW;
            }
            LaneRunner.sink = values;
            db.reset(handle);
        }
    }

    private Object[] read(long handle, Depth depth) throws SQLException {
        if (depth == Depth.STEP) {
            return null;
        }
        Object[] values = new Object[COLUMNS];
        for (int column = 0; column < COLUMNS; column++) {
            db.column_type(handle, column);
        }
        if (depth.compareTo(Depth.NUMBERS) >= 0) {
            values[0] = db.column_long(handle, 0);
            values[COLUMNS - 1] = db.column_double(handle, COLUMNS - 1);
        }
        for (int column = 1; column <= TEXTS && depth.compareTo(Depth.BLOBS) >= 0; column++) {
            byte[] utf8 = db.column_blob(handle, column);
            values[column] = depth == Depth.STRINGS ? new String(utf8, UTF_8) : utf8;
        }
        return values;
    }
}
