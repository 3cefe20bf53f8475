package io.quarkiverse.sqlite.engine.driver;

/**
 * Walks over SQL token by token, as SQLite's tokenizer cuts it; blanks and comments are no tokens. Not thread-safe.
 */
final class SqlTokens {

    enum Kind {
        /** A keyword, an identifier without quotes, or a number. */
        WORD,
        /** {@code ?}, {@code ?5}, {@code :name}, {@code @name} or {@code $name}. */
        PARAMETER,
        SEMICOLON,
        OPEN,
        CLOSE,
        /** An operator, a string, a quoted identifier. */
        OTHER
    }

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String sql;
    private final int length;
    private Kind kind;
    private int start;
    private int end;

    SqlTokens(String sql) {
        this.sql = sql;
        this.length = sql.length();
    }

    /** Moves to the next token; false behind the last. */
    boolean next() {
        start = behindBlanksAndComments(end);
        if (start == length) {
            return false;
        }
        char c = sql.charAt(start);
        switch (c) {
            case ';' -> token(Kind.SEMICOLON, start + 1);
            case '(' -> token(Kind.OPEN, start + 1);
            case ')' -> token(Kind.CLOSE, start + 1);
            case '\'', '"', '`' -> token(Kind.OTHER, behindQuoted(c));
            case '[' -> token(Kind.OTHER, behind("]", start + 1));
            case '?' -> token(Kind.PARAMETER, behindDigits(start + 1));
            case ':', '@', '$' -> parameterName();
            default -> {
                if (isIdentifier(c)) {
                    token(Kind.WORD, behindIdentifier(start));
                } else {
                    token(Kind.OTHER, start + 1);
                }
            }
        }
        return true;
    }

    private void token(Kind kind, int end) {
        this.kind = kind;
        this.end = end;
    }

    Kind kind() {
        return kind;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    String text() {
        return sql.substring(start, end);
    }

    /** Whether this is the word, in any case. */
    boolean is(String word) {
        return kind == Kind.WORD && end - start == word.length() && sql.regionMatches(true, start, word, 0, word.length());
    }

    private int behindBlanksAndComments(int from) {
        int i = from;
        while (i < length) {
            if (isBlank(sql.charAt(i))) {
                i++;
            } else if (sql.startsWith("--", i)) {
                i = behind("\n", i + 2);
            } else if (sql.startsWith("/*", i)) {
                i = behind("*/", i + 2);
            } else {
                return i;
            }
        }
        return length;
    }

    /** The position behind the next occurrence, or the end of the text. */
    private int behind(String mark, int from) {
        int found = sql.indexOf(mark, from);
        return found < 0 ? length : found + mark.length();
    }

    /** A quote inside of quotes is written twice. */
    private int behindQuoted(char quote) {
        for (int i = start + 1; i < length; i++) {
            if (sql.charAt(i) == quote) {
                if (i + 1 == length || sql.charAt(i + 1) != quote) {
                    return i + 1;
                }
                i++;
            }
        }
        return length;
    }

    private int behindDigits(int from) {
        int i = from;
        while (i < length && sql.charAt(i) >= '0' && sql.charAt(i) <= '9') {
            i++;
        }
        return i;
    }

    private int behindIdentifier(int from) {
        int i = from;
        while (i < length && isIdentifier(sql.charAt(i))) {
            i++;
        }
        return i;
    }

    /**
     * SQLite: "the identifier name in this case can include one or more occurrences of '::' and a suffix enclosed in '(...)'".
     */
    private void parameterName() {
        int i = start + 1;
        boolean named = false;
        while (i < length) {
            if (isIdentifier(sql.charAt(i))) {
                i++;
                named = true;
            } else if (sql.startsWith("::", i)) {
                i += 2;
            } else {
                break;
            }
        }
        if (named && i < length && sql.charAt(i) == '(') {
            i = behindSuffix(i);
        }
        token(named ? Kind.PARAMETER : Kind.OTHER, i);
    }

    private int behindSuffix(int from) {
        int i = from;
        while (i < length && sql.charAt(i) != ')' && !isBlank(sql.charAt(i))) {
            i++;
        }
        return i < length && sql.charAt(i) == ')' ? i + 1 : i;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == BYTE_ORDER_MARK;
    }

    private static boolean isIdentifier(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80;
    }
}
