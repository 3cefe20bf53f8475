package io.quarkiverse.sqlite.engine.write;

import java.util.ArrayList;
import java.util.List;

import io.quarkiverse.sqlite.SqliteQueryException;

/** The parameter sets of a batch. */
final class ParameterSets {

    private ParameterSets() {
    }

    /** Runs the caller's iterator to its end, before anything is locked or written. */
    static List<Object[]> collect(String sql, Iterable<Object[]> parameterSets) {
        List<Object[]> collected = new ArrayList<>();
        for (Object[] set : parameterSets) {
            int index = collected.size() + 1;
            if (set == null) {
                throw new SqliteQueryException(
                        "Parameter set " + index + " of the batch is null: a set without parameters is an empty"
                                + " array",
                        sql, 0, null);
            }
            if (!collected.isEmpty() && set.length != collected.get(0).length) {
                throw new SqliteQueryException("Parameter set " + index + " of the batch has " + set.length
                        + " parameters, but the first has " + collected.get(0).length, sql, 0, null);
            }
            collected.add(set);
        }
        return collected;
    }
}
