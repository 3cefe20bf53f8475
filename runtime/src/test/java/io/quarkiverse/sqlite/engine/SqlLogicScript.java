package io.quarkiverse.sqlite.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.engine.driver.SqlText;

/** Runs a file of the sqllogictest format as the engine {@code sqlite}. */
final class SqlLogicScript {

    private static final Pattern HASHED = Pattern.compile("(\\d+) values hashing to ([0-9a-f]{32})");
    private static final Pattern INTEGER = Pattern.compile("\\s*([-+]?\\d+).*", Pattern.DOTALL);

    private final Path file;
    private final Database db;
    private final List<String> lines;
    private final Map<String, String> hashByLabel = new HashMap<>();
    private final Map<Integer, String> failures = new TreeMap<>();
    private int records;

    SqlLogicScript(Path file, Database db) throws IOException {
        this.file = file;
        this.db = db;
        this.lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    }

    /** How many records were run. */
    int records() {
        return records;
    }

    /** What did not come out as it should, by the line of its record. */
    Map<Integer, String> run() {
        for (int i = 0; i < lines.size();) {
            if (lines.get(i).isBlank() || lines.get(i).startsWith("#")) {
                i++;
                continue;
            }
            int end = i;
            while (end < lines.size() && !lines.get(end).isBlank()) {
                end++;
            }
            if (!record(i, lines.subList(i, end))) {
                break;
            }
            i = end;
        }
        return failures;
    }

    /** False when it is a halt. */
    private boolean record(int line, List<String> block) {
        int at = 0;
        for (; at < block.size(); at++) {
            String[] words = words(block.get(at));
            boolean sqlite = words.length > 1 && words[1].equals("sqlite");
            if (words[0].equals("skipif") && sqlite || words[0].equals("onlyif") && !sqlite) {
                return true;
            }
            if (!words[0].equals("skipif") && !words[0].equals("onlyif") && !block.get(at).startsWith("#")) {
                break;
            }
        }
        if (at == block.size()) {
            return true;
        }
        String[] words = words(block.get(at));
        List<String> body = block.subList(at + 1, block.size());
        switch (words[0]) {
            case "halt":
                return false;
            case "hash-threshold":
                return true;
            case "statement":
                statement(line + at + 1, words[1], body);
                return true;
            case "query":
                query(line + at + 1, words, body);
                return true;
            default:
                throw new IllegalStateException(file + ":" + (line + at + 1) + ": " + block.get(at));
        }
    }

    private static String[] words(String line) {
        return line.replaceAll("#.*", "").trim().split("\\s+");
    }

    private void statement(int line, String expected, List<String> body) {
        records++;
        String sql = String.join("\n", body);
        try {
            if (sql.trim().toUpperCase(Locale.ROOT).startsWith("SELECT")) {
                db.select(sql);
            } else if (SqlText.of(sql).hasSecondStatement()) {
                db.executeScript(sql);
            } else {
                db.execute(sql);
            }
            if (expected.equals("error")) {
                failures.put(line, "no error: " + sql);
            }
        } catch (SqliteException e) {
            if (expected.equals("ok")) {
                failures.put(line, e.toString());
            }
        }
    }

    private void query(int line, String[] words, List<String> body) {
        records++;
        int separator = body.indexOf("----");
        String sql = String.join("\n", separator < 0 ? body : body.subList(0, separator));
        List<String> expected = separator < 0 ? List.of() : body.subList(separator + 1, body.size());
        List<String> actual;
        try {
            actual = values(db.select(sql), words[1], words.length > 2 ? words[2] : "nosort");
        } catch (SqliteException e) {
            failures.put(line, e.toString());
            return;
        }
        Matcher hashed = expected.size() == 1 ? HASHED.matcher(expected.get(0)) : null;
        if (hashed != null && hashed.matches()) {
            if (actual.size() != Integer.parseInt(hashed.group(1)) || !md5(actual).equals(hashed.group(2))) {
                failures.put(line,
                        actual.size() + " values hashing to " + md5(actual) + " instead of " + expected + ": " + sql);
            }
        } else if (!actual.equals(expected)) {
            failures.put(line, actual + " instead of " + expected + ": " + sql);
        }
        if (words.length > 3) {
            String before = hashByLabel.putIfAbsent(words[3], md5(actual));
            if (before != null && !before.equals(md5(actual))) {
                failures.put(line, "another result than the earlier record with the label " + words[3] + ": " + sql);
            }
        }
    }

    private List<String> values(Rows rows, String types, String sort) {
        List<String[]> table = new ArrayList<>();
        for (Row row : rows) {
            String[] values = new String[rows.columnCount()];
            for (int column = 0; column < values.length; column++) {
                values[column] = value(row.get(column), types.charAt(column));
            }
            table.add(values);
        }
        if (sort.equals("rowsort")) {
            table.sort(Arrays::compare);
        }
        List<String> values = new ArrayList<>();
        table.forEach(row -> Collections.addAll(values, row));
        if (sort.equals("valuesort")) {
            Collections.sort(values);
        }
        return values;
    }

    private String value(Object value, char type) {
        if (value == null) {
            return "NULL";
        }
        switch (type) {
            case 'I':
                return Long.toString(integer(value));
            case 'R':
                // the corpus was made with SQLite's own printf, which gives up after some digits
                return db.selectFirst("SELECT printf('%.3f', ?)", value).orElseThrow().getString(0);
            default:
                String text = value instanceof String string ? string
                        : db.selectFirst("SELECT CAST(? AS TEXT)", value).orElseThrow().getString(0);
                return text.isEmpty() ? "(empty)" : text.replaceAll("[^ -~]", "@");
        }
    }

    private static long integer(Object value) {
        if (value instanceof Number number) {
            return number.longValue();
        }
        Matcher matcher = INTEGER.matcher(value.toString());
        return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
    }

    private static String md5(List<String> values) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            values.forEach(value -> digest.update((value + "\n").getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
