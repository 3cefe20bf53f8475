package io.quarkiverse.sqlite.engine.driver;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import io.quarkiverse.sqlite.SqliteMappingException;

/** The names of a result's columns, and where each stands. Immutable and thread-safe: all rows of all results share it. */
public final class ColumnNames {

    private static final int AMBIGUOUS = -1;

    private record Lookup(Map<String, Integer> exact, Map<String, Integer> anyCase) {
    }

    private final List<String> names;
    /** Made by the first look-up by name; whoever makes it again makes the same. */
    private volatile Lookup lookup;
    /** Made by whoever asked first; whoever makes it again makes the same. */
    private volatile Object derived;

    /** @param names the names, in order; the same may stand twice */
    public ColumnNames(String[] names) {
        this.names = List.of(names);
    }

    /** How many there are. */
    public int count() {
        return names.size();
    }

    /** The name of a column, from 0. */
    public String name(int column) {
        return names.get(column);
    }

    /** All of them, unmodifiable. */
    public List<String> asList() {
        return names;
    }

    /**
     * Something that depends on the names alone, made once.
     *
     * @param maker always the same
     */
    @SuppressWarnings("unchecked")
    public <T> T derived(Function<ColumnNames, T> maker) {
        Object made = derived;
        if (made == null) {
            derived = made = maker.apply(this);
        }
        return (T) made;
    }

    /**
     * The column of a name: the one that is written so, else the one that is in another case.
     *
     * @throws SqliteMappingException if there is none, or more than one
     */
    public int indexOf(String name) {
        Lookup found = lookup;
        if (found == null) {
            lookup = found = lookup();
        }
        Integer index = found.exact.get(name);
        if (index == null && name != null) {
            index = found.anyCase.get(name);
        }
        if (index == null) {
            throw new SqliteMappingException("There is no column '" + name + "': the columns are " + names, null);
        }
        if (index == AMBIGUOUS) {
            throw new SqliteMappingException(
                    "More than one column has the name '" + name + "': use the index, or name them apart with AS;"
                            + " the columns are " + names,
                    null);
        }
        return index;
    }

    private Lookup lookup() {
        Map<String, Integer> exact = new HashMap<>();
        Map<String, Integer> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < names.size(); i++) {
            exact.merge(names.get(i), i, (first, second) -> AMBIGUOUS);
            anyCase.merge(names.get(i), i, (first, second) -> AMBIGUOUS);
        }
        return new Lookup(exact, anyCase);
    }
}
