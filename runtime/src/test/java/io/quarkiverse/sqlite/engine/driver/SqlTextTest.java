package io.quarkiverse.sqlite.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteConnection;
import org.sqlite.core.DB;

import io.quarkiverse.sqlite.SqliteQueryException;

@Timeout(60)
class SqlTextTest {

    private static final String TRIGGER = """
            CREATE TRIGGER audit AFTER INSERT ON part WHEN new.id > 0 BEGIN
              UPDATE part SET name = CASE WHEN new.name IS NULL THEN ';END;' ELSE new.name END WHERE id = new.id; -- END;
              INSERT INTO log VALUES ('in;sert', new.id) ;
            END""";

    // What it is

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "QUERY  | SELECT | select 1",
            "QUERY  | VALUES | VALUES (1)",
            "QUERY  | EXPLAIN | EXPLAIN DELETE FROM t",
            "QUERY  | EXPLAIN | explain query plan insert into t values (1)",
            "QUERY  | WITH   | WITH x AS (SELECT 1) SELECT * FROM x",
            "QUERY  | WITH   | with recursive c(n) as (values (1) union all select n + 1 from c) values (1)",
            "QUERY  | WITH   | WITH a AS NOT MATERIALIZED (SELECT (1)), b(x, y) AS (SELECT 1, 2) SELECT * FROM a, b",
            "QUERY  | WITH   | WITH replace AS (SELECT 1) SELECT * FROM replace",
            "QUERY  | WITH   | WITH \"delete\"(a) AS (SELECT 1)/*c*/SELECT 1",
            "INSERT | INSERT | INSERT INTO t SELECT 1",
            "INSERT | REPLACE | REPLACE INTO t VALUES (1)",
            "INSERT | WITH   | WITH x(select_) AS (SELECT ')') INSERT INTO t SELECT * FROM x",
            "INSERT | WITH   | WITH x AS (DELETE) REPLACE INTO t SELECT 1",
            "UPDATE | UPDATE | UPDATE t SET a = (SELECT 1)",
            "UPDATE | WITH   | WITH x AS (SELECT 1), y AS (SELECT 2) UPDATE t SET a = 1",
            "DELETE | DELETE | delete from t",
            "DELETE | WITH   | WITH x AS (SELECT 1) DELETE FROM t",
            "TRANSACTION | BEGIN | BEGIN IMMEDIATE",
            "TRANSACTION | COMMIT | commit",
            "TRANSACTION | END | End Transaction",
            "TRANSACTION | ROLLBACK | ROLLBACK TO a",
            "TRANSACTION | SAVEPOINT | SAVEPOINT a",
            "TRANSACTION | RELEASE | RELEASE a",
            "PRAGMA | PRAGMA | pragma user_version",
            "OTHER  | CREATE | CREATE TABLE t AS SELECT 1",
            "OTHER  | ATTACH | ATTACH 'x' AS y",
            "OTHER  | VACUUM | VACUUM",
            "OTHER  | SELECTED | SELECTED 1",
            "OTHER  | ''     | (SELECT 1)",
            "OTHER  | ''     | [SELECT]",
            "OTHER  | WITH   | WITH x AS (SELECT 1)"
    })
    void theVerbIsTheMainOne(Verb verb, String keyword, String sql) {
        SqlText text = SqlText.of(sql);
        assertThat(text.verb()).isEqualTo(verb);
        assertThat(text.keyword()).isEqualTo(keyword);
    }

    @Test
    void theVerbDoesNotDependOnTheLanguageOfTheMachine() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr"));
        try {
            assertThat(SqlText.of("insert into t values (1)").verb()).isEqualTo(Verb.INSERT);
            assertThat(SqlText.of("create trigger a begin select 1; end; select 1").hasSecondStatement()).isTrue();
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "\uFEFFSELECT 1", "-- c\nSELECT 1", "/* ; */ /**/\r\n\t\fSELECT 1", " ; ;SELECT 1",
            "--\n\uFEFF--;\nSELECT 1",
            "SELECT(1)", "SELECT'1'", "SELECT/**/1" })
    void whatPrecedesTheFirstWordIsSkipped(String sql) {
        SqlText text = SqlText.of(sql);
        assertThat(text.verb()).isEqualTo(Verb.QUERY);
        assertThat(text.isEmpty()).isFalse();
        assertThat(text.hasSecondStatement()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = { "", " ", ";", " ;; ; ", "-- SELECT 1", "/* SELECT 1 */", "/* SELECT 1", "\uFEFF",
            "--a\n;/*b*/--" })
    void blanksAndCommentsAreEmpty(String sql) {
        SqlText text = SqlText.of(sql);
        assertThat(text.isEmpty()).isTrue();
        assertThat(text.hasSecondStatement()).isFalse();
        assertThat(text.keyword()).isEmpty();
        assertThat(text.verb()).isEqualTo(Verb.OTHER);
        assertThat(SqlText.statements(sql)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "SELECT 1 / 2", "/", "-", "- - 1", "x", "'", "'--", "(", "/ * ;" })
    void whatOnlyLooksLikeAComment(String sql) {
        assertThat(SqlText.of(sql).isEmpty()).isFalse();
    }

    // Where it ends

    @ParameterizedTest
    @ValueSource(strings = { "SELECT 1", "SELECT 1;", "SELECT 1;;; ", "SELECT 1; -- SELECT 2", "SELECT 1; /* ; SELECT 2 */ ;",
            "SELECT ';x'", "SELECT 'it''s;x'", "SELECT \";x\" FROM \"a\"\";b\"", "SELECT [;x] FROM t", "SELECT `;x``;` FROM t",
            "SELECT 1 -- ; x", "SELECT 1 --; x\n, 2", "SELECT 1 /* ; x */ + 2", "SELECT 1 /*/; x */", "SELECT ';", "SELECT [;",
            "SELECT $a(;b)", "SELECT 'a' -- it's\n;", "SELECT 1 ;\uFEFF", "SELECT json->>'$.a;b' FROM t",
            "SELECT a - -1 FROM t;" })
    void oneStatement(String sql) {
        assertThat(SqlText.of(sql).hasSecondStatement()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = { "SELECT 1;SELECT 2", "SELECT 1;;SELECT 2", "SELECT 1;/* */x", "SELECT ';';1", "SELECT [']; ']",
            "SELECT 1 --\n;x", "SELECT '''';''", ";SELECT 1;SELECT 2", "SELECT 1;(", "SELECT 1 /**/;/**/ SELECT 2",
            "SELECT \"'\"; SELECT \"'\"", "SELECT ($a(b;c d)); x", "CREATE TABLE trigger_(a); SELECT 1",
            "CREATE VIEW trigger AS SELECT 1; SELECT 2; END;", "CREATE \"TRIGGER\" a; b; END;" })
    void twoStatements(String sql) {
        assertThat(SqlText.of(sql).hasSecondStatement()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "EXPLAIN ", "explain query plan " })
    void aTriggerEndsBehindItsEnd(String prefix) {
        for (String create : List.of("CREATE TRIGGER", "create temp trigger", "CREATE/**/TEMPORARY --\n TRIGGER")) {
            String trigger = prefix + TRIGGER.replace("CREATE TRIGGER", create);
            assertThat(SqlText.of(trigger).hasSecondStatement()).isFalse();
            assertThat(SqlText.of(trigger + ";").hasSecondStatement()).isFalse();
            assertThat(SqlText.of(trigger + " /**/ ; --").hasSecondStatement()).isFalse();
            assertThat(SqlText.of(trigger + ";SELECT 1").hasSecondStatement()).isTrue();
        }
    }

    @Test
    void aTriggerNeedsItsSemicolonBeforeEnd() {
        assertThat(SqlText.of("CREATE TRIGGER a BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; END; x").hasSecondStatement()).isTrue();
        assertThat(SqlText.of("CREATE TRIGGER a BEGIN SELECT 1 END; SELECT 2").hasSecondStatement()).isFalse();
        for (String body : List.of("SELECT 1; END SELECT 2; SELECT 3;", "SELECT 1;; SELECT 2;", "SELECT 1; x; SELECT 2;", ";",
                "END;")) {
            assertThat(SqlText.of("CREATE TRIGGER a BEGIN " + body + " END;").hasSecondStatement()).as(body).isFalse();
            assertThat(SqlText.of("CREATE TRIGGER a BEGIN " + body + " END; x").hasSecondStatement()).as(body).isTrue();
        }
    }

    @Test
    void whatSqliteWouldNotGetIsRefused() {
        for (String sql : List.of("SELECT 1 \0 , 2", "SELECT '\uD83D'", "SELECT '\uDE00'")) {
            assertThatThrownBy(() -> SqlText.of(sql)).isInstanceOf(SqliteQueryException.class);
            assertThatThrownBy(() -> SqlText.statements(sql)).isInstanceOf(SqliteQueryException.class);
        }
        assertThat(SqlText.of("SELECT '\uD83D\uDE00'").verb()).isEqualTo(Verb.QUERY);
    }

    @Test
    void aScriptIsCutAtItsTopLevelSemicolons() {
        String script = ";-- first;\nCREATE TABLE part(id, name); /* ; */ ;\n" + TRIGGER
                + ";;\nBEGIN;INSERT INTO part VALUES (1, 'a;b') ; "
                + "COMMIT -- last";
        assertThat(SqlText.statements(script)).containsExactly("CREATE TABLE part(id, name)", TRIGGER, "BEGIN",
                "INSERT INTO part VALUES (1, 'a;b')", "COMMIT");
    }

    @Test
    void aTriggersBodyDoesNotControlTransactions() {
        assertThat(SqlText.statements(TRIGGER + "; SELECT 1;")).extracting(sql -> SqlText.of(sql).verb())
                .containsExactly(Verb.OTHER, Verb.QUERY);
    }

    /** Scripts are put together of pieces whose borders are known. */
    @Test
    void randomScriptsAreCutWhereTheyWerePutTogether() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 3_000; round++) {
            List<String> statements = new ArrayList<>();
            StringBuilder script = new StringBuilder(gap(random));
            int count = random.nextInt(5);
            for (int i = 0; i < count; i++) {
                String statement = random.nextInt(4) == 0 ? trigger(random) : statement(random);
                statements.add(statement);
                script.append(statement).append(blank(random)).append(';').append(gap(random));
            }
            String sql = script.toString();
            assertThat(SqlText.statements(sql)).as("seed %d, script %s", seed, sql).isEqualTo(statements);
            SqlText text = SqlText.of(sql);
            assertThat(text.isEmpty()).as("seed %d, script %s", seed, sql).isEqualTo(count == 0);
            assertThat(text.hasSecondStatement()).as("seed %d, script %s", seed, sql).isEqualTo(count > 1);
            for (String statement : statements) {
                assertThat(SqlText.statements(statement)).as("seed %d", seed).containsExactly(statement);
            }
        }
    }

    private static String pick(Random random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static String blank(Random random) {
        return pick(random, " ", "\n", "\t", "/* ; ' */", " -- it's; \"\n", "/**/", "/*/;*/", "\r\n", " \uFEFF");
    }

    private static String gap(Random random) {
        StringBuilder gap = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            gap.append(random.nextInt(3) == 0 ? ";" : blank(random));
        }
        return gap.toString();
    }

    private static String quoted(Random random) {
        String content = pick(random, "", ";", "--", "/*", "*/", "END", ";END;", "ü", "\uD83D\uDE00", "BEGIN;", "?", "''", "``",
                "]", "[");
        String quote = pick(random, "'", "\"", "`", "[");
        if (quote.equals("[")) {
            return "[" + content.replace("]", "") + "]";
        }
        return quote + content.replace(quote, quote + quote) + quote;
    }

    private static String words(Random random) {
        StringBuilder words = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            words.append(blank(random))
                    .append(pick(random, "SELECT", "create", "trigger", "begin", "temp", "end", "CASE", "explain", "a$b",
                            "1.5e-3", "?", ":name", "$a::b(;)", "(", ")", "<>", "-", "/", "*", quoted(random), quoted(random)));
        }
        return words.append(blank(random)).append("x").toString();
    }

    private static String statement(Random random) {
        return pick(random, "SELECT", "insert", "END", "BEGIN", "create table", "CREATE TEMP TABLE", "EXPLAIN SELECT",
                "'quoted'", "(",
                "CREATE [TRIGGER]", "drop trigger", "SELECT CASE 1 END")
                .concat(words(random).replace("create", "c").replace("trigger", "t"));
    }

    private static String trigger(Random random) {
        StringBuilder trigger = new StringBuilder(pick(random, "", "EXPLAIN ", "explain query plan "))
                .append(pick(random, "CREATE", "create", "Create/*;*/")).append(pick(random, " ", " TEMP ", "\ntemporary--;\n"))
                .append(pick(random, "TRIGGER", "trigger")).append(words(random)).append(" BEGIN");
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            trigger.append(pick(random, " SELECT", " UPDATE", "\nSELECT CASE 1 END,")).append(words(random)).append(';')
                    .append(blank(random));
        }
        return trigger.append(blank(random)).append(pick(random, "END", "end")).toString();
    }

    @Test
    void statementByStatementAScriptDoesWhatSqliteMakesOfTheWhole() throws Exception {
        String script = "CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT);CREATE TABLE log(what, id);;" + TRIGGER + ";\n"
                + "INSERT INTO part(name) VALUES ('a;b'), (NULL) -- ; \n; /* ; */ CREATE VIEW v AS SELECT ';' AS \"a;b\", [id] FROM part;"
                + "CREATE TEMP TRIGGER IF NOT EXISTS t INSTEAD OF DELETE ON v BEGIN DELETE FROM part; END;"
                + "INSERT INTO part(name) SELECT CASE WHEN name IS ';END;' THEN 'yes;' END FROM part";
        String all = "SELECT group_concat(sql, '|') FROM sqlite_schema UNION ALL SELECT group_concat(what || id, '|') FROM log"
                + " UNION ALL SELECT group_concat(coalesce(name, '-'), '|') FROM part UNION ALL SELECT sql FROM sqlite_temp_schema";
        List<String> whole = new ArrayList<>();
        List<String> oneByOne = new ArrayList<>();
        try (Connection connection = memory(); Statement statement = connection.createStatement()) {
            DB db = connection.unwrap(SQLiteConnection.class).getDatabase();
            assertThat(db._exec(script)).isZero();
            collect(statement, all, whole);
        }
        try (Connection connection = memory(); Statement statement = connection.createStatement()) {
            for (String sql : SqlText.statements(script)) {
                statement.execute(sql);
            }
            collect(statement, all, oneByOne);
        }
        assertThat(oneByOne).isEqualTo(whole);
        assertThat(whole.get(2)).contains("yes;");
    }

    private static void collect(Statement statement, String sql, List<String> into) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                into.add(result.getString(1));
            }
        }
    }

    private static Connection memory() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite::memory:");
    }

    // Its parameters

    @Test
    void parametersStandInSqlitesOrder() {
        assertThat(names("SELECT 1")).isEmpty();
        assertThat(names("SELECT ?, ?")).containsExactly(null, null);
        assertThat(names("SELECT :a, ?, @a, $a, :a")).containsExactly(":a", null, "@a", "$a");
        assertThat(names("SELECT ?3, ?")).containsExactly(null, null, "?3", null);
        assertThat(names("SELECT ?2, :a, ?3, ?2")).containsExactly(null, "?2", ":a");
        assertThat(names("SELECT $a::b(c), $a::b, $::c")).containsExactly("$a::b(c)", "$a::b", "$::c");
        assertThat(names("SELECT :ä1_$, :1")).containsExactly(":ä1_$", ":1");
        assertThat(names("SELECT (?)AND:a,a.b=?")).containsExactly(null, ":a", null);
    }

    @Test
    void whatIsQuotedOrCommentedOrPartOfANameIsNoParameter() {
        assertThat(names("SELECT '?', \":a\", [@b], `$c`, a$b, 1 -- ?\n, 2 /* :d */")).isEmpty();
        assertThat(names("SELECT 'a'':a' || :b; :c")).containsExactly(":b");
    }

    @Test
    void aNumberThatSqliteRefusesReservesNothing() {
        assertThat(names("SELECT ?0, ?32767, ?99999999999, ?99999999999999999999999")).isEmpty();
        assertThat(names("SELECT ?000000000001")).containsExactly("?000000000001");
        assertThat(names("SELECT ?32766")).hasSize(32_766);
    }

    private static List<String> names(String sql) {
        return SqlText.of(sql).parameterNames();
    }

    /** Each parameter is bound to its own number, so the row tells which number SQLite gave to each occurrence. */
    @Test
    void sqliteNumbersRandomParametersAlike() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        try (Connection connection = memory()) {
            for (int round = 0; round < 500; round++) {
                List<String> occurrences = new ArrayList<>();
                for (int i = 1 + random.nextInt(6); i > 0; i--) {
                    occurrences.add(pick(random, "?", "?1", "?2", "?7", ":a", "@a", "$a", ":b", ":A", "$a::b", "$a::b(c)",
                            "$a(x;y)", ":ü"));
                }
                String sql = "SELECT " + String.join(blank(random) + ",", occurrences);
                List<String> names = names(sql);
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    assertThat(names).as("seed %d, %s", seed, sql)
                            .hasSize(statement.getParameterMetaData().getParameterCount());
                    for (int i = 1; i <= names.size(); i++) {
                        statement.setInt(i, i);
                    }
                    try (ResultSet row = statement.executeQuery()) {
                        row.next();
                        requireNumbers(occurrences, names, row, "seed " + seed + ", " + sql);
                    }
                }
            }
        }
    }

    private static void requireNumbers(List<String> occurrences, List<String> names, ResultSet row, String what)
            throws SQLException {
        for (int i = 0; i < occurrences.size(); i++) {
            String occurrence = occurrences.get(i);
            int number = row.getInt(i + 1);
            String name = names.get(number - 1);
            if (occurrence.equals("?")) {
                // a later ?5 may point at the same one
                assertThat(name == null || name.equals("?" + number)).as(what).isTrue();
            } else if (occurrence.startsWith("?")) {
                assertThat(number).as(what).isEqualTo(Integer.parseInt(occurrence.substring(1)));
                assertThat(name).as(what).isNotNull();
            } else {
                assertThat(name).as(what).isEqualTo(occurrence);
                assertThat(names.indexOf(occurrence)).as(what).isEqualTo(names.lastIndexOf(occurrence));
            }
        }
    }

    @Test
    void theNamesCanNotBeChanged() {
        assertThatThrownBy(() -> names("SELECT :a").set(0, "b")).isInstanceOf(UnsupportedOperationException.class);
    }
}
