package io.quarkiverse.sqlite.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.sqlite.SQLiteConfig;

/**
 * The same lanes in C: what can't be beaten by much. One floor is a program with the SQLite of the system, the other runs in
 * this process with the SQLite that sqlite-jdbc brings, for versions differ in what a read costs.
 */
abstract class CFloor implements AutoCloseable {

    /** The arm of the program. */
    static final String SYSTEM = "C";
    /** The arm of the extension. */
    static final String BUNDLED = "C-bundled";

    private final String name;
    private final String version;

    private CFloor(String name, String version) {
        this.name = name;
        this.version = version;
    }

    /** Compiles them; without, with a word, those for which there is no gcc or no SQLite to compile with. */
    static List<CFloor> compile(Path directory) throws Exception {
        Path source = directory.resolve("floor.c");
        try (InputStream in = CFloor.class.getResourceAsStream("/floor.c")) {
            Files.copy(in, source);
        }
        List<CFloor> floors = new ArrayList<>();
        Path program = directory.resolve("floor");
        if (compiles(SYSTEM, "gcc", "-O2", "-o", program.toString(), source.toString(), "-lsqlite3")) {
            floors.add(new Program(program, output(directory, program.toString())));
        }
        Path extension = directory.resolve("floor.so");
        if (compiles(BUNDLED, "gcc", "-O2", "-fPIC", "-shared", "-DEXTENSION", "-o", extension.toString(), source.toString())) {
            extension(extension).ifPresent(floors::add);
        }
        return floors;
    }

    private static boolean compiles(String name, String... command) throws InterruptedException {
        try {
            Process gcc = new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(gcc.getInputStream().readAllBytes(), UTF_8);
            if (gcc.waitFor() == 0) {
                return true;
            }
            System.out.printf("The floor %s is skipped, for it does not compile here: %s%n", name,
                    output.lines().findFirst().orElse(""));
        } catch (IOException e) {
            System.out.printf("The floor %s is skipped, for there is no gcc: %s%n", name, e.getMessage());
        }
        return false;
    }

    private static Optional<CFloor> extension(Path library) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.enableLoadExtension(true);
        Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:", config.toProperties());
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "SELECT load_extension('" + library.toString().replace("'", "''") + "', 'sqlite3_extension_init')");
            try (ResultSet version = statement.executeQuery("SELECT sqlite_version()")) {
                version.next();
                return Optional.of(new Extension(connection, version.getString(1)));
            }
        } catch (SQLException e) {
            System.out.printf("The floor %s is skipped, for it can't be loaded: %s%n", BUNDLED, e.getMessage());
            connection.close();
            return Optional.empty();
        }
    }

    /** What a program prints; its output goes to a file, so that one that hangs is seen and ended. */
    private static String output(Path directory, String... command) throws IOException, InterruptedException {
        Path output = directory.resolve("floor.out");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        String text = Files.readString(output).trim();
        if (!ended || process.exitValue() != 0) {
            throw new IllegalStateException("The floor " + SYSTEM + (ended ? " failed: " : " hung: ") + text);
        }
        return text;
    }

    /** As an arm. */
    String name() {
        return name;
    }

    String sqliteVersion() {
        return version;
    }

    /** The microseconds of one unit. */
    abstract double micros(Path file, Lane lane) throws Exception;

    @Override
    public void close() throws SQLException {
    }

    private static String parameters(Lane lane) {
        return Arrays.stream(lane.parameters()).map(Object::toString).collect(Collectors.joining(" "));
    }

    private static final class Program extends CFloor {

        private final Path program;

        Program(Path program, String version) {
            super(SYSTEM, version);
            this.program = program;
        }

        @Override
        double micros(Path file, Lane lane) throws IOException, InterruptedException {
            return Double.parseDouble(output(program.getParent(), program.toString(), file.toString(), lane.sql(),
                    Integer.toString(lane.units()), parameters(lane)));
        }
    }

    private static final class Extension extends CFloor {

        private final Connection connection;

        Extension(Connection connection, String version) {
            super(BUNDLED, version);
            this.connection = connection;
        }

        @Override
        double micros(Path file, Lane lane) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement("SELECT c_floor(?, ?, ?, ?)")) {
                statement.setString(1, file.toString());
                statement.setString(2, lane.sql());
                statement.setInt(3, lane.units());
                statement.setString(4, parameters(lane));
                try (ResultSet result = statement.executeQuery()) {
                    result.next();
                    return result.getDouble(1);
                }
            }
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }
}
