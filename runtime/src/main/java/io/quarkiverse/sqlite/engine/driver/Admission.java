package io.quarkiverse.sqlite.engine.driver;

import java.util.Map;
import java.util.Set;

import io.quarkiverse.sqlite.SqliteQueryException;

/**
 * Which statements a call accepts. Asked before SQLite gets the statement, for: "Some pragmas run during the SQL compilation
 * stage, not the execution stage."
 */
public enum Admission {

    /** What reads. */
    READ {
        @Override
        public void admit(SqlText text, String sql) {
            Verb verb = text.verb();
            if (verb == Verb.TRANSACTION) {
                throw steersTransactions(text, sql);
            }
            if (verb == Verb.PRAGMA) {
                admitQuestion(PragmaText.of(sql), sql);
            } else if (verb != Verb.QUERY && (verb != Verb.OTHER || OTHERS.contains(text.keyword()))) {
                throw new SqliteQueryException("select only reads, but this is "
                        + (verb == Verb.OTHER ? text.keyword() : verb.name())
                        + ": use execute, executeReturning or transaction", sql, 0, null);
            }
        }
    },

    /** One statement that writes. */
    WRITE {
        @Override
        public void admit(SqlText text, String sql) {
            switch (text.verb()) {
                case QUERY:
                    throw new SqliteQueryException("This is a query, whose rows would be dropped: use select", sql, 0, null);
                case TRANSACTION:
                    throw steersTransactions(text, sql);
                case PRAGMA:
                    admitPragma(PragmaText.of(sql), sql);
                    return;
                default:
            }
        }
    },

    /** One statement that writes, where a transaction is open. */
    WRITE_IN_TRANSACTION {
        @Override
        public void admit(SqlText text, String sql) {
            WRITE.admit(text, sql);
            if (text.verb() == Verb.PRAGMA && PragmaText.of(sql).equals(FOREIGN_KEYS)) {
                throw new SqliteQueryException("SQLite ignores this pragma inside of a transaction: set it outside", sql, 0,
                        null);
            }
        }
    },

    /** A statement of a script, or of the engine itself. */
    ANY {
        @Override
        public void admit(SqlText text, String sql) {
            if (text.verb() == Verb.PRAGMA) {
                admitPragma(PragmaText.of(sql), sql);
            }
        }
    };

    /** Pragmas that the engine depends on, and why they are not free. */
    static final Map<String, String> OF_THE_ENGINE = Map.of(
            "journal_mode", "the readers need WAL",
            "busy_timeout", "set busy-timeout instead",
            "query_only", "readers have it, the writer can't");

    /** What is known of the verb OTHER; with the rest, SQLite says what is wrong. */
    private static final Set<String> OTHERS = Set.of("ALTER", "ANALYZE", "ATTACH", "CREATE", "DETACH",
            "DROP", "REINDEX", "VACUUM");

    private static final PragmaText FOREIGN_KEYS = new PragmaText("foreign_keys", true);

    /** Pragmas whose value says what is asked for. */
    private static final Set<String> ASK_WITH_VALUE = Set.of("table_info", "table_xinfo", "table_list", "index_info",
            "index_xinfo", "index_list", "foreign_key_list", "foreign_key_check", "integrity_check", "quick_check");

    /**
     * @param text what the statement says of itself
     * @param sql its text
     * @throws SqliteQueryException if the call does not accept it; says what to do instead
     */
    public abstract void admit(SqlText text, String sql);

    private static void admitQuestion(PragmaText pragma, String sql) {
        if (pragma.hasValue() && !ASK_WITH_VALUE.contains(pragma.name())) {
            throw new SqliteQueryException("select only reads, but this sets the pragma '" + pragma.name()
                    + "': configure it for all connections, or use execute", sql, 0, null);
        }
    }

    private static void admitPragma(PragmaText pragma, String sql) {
        String why = pragma.hasValue() ? OF_THE_ENGINE.get(pragma.name()) : null;
        if (why != null) {
            throw new SqliteQueryException("The pragma '" + pragma.name() + "' can't be set: " + why, sql, 0, null);
        }
    }

    private static SqliteQueryException steersTransactions(SqlText text, String sql) {
        return new SqliteQueryException(text.keyword() + " would leave the connection in a state that nobody ends:"
                + " use transaction, which begins, commits and rolls back", sql, 0, null);
    }
}
