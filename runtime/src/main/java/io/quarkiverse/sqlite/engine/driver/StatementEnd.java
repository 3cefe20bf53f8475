package io.quarkiverse.sqlite.engine.driver;

import io.quarkiverse.sqlite.engine.driver.SqlTokens.Kind;

/**
 * Tells the semicolons that end a statement from those in the body of a trigger, as {@code sqlite3_complete} does: a
 * CREATE TRIGGER ends with a semicolon, END and another semicolon. Not thread-safe.
 */
final class StatementEnd {

    private enum State {
        START,
        /** Behind EXPLAIN, which may be followed by any statement. */
        EXPLAIN,
        /** Behind CREATE, or CREATE TEMP. */
        CREATE,
        NORMAL,
        TRIGGER,
        TRIGGER_SEMICOLON,
        TRIGGER_END
    }

    private State state = State.START;

    /** Takes the next token; true when it ends a statement that has at least one token. */
    boolean reachedAt(SqlTokens token) {
        boolean semicolon = token.kind() == Kind.SEMICOLON;
        State before = state;
        state = semicolon ? behindSemicolon() : behindOther(token);
        return semicolon && state == State.START && before != State.START;
    }

    private State behindSemicolon() {
        return switch (state) {
            case TRIGGER, TRIGGER_SEMICOLON -> State.TRIGGER_SEMICOLON;
            default -> State.START;
        };
    }

    private State behindOther(SqlTokens token) {
        return switch (state) {
            case START -> token.is("EXPLAIN") ? State.EXPLAIN : token.is("CREATE") ? State.CREATE : State.NORMAL;
            case EXPLAIN -> token.is("CREATE") ? State.CREATE : State.EXPLAIN;
            case CREATE -> token.is("TRIGGER") ? State.TRIGGER
                    : token.is("TEMP") || token.is("TEMPORARY") ? State.CREATE : State.NORMAL;
            case NORMAL -> State.NORMAL;
            case TRIGGER_SEMICOLON -> token.is("END") ? State.TRIGGER_END : State.TRIGGER;
            case TRIGGER, TRIGGER_END -> State.TRIGGER;
        };
    }
}
