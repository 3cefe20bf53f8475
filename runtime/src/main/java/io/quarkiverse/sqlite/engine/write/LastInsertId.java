package io.quarkiverse.sqlite.engine.write;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

import io.quarkiverse.sqlite.engine.driver.Admission;
import io.quarkiverse.sqlite.engine.driver.Cursor;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.driver.DriverStatement;

/**
 * Which rowid a statement inserted, if it inserted one.
 * <p>
 * {@code last_insert_rowid()} belongs to the connection: "Inserts into WITHOUT ROWID tables are not recorded", nor
 * are failed or ignored ones, and then it still tells of an earlier statement. When it has moved, this statement
 * moved it. When it has not, the statement's program decides whether its insert would have set it to the value that
 * it already had.
 * <p>
 * Guarded by the writer's lease.
 */
final class LastInsertId {

    private static final String ROWID = "SELECT last_insert_rowid()";
    private static final String SCHEMA_VERSION = "PRAGMA schema_version";
    private static final int MAX_PROGRAMS = 128;
    private static final Object[] NO_PARAMETERS = {};

    // SQLite's flags in P5 of the opcode Insert
    private static final long ISUPDATE = 0x04;
    private static final long LASTROWID = 0x20;

    /** What the program of a statement does, under the schema that it was made for. */
    private record Program(long schemaVersion, int schemaGeneration, boolean setsRowid) {
    }

    private final DriverConnection connection;
    private final Map<String, Program> programs = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Program> eldest) {
            return size() > MAX_PROGRAMS;
        }
    };

    LastInsertId(DriverConnection connection) {
        this.connection = connection;
    }

    /** The connection's value. */
    long current() {
        return number(ROWID);
    }

    /**
     * @param sql an INSERT that just ran and changed rows
     * @param before the connection's value before it ran
     */
    OptionalLong of(String sql, long before) {
        long after = current();
        return after != before || setsRowid(sql) ? OptionalLong.of(after) : OptionalLong.empty();
    }

    private boolean setsRowid(String sql) {
        long schemaVersion = number(SCHEMA_VERSION);
        Program program = programs.get(sql);
        int generation = connection.schemaGeneration();
        if (program == null || program.schemaVersion() != schemaVersion || program.schemaGeneration() != generation) {
            program = new Program(schemaVersion, generation, connection.once("EXPLAIN " + sql, LastInsertId::explainsRowid));
            programs.put(sql, program);
        }
        return program.setsRowid();
    }

    /** An upsert has an Insert of each kind; since the value did not move, it is taken to have updated. */
    private static boolean explainsRowid(Cursor cursor) {
        boolean sets = false;
        Object[] row = new Object[cursor.columns().count()];
        int opcode = cursor.columns().indexOf("opcode");
        int p1 = cursor.columns().indexOf("p1");
        int p5 = cursor.columns().indexOf("p5");
        long previousAddress = -1;
        while (cursor.next()) {
            cursor.read(row, 0);
            long address = (Long) row[0];
            if (address <= previousAddress) {
                break; // the programs of triggers follow, each from address 0; their rowids are restored
            }
            previousAddress = address;
            if ("Insert".equals(row[opcode])) {
                long flags = (Long) row[p5];
                if ((flags & ISUPDATE) != 0) {
                    return false;
                }
                sets |= (flags & LASTROWID) != 0;
            } else if ("VUpdate".equals(row[opcode])) {
                sets |= (Long) row[p1] != 0; // P1 says whether an insert sets last_insert_rowid()
            }
        }
        return sets;
    }

    private long number(String sql) {
        try (DriverStatement statement = connection.statement(sql, Admission.ANY)) {
            return statement.query(NO_PARAMETERS, cursor -> {
                cursor.next();
                Object[] row = new Object[1];
                cursor.read(row, 0);
                return (Long) row[0];
            });
        }
    }
}
