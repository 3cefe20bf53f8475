package io.quarkiverse.sqlite.engine;

import java.util.Arrays;
import java.util.function.Consumer;

/** Which versions of SQLite are fit for one writer and many readers. */
final class SqliteVersion {

    /** The first whose WAL can't be reset under a reader, which could corrupt the file. */
    private static final int[] SAFE = { 3, 51, 3 };

    private SqliteVersion() {
    }

    /** Hands a warning to the log when the version is older than it should be. */
    static void warnWhenOld(String version, Consumer<String> log) {
        int[] numbers = Arrays.stream(version.split("\\.")).filter(part -> part.matches("\\d+")).mapToInt(Integer::parseInt)
                .toArray();
        if (Arrays.compare(numbers, SAFE) < 0) {
            log.accept("SQLite " + version
                    + " is older than 3.51.3, before which a checkpoint in WAL mode could corrupt a database that"
                    + " several connections use: use sqlite-jdbc 3.51.3.0 or later");
        }
    }
}
