package io.quarkiverse.sqlite.engine.driver;

import java.util.Locale;

/** What a statement does, as far as the engine treats statements differently. */
public enum Verb {
    /** SELECT, VALUES and EXPLAIN. */
    QUERY,
    /** INSERT and REPLACE. */
    INSERT,
    UPDATE,
    DELETE,
    /** BEGIN, COMMIT, END, ROLLBACK and those of savepoints. */
    TRANSACTION,
    PRAGMA,
    /** DDL, ATTACH, VACUUM, and whatever SQLite does not know. */
    OTHER;

    /** The verb of a statement that starts with this keyword, in any case; what follows WITH has to be asked about itself. */
    static Verb of(String keyword) {
        return switch (keyword.toUpperCase(Locale.ROOT)) {
            case "SELECT", "VALUES", "EXPLAIN" -> QUERY;
            case "INSERT", "REPLACE" -> INSERT;
            case "UPDATE" -> UPDATE;
            case "DELETE" -> DELETE;
            case "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE" -> TRANSACTION;
            case "PRAGMA" -> PRAGMA;
            default -> OTHER;
        };
    }
}
