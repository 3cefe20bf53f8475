package io.quarkiverse.sqlite.benchmarks;

import java.util.Arrays;
import java.util.Random;

/** What is measured: one unit of it is some executions of one query over 6 columns. */
public enum Lane {

    /** 200 reads by primary key. */
    POINT1("point1", " WHERE id = ?", 200, 1, 20),
    /** One read of 20 rows. */
    MIXED6_20("mixed6-20", " LIMIT ?", 1, 20, 300),
    /** One read of 1,000 rows. */
    MIXED6_1K("mixed6-1k", " LIMIT ?", 1, 1_000, 30),
    /** One read of 10,000 rows. */
    MIXED6_10K("mixed6-10k", " LIMIT ?", 1, 10_000, 5);

    private final String title;
    private final String sql;
    private final int rows;
    private final int units;
    /** Boxed, as an application has them. */
    private final Object[] parameters;

    Lane(String title, String sql, int executions, int rows, int units) {
        this.title = title;
        this.sql = Catalogue.SELECT + sql;
        this.rows = rows;
        this.units = units;
        this.parameters = rows == 1 ? new Random(42).longs(executions, 0, Catalogue.ROWS).boxed().toArray()
                : new Object[] { (long) rows };
    }

    /** The name in arguments and receipts. */
    public String title() {
        return title;
    }

    /** The query, with one parameter. */
    public String sql() {
        return sql;
    }

    /** How many rows each execution returns. */
    public int rows() {
        return rows;
    }

    /** How many units are timed together. */
    public int units() {
        return units;
    }

    /** The parameter of each execution of a unit. */
    public Object[] parameters() {
        return parameters;
    }

    static Lane of(String title) {
        return Arrays.stream(values()).filter(lane -> lane.title.equals(title)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no lane '" + title + "'"));
    }
}
