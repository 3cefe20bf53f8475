package io.quarkiverse.sqlite.engine;

import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;

/** Data that is not part of the project: beside it, in {@code shared/data}, or nowhere. */
final class SharedData {

    private SharedData() {
    }

    /** Aborts the test when the data is not there. */
    static Path require(String name) {
        for (Path directory = Path.of("").toAbsolutePath(); directory != null; directory = directory.getParent()) {
            Path data = directory.resolve("shared").resolve("data").resolve(name);
            if (Files.exists(data)) {
                return data;
            }
        }
        return abort("skipped: there is no shared/data/" + name + " beside the project");
    }
}
