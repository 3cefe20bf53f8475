package io.quarkiverse.sqlite.engine.write;

import java.util.Set;

import io.quarkiverse.sqlite.engine.driver.Admission;
import io.quarkiverse.sqlite.engine.driver.SqlText;
import io.quarkiverse.sqlite.engine.driver.Verb;

/** What a script of many statements needs around it. */
final class Script {

    private static final Set<String> OUTSIDE_TRANSACTIONS = Set.of("VACUUM", "ATTACH", "DETACH");

    private Script() {
    }

    /**
     * Whether it can't be one transaction: it steers transactions itself, or has a statement that SQLite refuses or
     * ignores inside of one.
     */
    static boolean runsOutsideTransactions(String sql) {
        boolean outside = false;
        for (String statement : SqlText.statements(sql)) {
            SqlText text = SqlText.of(statement);
            Admission.ANY.admit(text, statement);
            if (text.verb() == Verb.TRANSACTION || text.verb() == Verb.PRAGMA
                    || OUTSIDE_TRANSACTIONS.contains(text.keyword())) {
                outside = true;
            }
        }
        return outside;
    }
}
