package io.quarkiverse.sqlite.engine.driver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

import io.quarkiverse.sqlite.SqliteQueryException;
import io.quarkiverse.sqlite.engine.driver.SqlTokens.Kind;

/**
 * What a text of SQL says of itself: nothing here knows the schema, or whether SQLite accepts the text. Immutable.
 */
public final class SqlText {

    /** SQLITE_MAX_VARIABLE_NUMBER; SQLite refuses a statement with a larger one. */
    private static final int LARGEST_PARAMETER = 32_766;

    private final String keyword;
    private final Verb verb;
    private final boolean secondStatement;
    private final List<String> parameterNames;

    private SqlText(String sql) {
        SqlTokens tokens = new SqlTokens(sql);
        StatementEnd end = new StatementEnd();
        MainVerb mainVerb = new MainVerb();
        List<String> names = new ArrayList<>();
        boolean ended = false;
        boolean second = false;
        while (!second && tokens.next()) {
            if (ended) {
                second = tokens.kind() != Kind.SEMICOLON;
                continue;
            }
            ended = end.reachedAt(tokens);
            mainVerb.accept(tokens);
            if (tokens.kind() == Kind.PARAMETER) {
                addParameter(tokens.text(), names);
            }
        }
        this.keyword = mainVerb.keyword;
        this.verb = mainVerb.verb;
        this.secondStatement = second;
        this.parameterNames = Collections.unmodifiableList(names);
    }

    /**
     * Reads a statement.
     *
     * @throws SqliteQueryException if SQLite would not get the text as it stands
     */
    public static SqlText of(String sql) {
        requireWhole(sql);
        return new SqlText(sql);
    }

    /**
     * Reads what has to be exactly one statement.
     *
     * @throws SqliteQueryException if there is none, or more than one
     */
    public static SqlText single(String sql) {
        SqlText text = of(sql);
        if (text.isEmpty()) {
            throw new SqliteQueryException("There is no statement in this SQL", sql, 0, null);
        }
        if (text.hasSecondStatement()) {
            throw new SqliteQueryException("A second statement stands behind the first one's ';' and would be dropped:"
                    + " run them one by one, or use executeScript", sql, 0, null);
        }
        return text;
    }

    /**
     * Cuts a script into its statements, without the semicolons and the comments between them.
     *
     * @throws SqliteQueryException if SQLite would not get the text as it stands
     */
    public static List<String> statements(String script) {
        requireWhole(script);
        List<String> statements = new ArrayList<>();
        SqlTokens tokens = new SqlTokens(script);
        StatementEnd end = new StatementEnd();
        int first = -1;
        int last = -1;
        while (tokens.next()) {
            if (end.reachedAt(tokens)) {
                statements.add(script.substring(first, last));
                first = -1;
            } else if (first >= 0 || tokens.kind() != Kind.SEMICOLON) {
                first = first < 0 ? tokens.start() : first;
                last = tokens.end();
            }
        }
        if (first >= 0) {
            statements.add(script.substring(first, last));
        }
        return statements;
    }

    private static void requireWhole(String sql) {
        if (sql == null) {
            throw new SqliteQueryException("The SQL is null", null, 0, null);
        }
        if (sql.indexOf('\0') >= 0) {
            throw new SqliteQueryException("The SQL has a NUL character, where SQLite would stop reading", sql, 0, null);
        }
        if (!Parameters.isWellFormed(sql)) {
            throw new SqliteQueryException("The SQL has half of a surrogate pair, which UTF-8 can't carry", sql, 0, null);
        }
    }

    /** Whether there are only blanks, comments and semicolons. */
    public boolean isEmpty() {
        return keyword == null;
    }

    /** Whether something other than blanks, comments and semicolons stands behind the first statement. */
    public boolean hasSecondStatement() {
        return secondStatement;
    }

    /** What the statement does; for a WITH what its main part does. */
    public Verb verb() {
        return verb;
    }

    /** The first word, in upper case: INSERT, WITH, EXPLAIN; empty when the text starts with none. */
    public String keyword() {
        return keyword == null ? "" : keyword;
    }

    /**
     * The parameters in the order of SQLite's numbers: {@code :name}, {@code @name} and {@code $name} with their prefix,
     * {@code ?5} as it is, {@code null} for a {@code ?} and for a number that is nowhere used.
     */
    public List<String> parameterNames() {
        return parameterNames;
    }

    /**
     * SQLite: a {@code ?} gets "a number one greater than the largest parameter number already assigned", a new name gets one
     * in the same way, and a name that occurs again is the same parameter.
     */
    private static void addParameter(String parameter, List<String> names) {
        if (parameter.equals("?")) {
            names.add(null);
        } else if (parameter.charAt(0) == '?') {
            int number = parameter.length() > 18 ? 0
                    : (int) Math.min(LARGEST_PARAMETER + 1, Long.parseLong(parameter.substring(1)));
            if (number < 1 || number > LARGEST_PARAMETER) {
                return;
            }
            while (names.size() < number) {
                names.add(null);
            }
            if (names.get(number - 1) == null) {
                names.set(number - 1, parameter);
            }
        } else if (!names.contains(parameter)) {
            names.add(parameter);
        }
    }

    /** Finds the word that says what a statement does. */
    private static final class MainVerb {

        private String keyword;
        private Verb verb = Verb.OTHER;
        /** Behind a WITH whose main part is still to come. */
        private boolean searching;
        /** Behind an EXPLAIN whose statement is still to come. */
        private boolean explaining;
        private int depth;
        private boolean behindParenthesis;

        void accept(SqlTokens token) {
            if (keyword == null) {
                if (token.kind() != Kind.SEMICOLON) {
                    keyword = token.kind() == Kind.WORD ? token.text().toUpperCase(Locale.ROOT) : "";
                    verb = Verb.of(keyword);
                    searching = keyword.equals("WITH");
                    explaining = keyword.equals("EXPLAIN");
                }
            } else if (explaining) {
                explain(token);
            } else if (searching) {
                search(token);
            }
        }

        /** A pragma is run "during the SQL compilation stage", also when it is only to be explained. */
        private void explain(SqlTokens token) {
            if (!token.is("QUERY") && !token.is("PLAN")) {
                verb = token.is("PRAGMA") ? Verb.PRAGMA : verb;
                explaining = false;
            }
        }

        /** A word behind a closing parenthesis of the outermost level is AS or the verb; elsewhere it may be a table's name. */
        private void search(SqlTokens token) {
            if (depth == 0 && behindParenthesis && token.kind() == Kind.WORD && !token.is("AS")) {
                verb = Verb.of(token.text());
                searching = false;
                return;
            }
            switch (token.kind()) {
                case OPEN -> depth++;
                case CLOSE -> depth--;
                default -> {
                }
            }
            behindParenthesis = token.kind() == Kind.CLOSE;
        }
    }
}
