package io.quarkiverse.sqlite.engine.driver.jni;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;
import org.sqlite.core.DB;
import org.sqlite.jdbc4.JDBC4Connection;

import io.quarkiverse.sqlite.SqliteException;
import io.quarkiverse.sqlite.engine.driver.Admission;
import io.quarkiverse.sqlite.engine.driver.CursorReader;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.driver.DriverStatement;
import io.quarkiverse.sqlite.engine.driver.SqlText;
import io.quarkiverse.sqlite.engine.driver.SqliteErrors;
import io.quarkiverse.sqlite.engine.driver.StatementCache;

/**
 * A connection of sqlite-jdbc, used below its JDBC layer.
 * <p>
 * All calls into {@link DB} are {@code synchronized}; whoever runs a whole execution holds the monitor for all of it,
 * so each call inside locks recursively, which is cheap, instead of anew.
 */
public final class JniConnection implements DriverConnection {

    private static final Object[] NO_PARAMETERS = {};

    /** The driver wraps SQLite's message into the name of the code and a general description. */
    private static final Pattern MESSAGE = Pattern.compile("\\[(\\w+)]\\s+[^(]*\\((.*)\\)", Pattern.DOTALL);

    private final JDBC4Connection connection;
    final DB db;
    // guarded by the lease, like the cache
    /** TEXT is read as raw UTF-8 bytes only when the database stores it so. */
    private boolean utf8;
    private int encodingSchema = -1;
    private int schemaGeneration;
    private final StatementCache<JniStatement> cache;
    private final SchemaVersion schemaVersion;
    /** Written under the lease only, read from anywhere: hence the cheap ordered writes. */
    private final AtomicLong hits = new AtomicLong();
    private final AtomicLong misses = new AtomicLong();

    private JniConnection(JDBC4Connection connection, int cacheSize) throws SQLException {
        this.connection = connection;
        this.db = connection.getDatabase();
        // Only the driver's own flag, not Connection.setAutoCommit: with it on, DB.execute runs BEGIN and COMMIT behind every statement
        // that returns no row, to learn whether a transaction is open.
        connection.getConnectionConfig().setAutoCommit(false);
        this.cache = new StatementCache<>(cacheSize, JniStatement::finish);
        this.schemaVersion = new SchemaVersion(connection);
    }

    /**
     * @param file the database file
     * @param readOnly whether SQLite opens it with SQLITE_OPEN_READONLY
     * @param cacheSize how many idle statements are kept
     */
    public static JniConnection open(Path file, boolean readOnly, int cacheSize) {
        SQLiteConfig config = new SQLiteConfig();
        // SQLite's own mutex would only cost: a connection is leased to one thread at a time
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        config.setReadOnly(readOnly);
        String name = file.toString();
        try {
            JDBC4Connection connection = new JDBC4Connection("jdbc:sqlite:" + name, name, config.toProperties());
            try {
                return new JniConnection(connection, cacheSize);
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw translate(e, null);
        }
    }

    @Override
    public DriverStatement statement(String sql, Admission admission) {
        JniStatement statement = cache.take(sql);
        if (statement == null) {
            SqlText text = SqlText.single(sql);
            admission.admit(text, sql);
            misses.lazySet(misses.getPlain() + 1);
            return new JniStatement(this, sql, text);
        }
        try {
            admission.admit(statement.text(), sql);
        } catch (SqliteException e) {
            giveBack(statement);
            throw e;
        }
        hits.lazySet(hits.getPlain() + 1);
        return statement;
    }

    void giveBack(JniStatement statement) {
        cache.giveBack(statement.sql(), statement);
    }

    JDBC4Connection jdbc() {
        return connection;
    }

    boolean utf8() {
        return utf8;
    }

    /**
     * The encoding is decided when the first table is made, which may be later than the connection, and never changes again.
     */
    void learnEncoding(int schemaVersion) {
        if (schemaVersion != encodingSchema) {
            encodingSchema = schemaVersion; // first, for the question asks for it, too
            utf8 = false;
            try {
                utf8 = schemaVersion != 0 && value("PRAGMA encoding").filter("UTF-8"::equals).isPresent();
            } catch (SqliteException e) {
                encodingSchema = -1; // interrupted: to be asked again
                throw e;
            }
        }
    }

    /**
     * A rollback takes the schema version back, and the next change gives the same number to another schema; and temporary
     * and attached databases have versions of their own.
     */
    void schemaMayChange() {
        schemaGeneration++;
    }

    @Override
    public int schemaGeneration() {
        return schemaGeneration;
    }

    /** The schema cookie as the read transaction of the running statement sees it. */
    int schemaVersion() throws SQLException {
        return schemaVersion.read(db);
    }

    @Override
    public void script(String sql) {
        schemaMayChange();
        try {
            int code = db._exec(sql);
            if (code != 0) {
                db.throwex(code);
            }
        } catch (SQLException e) {
            throw translate(e, sql);
        }
    }

    @Override
    public <T> T once(String sql, CursorReader<T> reader) {
        JniStatement statement = new JniStatement(this, sql, SqlText.single(sql));
        try {
            return statement.query(NO_PARAMETERS, reader);
        } finally {
            statement.finish();
        }
    }

    @Override
    public long changes() {
        try {
            return db.changes();
        } catch (SQLException e) {
            throw translate(e, null);
        }
    }

    /**
     * sqlite3_get_autocommit is not among the JNI calls; a BEGIN tells the same, for it fails inside a transaction. Error paths
     * only.
     */
    @Override
    public boolean autocommit() {
        try {
            script("BEGIN");
        } catch (SqliteException e) {
            return false;
        }
        script("ROLLBACK");
        return true;
    }

    @Override
    public void interrupt() {
        try {
            db.interrupt();
        } catch (SQLException e) {
            throw translate(e, null);
        }
    }

    @Override
    public long cacheHits() {
        return hits.get();
    }

    /** Read without the lease: a number that is just changing is as good as the one before. */
    @Override
    public int cachedStatements() {
        return cache.size();
    }

    @Override
    public long cacheMisses() {
        return misses.get();
    }

    @Override
    public void close() {
        try {
            if (!connection.isClosed()) {
                cache.clear();
                connection.close();
            }
        } catch (SQLException e) {
            throw translate(e, null);
        }
    }

    static SqliteException translate(SQLException e, String sql) {
        int code = e instanceof SQLiteException sqlite && sqlite.getResultCode().code > 0 ? sqlite.getResultCode().code
                : Math.max(1, e.getErrorCode());
        Matcher message = MESSAGE.matcher(String.valueOf(e.getMessage()));
        return SqliteErrors.of(code, message.matches() ? message.group(2) + " (" + message.group(1) + ")" : e.getMessage(), sql,
                e);
    }
}
