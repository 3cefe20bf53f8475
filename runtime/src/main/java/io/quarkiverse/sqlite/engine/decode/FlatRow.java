package io.quarkiverse.sqlite.engine.decode;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.UUID;

import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.SqliteMappingException;
import io.quarkiverse.sqlite.engine.driver.ColumnNames;
import io.quarkiverse.sqlite.engine.work.ShortestDouble;

/** One row of {@link FlatRows}: where it starts, and nothing else. */
final class FlatRow implements Row {

    private static final int UUID_LENGTH = 36;
    private static final int UUID_BYTES = 16;
    private static final int DATE_LENGTH = 10;

    private final FlatRows rows;
    private final int offset;

    FlatRow(FlatRows rows, int offset) {
        this.rows = rows;
        this.offset = offset;
    }

    @Override
    public List<String> columns() {
        return rows.columns();
    }

    @Override
    public int index(String column) {
        return rows.columns.indexOf(column);
    }

    @Override
    public Object get(int column) {
        if (column < 0 || column >= rows.columns.count()) {
            throw new SqliteMappingException("There is no column " + column + ", counted from 0: the columns are " + columns(),
                    null);
        }
        return rows.values[offset + column];
    }

    @Override
    public long getLong(int column) {
        if (get(column) instanceof Long integer) {
            return integer;
        }
        throw refused(column, "a long, which is an INTEGER");
    }

    @Override
    public int getInt(int column) {
        if (get(column) instanceof Long integer && integer.intValue() == integer) {
            return integer.intValue();
        }
        throw refused(column, "an int, which is an INTEGER within 32 bits");
    }

    @Override
    public double getDouble(int column) {
        Object value = get(column);
        if (value instanceof Double real) {
            return real;
        }
        if (value instanceof Long integer) {
            double real = integer;
            // 2^63 is what the largest longs become, and it turns back into Long.MAX_VALUE
            if ((long) real == integer && real != 0x1p63) {
                return real;
            }
        }
        throw refused(column, "a double, which is a REAL, or an INTEGER that a double holds exactly");
    }

    @Override
    public String getString(int column) {
        Object value = get(column);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw refused(column, "a String, which is a TEXT");
    }

    @Override
    public byte[] getBytes(int column) {
        Object value = get(column);
        if (value == null || value instanceof byte[]) {
            return (byte[]) value;
        }
        throw refused(column, "a byte[], which is a BLOB");
    }

    @Override
    public boolean getBoolean(int column) {
        if (get(column) instanceof Long integer && (integer & ~1L) == 0) {
            return integer == 1;
        }
        throw refused(column, "a boolean, which is the INTEGER 0 or 1");
    }

    @Override
    public BigDecimal getBigDecimal(int column) {
        Object value = get(column);
        if (value == null) {
            return null;
        }
        if (value instanceof Long integer) {
            return BigDecimal.valueOf(integer);
        }
        if (value instanceof Double real && !real.isInfinite()) {
            return new BigDecimal(ShortestDouble.text(real));
        }
        if (value instanceof String text) {
            try {
                return new BigDecimal(text);
            } catch (NumberFormatException e) {
                // refused below, without the text that the cause would show
            }
        }
        throw refused(column, "a BigDecimal, which is an INTEGER, a finite REAL, or a TEXT that is a number");
    }

    @Override
    public UUID getUUID(int column) {
        Object value = get(column);
        if (value == null) {
            return null;
        }
        if (value instanceof byte[] bytes && bytes.length == UUID_BYTES) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new UUID(buffer.getLong(), buffer.getLong());
        }
        if (value instanceof String text && text.length() == UUID_LENGTH) {
            try {
                UUID uuid = UUID.fromString(text);
                // fromString takes groups of any length
                if (uuid.toString().equalsIgnoreCase(text)) {
                    return uuid;
                }
            } catch (IllegalArgumentException e) {
                // refused below
            }
        }
        throw refused(column, "a UUID, which is a TEXT of 36 characters or a BLOB of 16 bytes");
    }

    @Override
    public Instant getInstant(int column) {
        Object value = get(column);
        if (value == null) {
            return null;
        }
        if (value instanceof String text) {
            try {
                return IsoText.instant(text);
            } catch (DateTimeException e) {
                // refused below
            }
        }
        throw refused(column, "an Instant, which is a TEXT like 2024-02-29T12:30:00Z");
    }

    @Override
    public LocalDate getLocalDate(int column) {
        Object value = get(column);
        if (value == null) {
            return null;
        }
        if (value instanceof String text && text.length() == DATE_LENGTH) {
            try {
                return LocalDate.parse(text);
            } catch (DateTimeException e) {
                // refused below
            }
        }
        throw refused(column, "a LocalDate, which is a TEXT like 2024-02-29");
    }

    @Override
    public LocalDateTime getLocalDateTime(int column) {
        Object value = get(column);
        if (value == null) {
            return null;
        }
        if (value instanceof String text) {
            try {
                return IsoText.localDateTime(text);
            } catch (DateTimeException e) {
                // refused below
            }
        }
        throw refused(column, "a LocalDateTime, which is a TEXT like 2024-02-29T12:30:00, without a zone");
    }

    @Override
    public <E extends Enum<E>> E getEnum(int column, Class<E> type) {
        Object value = get(column);
        if (value == null) {
            return null;
        }
        if (value instanceof String text) {
            try {
                return Enum.valueOf(type, text);
            } catch (IllegalArgumentException e) {
                // refused below
            }
        }
        throw refused(column, "one of the constants of " + type.getName());
    }

    @Override
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        for (String column : columns()) {
            map.put(column, get(column));
        }
        return Collections.unmodifiableMap(map);
    }

    private SqliteMappingException refused(int column, String wanted) {
        ColumnNames columns = rows.columns;
        return new SqliteMappingException("Column '" + columns.name(column) + "' (" + column + ") is " + describe(get(column))
                + " and can't be had as " + wanted + "; the columns are " + columns.asList(), null);
    }

    /** The type as SQLite calls it; never the value, which is not for logs. */
    private static String describe(Object value) {
        return value == null ? "NULL"
                : value instanceof Long ? "INTEGER"
                        : value instanceof Double ? "REAL" : value instanceof String ? "TEXT" : "BLOB";
    }

    private Object[] copy() {
        return Arrays.copyOfRange(rows.values, offset, offset + rows.columns.count());
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof FlatRow row && columns().equals(row.columns()) && Arrays.deepEquals(copy(), row.copy());
    }

    @Override
    public int hashCode() {
        return 31 * columns().hashCode() + Arrays.deepHashCode(copy());
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (int i = 0; i < rows.columns.count(); i++) {
            Object value = get(i);
            text.add(rows.columns.name(i) + "="
                    + (value instanceof byte[] bytes ? "BLOB of " + bytes.length + " bytes" : value));
        }
        return text.toString();
    }
}
