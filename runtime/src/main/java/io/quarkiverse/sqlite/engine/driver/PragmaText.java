package io.quarkiverse.sqlite.engine.driver;

import java.util.Locale;

import io.quarkiverse.sqlite.engine.driver.SqlTokens.Kind;

/**
 * Which pragma a statement calls.
 *
 * @param name in lower case, without the schema
 * @param hasValue whether it is written {@code = value} or {@code (value)}, which SQLite takes for the same
 */
record PragmaText(String name, boolean hasValue) {

    static PragmaText of(String sql) {
        SqlTokens tokens = new SqlTokens(sql);
        while (tokens.next() && !tokens.is("PRAGMA")) {
            // EXPLAIN QUERY PLAN
        }
        String name = "";
        while (tokens.next() && tokens.kind() != Kind.SEMICOLON) {
            String token = tokens.text();
            if (tokens.kind() == Kind.OPEN || token.equals("=")) {
                return new PragmaText(name, true);
            }
            name = unquoted(token);
        }
        return new PragmaText(name, false);
    }

    private static String unquoted(String token) {
        boolean quoted = token.length() > 1 && "'\"`[".indexOf(token.charAt(0)) >= 0;
        return (quoted ? token.substring(1, token.length() - 1) : token).toLowerCase(Locale.ROOT);
    }
}
