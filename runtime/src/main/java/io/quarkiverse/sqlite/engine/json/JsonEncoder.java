package io.quarkiverse.sqlite.engine.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.concurrent.atomic.LongAccumulator;

import io.quarkiverse.sqlite.JsonBytes;
import io.quarkiverse.sqlite.engine.driver.ColumnNames;
import io.quarkiverse.sqlite.engine.driver.Cursor;
import io.quarkiverse.sqlite.engine.driver.CursorReader;
import io.quarkiverse.sqlite.engine.driver.ValueType;
import io.quarkiverse.sqlite.engine.work.ShortestDouble;

/**
 * Writes the rows of a cursor as JSON, straight from the column values: no Row and, on a database in UTF-8, no String
 * in between. Guarded by the connection's lease, like its buffer.
 */
public final class JsonEncoder implements CursorReader<JsonBytes> {

    private static final byte[] NULL = "null".getBytes(UTF_8);
    private static final byte[] INFINITY = "9e999".getBytes(UTF_8);
    private static final byte[] MINUS_INFINITY = "-9e999".getBytes(UTF_8);
    private static final byte[] LONG_MIN = Long.toString(Long.MIN_VALUE).getBytes(UTF_8);
    private static final byte[] HEX = "0123456789abcdef".getBytes(UTF_8);
    private static final int MAX_LONG_DIGITS = 20;
    /** A control character becomes a backslash, a u and four digits. */
    private static final int LONGEST_ESCAPE = 6;
    private static final int MAX_DECIMALS = 4;
    /** A double keeps each decimal number of 15 digits apart. */
    private static final double EXACT_DIGITS_LIMIT = 1e15;

    private final JsonBuffer buffer;

    /** @param buffer the connection's */
    public JsonEncoder(JsonBuffer buffer) {
        this.buffer = buffer;
    }

    @Override
    public JsonBytes read(Cursor cursor) {
        byte[][] keys = cursor.columns().derived(JsonEncoder::keys);
        buffer.reset();
        buffer.write('[');
        int rows = 0;
        while (cursor.next()) {
            if (rows++ > 0) {
                buffer.write(',');
            }
            buffer.write('{');
            for (int column = 0; column < keys.length; column++) {
                buffer.write(keys[column]);
                value(cursor, column);
            }
            buffer.write('}');
        }
        buffer.write(']');
        return new JsonBytes(buffer.take(), rows);
    }

    /** What stands before each value: {@code ,"name":}, the first without the comma. */
    private static byte[][] keys(ColumnNames columns) {
        JsonBuffer scratch = new JsonBuffer(new JsonBufferSizes(64, Integer.MAX_VALUE, 0), new LongAccumulator(Long::max, 0));
        JsonEncoder encoder = new JsonEncoder(scratch);
        byte[][] keys = new byte[columns.count()][];
        for (int column = 0; column < keys.length; column++) {
            scratch.reset();
            if (column > 0) {
                scratch.write(',');
            }
            encoder.text(columns.name(column).getBytes(UTF_8));
            scratch.write(':');
            keys[column] = scratch.take();
        }
        return keys;
    }

    private void value(Cursor cursor, int column) {
        switch (cursor.type(column)) {
            case ValueType.INTEGER -> integer(cursor.integer(column));
            case ValueType.REAL -> real(cursor.real(column));
            case ValueType.TEXT -> text(cursor.utf8(column));
            case ValueType.BLOB -> blob(cursor.blob(column));
            default -> buffer.write(NULL);
        }
    }

    private void integer(long value) {
        if (value == Long.MIN_VALUE) {
            buffer.write(LONG_MIN); // its absolute value is no long
            return;
        }
        byte[] bytes = buffer.reserve(MAX_LONG_DIGITS);
        int at = buffer.size();
        long rest = value;
        if (rest < 0) {
            bytes[at++] = '-';
            rest = -rest;
        }
        int end = at + digits(rest);
        for (int i = end - 1; i >= at; i--) {
            long tenth = rest / 10;
            bytes[i] = (byte) ('0' + (rest - tenth * 10));
            rest = tenth;
        }
        buffer.size(end);
    }

    private static int digits(long value) {
        int digits = 1;
        for (long limit = 10; digits < 19 && value >= limit; limit *= 10) {
            digits++;
        }
        return digits;
    }

    private void real(double value) {
        if (Double.isInfinite(value)) {
            buffer.write(value > 0 ? INFINITY : MINUS_INFINITY);
        } else if (value == 0 || !fewDecimals(value)) {
            buffer.write(ShortestDouble.text(value).getBytes(ISO_8859_1));
        }
    }

    /**
     * Prices and the like. When n / 10^k gives the very double, the decimal number reads back to it, for a division
     * is rounded as reading is; and with 15 digits at most no other decimal number, so no shorter one, reads back to
     * it.
     */
    private boolean fewDecimals(double value) {
        long scale = 1;
        for (int decimals = 1; decimals <= MAX_DECIMALS; decimals++) {
            scale *= 10;
            double scaled = Math.rint(value * scale);
            if (Math.abs(scaled) >= EXACT_DIGITS_LIMIT) {
                return false;
            }
            if (scaled / scale == value) {
                decimal((long) scaled, decimals, scale);
                return true;
            }
        }
        return false;
    }

    private void decimal(long scaled, int decimals, long scale) {
        if (scaled < 0) {
            buffer.write('-');
        }
        long digits = Math.abs(scaled);
        integer(digits / scale);
        buffer.write('.');
        long fraction = digits % scale;
        byte[] bytes = buffer.reserve(decimals);
        int end = buffer.size() + decimals;
        for (int i = end - 1; i >= end - decimals; i--) {
            bytes[i] = (byte) ('0' + fraction % 10);
            fraction /= 10;
        }
        buffer.size(end);
    }

    private void blob(byte[] value) {
        buffer.write('"');
        buffer.write(Base64.getEncoder().encode(value));
        buffer.write('"');
    }

    private void text(byte[] utf8) {
        if (standsForItself(utf8)) {
            byte[] bytes = buffer.reserve(utf8.length + 2);
            int at = buffer.size();
            bytes[at] = '"';
            System.arraycopy(utf8, 0, bytes, at + 1, utf8.length);
            bytes[at + 1 + utf8.length] = '"';
            buffer.size(at + 2 + utf8.length);
        } else {
            escaped(utf8);
        }
    }

    /** Whether it is ASCII without anything to escape, as most text is. */
    private static boolean standsForItself(byte[] utf8) {
        for (byte b : utf8) {
            if (b < ' ' || b == '"' || b == '\\') {
                return false;
            }
        }
        return true;
    }

    private void escaped(byte[] utf8) {
        byte[] valid = Utf8.isValid(utf8) ? utf8 : new String(utf8, UTF_8).getBytes(UTF_8);
        byte[] bytes = buffer.reserve(Math.addExact(valid.length, 2));
        int at = buffer.size();
        bytes[at++] = '"';
        for (int i = 0; i < valid.length; i++) {
            byte b = valid[i];
            if (b >= 0 && b < ' ' || b == '"' || b == '\\') {
                buffer.size(at);
                // room for the escape and all that is left
                bytes = buffer.reserve(LONGEST_ESCAPE + valid.length - i + 1);
                at = escape(b, bytes, at);
            } else {
                bytes[at++] = b;
            }
        }
        bytes[at++] = '"';
        buffer.size(at);
    }

    private static int escape(byte b, byte[] bytes, int from) {
        int at = from;
        bytes[at++] = '\\';
        switch (b) {
            case '"', '\\' -> bytes[at++] = b;
            case '\n' -> bytes[at++] = 'n';
            case '\r' -> bytes[at++] = 'r';
            case '\t' -> bytes[at++] = 't';
            case '\b' -> bytes[at++] = 'b';
            case '\f' -> bytes[at++] = 'f';
            default -> {
                bytes[at++] = 'u';
                bytes[at++] = '0';
                bytes[at++] = '0';
                bytes[at++] = HEX[b >> 4];
                bytes[at++] = HEX[b & 0xF];
            }
        }
        return at;
    }
}
