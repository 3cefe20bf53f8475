package io.quarkiverse.sqlite.engine.driver;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Durability;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.SqliteOpenException;

/**
 * The pragmas of a connection, in the order in which they are set. Each is set alone and read back; one that did not take is an
 * error.
 * <ol>
 * <li>{@code busy_timeout}: first, for any of the others may meet another process's lock.
 * <li>{@code page_size}, {@code encoding}, {@code auto_vacuum} when configured, on the writer: they act only before
 * the first page is written, which {@code journal_mode} does.
 * <li>{@code journal_mode=WAL} on the writer; it is a property of the file, so readers only read it back.
 * <li>{@code synchronous} on the writer; readers never sync.
 * <li>{@code foreign_keys=ON}, unless configured otherwise.
 * <li>the other configured ones.
 * <li>{@code query_only} on readers: last, for it would refuse some of the others.
 * </ol>
 */
final class Pragmas {

    private static final List<String> BEFORE_FIRST_PAGE = List.of("page_size", "encoding", "auto_vacuum");

    /** What SQLite reads back as a number may be set by name. */
    private static final Map<String, List<String>> NAMES = Map.of(
            "synchronous", List.of("OFF", "NORMAL", "FULL", "EXTRA"),
            "auto_vacuum", List.of("NONE", "FULL", "INCREMENTAL"),
            "temp_store", List.of("DEFAULT", "FILE", "MEMORY"),
            "secure_delete", List.of("OFF", "ON", "FAST"));

    private static final Map<String, String> BOOLEANS = Map.of("ON", "1", "TRUE", "1", "YES", "1", "OFF", "0", "FALSE", "0",
            "NO",
            "0");

    private static final int SQL_ERROR = 1;

    private Pragmas() {
    }

    static void apply(DriverConnection connection, DatabaseOptions options, boolean reader) {
        ordered(options, reader).forEach((pragma, value) -> set(connection, options, pragma, value));
        if (reader) {
            requireValue(connection, options, "journal_mode", "WAL");
        }
    }

    private static Map<String, String> ordered(DatabaseOptions options, boolean reader) {
        Map<String, String> configured = new LinkedHashMap<>();
        options.pragmas().forEach((pragma, value) -> configured.put(pragma.toLowerCase(Locale.ROOT), value));
        Admission.OF_THE_ENGINE.forEach((pragma, why) -> refuse(options, configured, pragma, why));

        Map<String, String> ordered = new LinkedHashMap<>();
        ordered.put("busy_timeout", Long.toString(options.busyTimeout().toMillis()));
        for (String pragma : BEFORE_FIRST_PAGE) {
            String value = configured.remove(pragma);
            if (value != null && !reader) {
                ordered.put(pragma, value);
            }
        }
        if (!reader) {
            ordered.put("journal_mode", "WAL");
            ordered.put("synchronous", options.durability() == Durability.FULL ? "FULL" : "NORMAL");
        }
        ordered.put("foreign_keys", "ON");
        ordered.putAll(configured);
        if (reader) {
            ordered.put("query_only", "ON");
        }
        return ordered;
    }

    private static void refuse(DatabaseOptions options, Map<String, String> configured, String pragma, String why) {
        if (configured.containsKey(pragma)) {
            throw new SqliteOpenException(
                    "The pragma '" + pragma + "' of database '" + options.name() + "' can't be configured: "
                            + why,
                    null, 0, null);
        }
    }

    private static void set(DriverConnection connection, DatabaseOptions options, String pragma, String value) {
        if (!pragma.matches("[a-z_]+") || !value.matches("[-+.\\w]+")) {
            throw new SqliteOpenException(
                    "The pragma '" + pragma + "' with the value '" + value + "' of database '" + options.name()
                            + "' is no pragma: a name and a word or number are needed",
                    null, 0, null);
        }
        String sql = "PRAGMA " + pragma + " = " + quoted(value);
        try {
            connection.value(sql);
        } catch (SqliteException e) {
            if (e.resultCode() != SQL_ERROR) {
                throw e; // not the pragma's fault
            }
            throw new SqliteOpenException(
                    "The pragma '" + pragma + "' of database '" + options.name() + "' can't be set to '" + value
                            + "': " + e.getMessage(),
                    sql, e.extendedResultCode(), e);
        }
        requireValue(connection, options, pragma, value);
    }

    /** UTF-16 is a value that needs quotes. */
    private static String quoted(String value) {
        return value.matches("[-+]?\\w+") ? value : "'" + value + "'";
    }

    private static void requireValue(DriverConnection connection, DatabaseOptions options, String pragma, String value) {
        Optional<Object> actual = connection.value("PRAGMA " + pragma);
        if (actual.isEmpty()) {
            throw new SqliteOpenException("The pragma '" + pragma + "' of database '" + options.name()
                    + "' can't be read back: SQLite does not know it, or it is not a setting", null, 0, null);
        }
        if (!same(pragma, value, actual.get().toString())) {
            throw new SqliteOpenException(
                    "The pragma '" + pragma + "' of database '" + options.name() + "' did not take: set to '"
                            + value + "', but SQLite has '" + actual.get() + "'",
                    null, 0, null);
        }
    }

    private static boolean same(String pragma, String wanted, String actual) {
        if (wanted.equalsIgnoreCase(actual)) {
            return true;
        }
        String upper = wanted.toUpperCase(Locale.ROOT);
        int named = NAMES.getOrDefault(pragma, List.of()).indexOf(upper);
        return named >= 0 && actual.equals(Integer.toString(named))
                || actual.equals(BOOLEANS.get(upper))
                // UTF-16 stands for the byte order of the machine, UTF-16le or UTF-16be
                || pragma.equals("encoding") && actual.toUpperCase(Locale.ROOT).startsWith(upper);
    }
}
