package io.quarkiverse.sqlite.engine.driver;

import java.util.HashMap;
import java.util.Map;

import io.quarkiverse.sqlite.SqliteQueryException;

/** Named parameters as the caller has them. */
public final class NamedParameters {

    private NamedParameters() {
    }

    /**
     * Takes them over before a connection is leased: a map of the caller's may compute its values, with other calls on the
     * database.
     */
    public static Map<String, ?> copy(String sql, Map<String, ?> named) {
        if (named == null) {
            throw new SqliteQueryException("The map of the named parameters is null: leave it out if there are none", sql, 0,
                    null);
        }
        return new HashMap<>(named);
    }
}
