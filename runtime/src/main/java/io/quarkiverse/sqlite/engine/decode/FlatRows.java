package io.quarkiverse.sqlite.engine.decode;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.engine.driver.ColumnNames;

/** Rows over one row-major array, which may be longer than they need. */
final class FlatRows extends AbstractList<Row> implements Rows, RandomAccess {

    final ColumnNames columns;
    final Object[] values;
    private final int rowCount;

    FlatRows(ColumnNames columns, Object[] values, int rowCount) {
        this.columns = columns;
        this.values = values;
        this.rowCount = rowCount;
    }

    @Override
    public List<String> columns() {
        return columns.asList();
    }

    @Override
    public int columnCount() {
        return columns.count();
    }

    @Override
    public int size() {
        return rowCount;
    }

    @Override
    public Row get(int index) {
        return new FlatRow(this, Objects.checkIndex(index, rowCount) * columns.count());
    }
}
