package io.quarkiverse.sqlite.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** A catalogue of a few parts in a new directory of the build. */
public class SmallCatalogue implements QuarkusTestResourceLifecycleManager {

    static final int PARTS = 2_000;

    @Override
    public Map<String, String> start() {
        return Map.of("demo.parts", String.valueOf(PARTS), "quarkus.sqlite.path",
                newDirectory().resolve("parts.db").toString());
    }

    @Override
    public void stop() {
        // the directory belongs to the build
    }

    static Path newDirectory() {
        try {
            return Files.createTempDirectory(Files.createDirectories(Path.of("target").toAbsolutePath()), "parts");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
