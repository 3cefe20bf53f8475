package io.quarkiverse.sqlite;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * One row of a result. INTEGER is always {@code Long}, REAL {@code Double}, TEXT {@code String}, BLOB {@code byte[]} and NULL
 * {@code null}; the typed getters convert, and refuse what would lose something.
 * <p>
 * Columns are numbered from 0. A name is matched exactly first, then in any case. A name that stands twice in the
 * result must be reached by index. All failures are {@link SqliteMappingException}s that name the column, the value's
 * type and the columns there are.
 * <p>
 * The getters of primitives refuse NULL (ask {@link #isNull} or use {@link #get}); the others return {@code null} for it.
 */
public interface Row {

    /** The names of the columns, in order. */
    List<String> columns();

    /**
     * @param column a column's name
     * @return its index, from 0
     */
    int index(String column);

    /** The value as SQLite has it: {@code Long}, {@code Double}, {@code String}, {@code byte[]} or {@code null}. */
    Object get(int column);

    /** An INTEGER. */
    long getLong(int column);

    /** An INTEGER within 32 bits. */
    int getInt(int column);

    /** A REAL, or an INTEGER that a double holds exactly. */
    double getDouble(int column);

    /** A TEXT. */
    String getString(int column);

    /** A BLOB; the array itself, not a copy. */
    byte[] getBytes(int column);

    /** The INTEGER 0 or 1. */
    boolean getBoolean(int column);

    /** A number written as TEXT, an INTEGER, or a REAL (its shortest decimal form). */
    BigDecimal getBigDecimal(int column);

    /** A TEXT of 36 characters, or a BLOB of 16 bytes. */
    UUID getUUID(int column);

    /** An ISO-8601 TEXT with a zone or an offset, or without, which is taken as UTC, as SQLite's date functions do. */
    Instant getInstant(int column);

    /** A TEXT {@code yyyy-MM-dd}. */
    LocalDate getLocalDate(int column);

    /** An ISO-8601 TEXT without a zone; {@code T} or a blank stands between date and time. */
    LocalDateTime getLocalDateTime(int column);

    /** A TEXT that is the name of a constant. */
    <E extends Enum<E>> E getEnum(int column, Class<E> type);

    /** Whether the value is NULL. */
    default boolean isNull(int column) {
        return get(column) == null;
    }

    /** @see #get(int) */
    default Object get(String column) {
        return get(index(column));
    }

    /** @see #getLong(int) */
    default long getLong(String column) {
        return getLong(index(column));
    }

    /** @see #getInt(int) */
    default int getInt(String column) {
        return getInt(index(column));
    }

    /** @see #getDouble(int) */
    default double getDouble(String column) {
        return getDouble(index(column));
    }

    /** @see #getString(int) */
    default String getString(String column) {
        return getString(index(column));
    }

    /** @see #getBytes(int) */
    default byte[] getBytes(String column) {
        return getBytes(index(column));
    }

    /** @see #getBoolean(int) */
    default boolean getBoolean(String column) {
        return getBoolean(index(column));
    }

    /** @see #getBigDecimal(int) */
    default BigDecimal getBigDecimal(String column) {
        return getBigDecimal(index(column));
    }

    /** @see #getUUID(int) */
    default UUID getUUID(String column) {
        return getUUID(index(column));
    }

    /** @see #getInstant(int) */
    default Instant getInstant(String column) {
        return getInstant(index(column));
    }

    /** @see #getLocalDate(int) */
    default LocalDate getLocalDate(String column) {
        return getLocalDate(index(column));
    }

    /** @see #getLocalDateTime(int) */
    default LocalDateTime getLocalDateTime(String column) {
        return getLocalDateTime(index(column));
    }

    /** @see #getEnum(int, Class) */
    default <E extends Enum<E>> E getEnum(String column, Class<E> type) {
        return getEnum(index(column), type);
    }

    /** @see #isNull(int) */
    default boolean isNull(String column) {
        return isNull(index(column));
    }

    /** The values by column name, in column order; fails when a name stands twice. */
    Map<String, Object> toMap();
}
