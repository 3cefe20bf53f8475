package io.quarkiverse.sqlite.engine.decode;

import java.util.Arrays;

import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SqliteQueryException;
import io.quarkiverse.sqlite.engine.driver.ColumnNames;
import io.quarkiverse.sqlite.engine.driver.Cursor;
import io.quarkiverse.sqlite.engine.driver.CursorReader;

/**
 * Decodes the rows of a cursor into one flat, row-major array.
 * <p>
 * The first array holds {@value RowSizeMemory#FIRST_ROWS} rows whatever is remembered: a hint there would cost every
 * small execution of a statement that swings. When it overflows it at least doubles, and jumps to the remembered size
 * if that is more.
 */
final class RowDecoder implements CursorReader<Rows> {

    private static final Object[] NO_VALUES = {};

    private final String sql;
    private final RowSizeMemory memory;
    private final int maxRows;

    RowDecoder(String sql, RowSizeMemory memory, int maxRows) {
        this.sql = sql;
        this.memory = memory;
        this.maxRows = maxRows;
    }

    @Override
    public Rows read(Cursor cursor) {
        ColumnNames columns = cursor.columns();
        int width = columns.count();
        if (maxRows == 1) {
            return first(cursor, columns, width);
        }
        RowSizeMemory.Entry remembered = memory.find(sql);
        Object[] values = NO_VALUES;
        int capacity = 0;
        int rows = 0;
        while (cursor.next()) {
            if (rows == capacity) {
                capacity = grown(capacity, remembered);
                values = Arrays.copyOf(values, slots(capacity, width));
            }
            cursor.read(values, rows * width);
            rows++;
        }
        memory.note(sql, remembered, rows);
        return new FlatRows(columns, values, rows);
    }

    private static Rows first(Cursor cursor, ColumnNames columns, int width) {
        if (!cursor.next()) {
            return new FlatRows(columns, NO_VALUES, 0);
        }
        Object[] values = new Object[width];
        cursor.read(values, 0);
        return new FlatRows(columns, values, 1);
    }

    private static int grown(int capacity, RowSizeMemory.Entry remembered) {
        if (capacity < RowSizeMemory.FIRST_ROWS) {
            return capacity == 0 ? 1 : RowSizeMemory.FIRST_ROWS;
        }
        int doubled = capacity <= Integer.MAX_VALUE / 2 ? capacity * 2 : Integer.MAX_VALUE;
        return remembered == null ? doubled : Math.max(doubled, remembered.hint());
    }

    private int slots(int rows, int width) {
        long slots = (long) rows * width;
        if (slots > Integer.MAX_VALUE - 8) {
            throw new SqliteQueryException("The result has more values than an array can hold (" + slots
                    + "): read it in pages, with LIMIT and a key", sql, 0, null);
        }
        return (int) slots;
    }
}
