package io.quarkiverse.sqlite.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;

import org.eclipse.microprofile.config.inject.ConfigProperty;

import io.quarkiverse.sqlite.Database;

@jakarta.ws.rs.Path("/dev")
public class DevModeResource {

    /** Where Linux lists what a process has open. */
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    @Inject
    Database db;

    @ConfigProperty(name = "quarkus.sqlite.path")
    String path;

    @GET
    public String visit() {
        db.executeScript("CREATE TABLE IF NOT EXISTS visit(id INTEGER PRIMARY KEY)");
        db.execute("INSERT INTO visit DEFAULT VALUES");
        return "v1 visit " + db.selectFirst("SELECT count(*) FROM visit").orElseThrow().getLong(0) + " cache "
                + db.selectFirst("PRAGMA cache_size").orElseThrow().getLong(0);
    }

    /** Whether the class that loads the native library outlives every application of this JVM. */
    @GET
    @jakarta.ws.rs.Path("driver")
    public boolean driverOutlivesReloads() throws ClassNotFoundException {
        return Class.forName("org.sqlite.SQLiteJDBCLoader").getClassLoader() == ClassLoader.getSystemClassLoader();
    }

    /** How many times this process has the database file open; -1 where that can't be told. */
    @GET
    @jakarta.ws.rs.Path("handles")
    public int handles() throws IOException {
        if (!Files.isDirectory(OPEN_FILES)) {
            return -1;
        }
        List<Path> handles;
        try (Stream<Path> listed = Files.list(OPEN_FILES)) {
            handles = listed.toList();
        }
        int count = 0;
        for (Path handle : handles) {
            try {
                if (Files.readSymbolicLink(handle).endsWith(Path.of(path))) {
                    count++;
                }
            } catch (NoSuchFileException e) {
                // closed since it was listed
            }
        }
        return count;
    }
}
