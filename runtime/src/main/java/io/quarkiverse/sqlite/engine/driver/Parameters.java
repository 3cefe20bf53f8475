package io.quarkiverse.sqlite.engine.driver;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import io.quarkiverse.sqlite.SqliteQueryException;

/**
 * Turns an application's parameters into what SQLite stores: {@code null}, {@code Long}, {@code Double}, {@code String} and
 * {@code byte[]}.
 * <p>
 * A {@code BigDecimal} becomes the text of its {@code toString}, which {@code new BigDecimal} reads back with the same scale;
 * it stays exact in a column of type TEXT or BLOB, while one of type NUMERIC or REAL makes a double of it.
 * <p>
 * Points in time have a fixed width with nine digits of the second's fraction, so that text sorts as time does.
 * <p>
 * No message has a bound value.
 */
public final class Parameters {

    private static final Object[] ONE_NULL = { null };

    private static final DateTimeFormatter DATE_TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS",
            Locale.ROOT);

    /** SQLite's date functions "only work for dates between 0000-01-01 00:00:00 and 9999-12-31 23:59:59". */
    private static final long FIRST_SECOND = LocalDateTime.of(0, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);
    private static final long LAST_SECOND = LocalDateTime.of(9999, 12, 31, 23, 59, 59).toEpochSecond(ZoneOffset.UTC);

    private Parameters() {
    }

    /**
     * Converts the parameters of one execution.
     *
     * @param params the parameters; {@code null} stands for one NULL, as it comes from a call like {@code select(sql, null)}
     * @param expected how many the statement has
     * @param sql the statement
     * @return the array itself if there is nothing to convert, else a new one
     * @throws SqliteQueryException if their number is another, or one can't be stored as it is
     */
    public static Object[] convert(Object[] params, int expected, String sql) {
        Object[] given = params == null ? ONE_NULL : params;
        if (given.length != expected) {
            throw new SqliteQueryException(
                    "The statement needs " + expected + (expected == 1 ? " parameter" : " parameters") + ", but "
                            + given.length + (given.length == 1 ? " was given" : " were given"),
                    sql, 0, null);
        }
        Object[] converted = given;
        for (int i = 0; i < given.length; i++) {
            Object value = given[i];
            Object stored = convert(value, i, sql);
            if (stored != value && converted == given) {
                converted = new Object[given.length];
                System.arraycopy(given, 0, converted, 0, i);
            }
            if (converted != given) {
                converted[i] = stored;
            }
        }
        return converted;
    }

    private static Object convert(Object value, int index, String sql) {
        if (value == null || value instanceof Long || value instanceof byte[]) {
            return value;
        }
        if (value instanceof String text) {
            return wellFormed(text, index, sql);
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        if (value instanceof Double number) {
            requireNumber(number, index, sql);
            return value;
        }
        if (value instanceof Float number) {
            requireNumber(number, index, sql);
            return number.doubleValue();
        }
        if (value instanceof Boolean flag) {
            return flag ? 1L : 0L;
        }
        return convertRare(value, index, sql);
    }

    private static Object convertRare(Object value, int index, String sql) {
        if (value instanceof BigDecimal || value instanceof UUID) {
            return value.toString();
        }
        if (value instanceof BigInteger number) {
            if (number.bitLength() > 63) {
                throw refused(index,
                        "is a BigInteger beyond 64 bits, the largest INTEGER of SQLite: pass it as BigDecimal or text", sql);
            }
            return number.longValue();
        }
        if (value instanceof Character character) {
            return wellFormed(character.toString(), index, sql);
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(buffer.position(), bytes);
            return bytes;
        }
        if (value instanceof Instant instant) {
            return utc(instant, index, sql);
        }
        if (value instanceof OffsetDateTime dateTime) {
            return utc(dateTime.toInstant(), index, sql);
        }
        if (value instanceof LocalDate date) {
            requireYear(date.getYear(), index, sql);
            return date.toString();
        }
        if (value instanceof LocalDateTime dateTime) {
            requireYear(dateTime.getYear(), index, sql);
            return DATE_TIME.format(dateTime);
        }
        throw refused(index,
                "has the type " + value.getClass().getTypeName() + ", which SQLite has no value for: convert it to a"
                        + " Long, Double, String or byte[]",
                sql);
    }

    private static String utc(Instant instant, int index, String sql) {
        if (instant.getEpochSecond() < FIRST_SECOND || instant.getEpochSecond() > LAST_SECOND) {
            throw beyondYears(index, sql);
        }
        return DATE_TIME.format(LocalDateTime.ofInstant(instant, ZoneOffset.UTC)) + 'Z';
    }

    private static void requireYear(int year, int index, String sql) {
        if (year < 0 || year > 9999) {
            throw beyondYears(index, sql);
        }
    }

    private static SqliteQueryException beyondYears(int index, String sql) {
        return refused(index, "has a year outside of 0000 to 9999, which SQLite's date functions do not read", sql);
    }

    private static void requireNumber(double number, int index, String sql) {
        if (Double.isNaN(number)) {
            throw refused(index, "is NaN, which SQLite would store as NULL", sql);
        }
    }

    private static String wellFormed(String text, int index, String sql) {
        if (!isWellFormed(text)) {
            throw refused(index, "has half of a surrogate pair, which UTF-8 can't carry: pass bytes, or a whole character",
                    sql);
        }
        return text;
    }

    /** Whether UTF-8 can carry the text: no half of a surrogate pair stands alone. */
    static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c) || i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    private static SqliteQueryException refused(int index, String why, String sql) {
        return new SqliteQueryException("Parameter " + (index + 1) + ' ' + why, sql, 0, null);
    }

    /**
     * Puts named parameters into the order of SQLite's numbers, unconverted.
     *
     * @param text the statement
     * @param named the values, by name with or without the prefix; without it a value goes to {@code :name}, {@code @name} and
     *        {@code $name} alike
     * @param sql the statement
     * @return the values in order
     * @throws SqliteQueryException if the statement has parameters without a name, if a name has no value or two, or a value no
     *         parameter
     */
    public static Object[] named(SqlText text, Map<String, ?> named, String sql) {
        if (named == null) {
            throw new SqliteQueryException("The map of named parameters is null: pass an empty one if there are none", sql, 0,
                    null);
        }
        List<String> names = text.parameterNames();
        Object[] values = new Object[names.size()];
        for (int i = 0; i < values.length; i++) {
            String name = names.get(i);
            if (name == null || name.charAt(0) == '?') {
                throw refused(i, "has no name, but the others are given by name: name it, or give all by position", sql);
            }
            values[i] = named.get(key(name, i, named, sql));
        }
        requireAllUsed(names, named, sql);
        return values;
    }

    private static String key(String name, int index, Map<String, ?> named, String sql) {
        String bare = name.substring(1);
        boolean hasBare = named.containsKey(bare);
        boolean hasName = named.containsKey(name);
        if (hasBare && hasName) {
            throw refused(index, "has two values, under '" + bare + "' and '" + name + "'", sql);
        }
        if (!hasBare && !hasName) {
            throw refused(index, "is " + name + ", which has no value: the names given are " + named.keySet(), sql);
        }
        return hasBare ? bare : name;
    }

    private static void requireAllUsed(List<String> names, Map<String, ?> named, String sql) {
        List<String> unused = new ArrayList<>();
        for (String key : named.keySet()) {
            if (names.stream().noneMatch(name -> name.equals(key) || name.substring(1).equals(key))) {
                unused.add(key);
            }
        }
        if (!unused.isEmpty()) {
            throw new SqliteQueryException("The statement has no parameter for " + unused + ": its parameters are " + names,
                    sql, 0, null);
        }
    }
}
