package io.quarkiverse.sqlite.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;

/** A real file of its own for the application under test, and a catalogue that is filled quickly. */
public class FreshDatabase implements QuarkusTestResourceLifecycleManager {

    static final int PARTS = 2_000;

    private Path directory;

    @Override
    public Map<String, String> start() {
        try {
            directory = Files.createTempDirectory("parts");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Map.of("quarkus.sqlite.path", directory.resolve("parts.db").toString(), "demo.parts", Integer.toString(PARTS));
    }

    @Override
    public void stop() {
        TestFiles.delete(directory);
    }
}
