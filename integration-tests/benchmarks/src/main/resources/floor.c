/* Runs units of a lane with sqlite3_column_* and a copy of every value; prints the median of the microseconds of one unit.
 * floor FILE SQL UNITS PARAMETER...   without arguments: the version of SQLite */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *sink;
static size_t sink_size, sink_used;

static void keep(const void *value, size_t size) {
    if (sink_used + size > sink_size) {
        sink_size = (sink_used + size) * 2;
        sink = realloc(sink, sink_size);
    }
    if (size) memcpy(sink + sink_used, value, size);
    sink_used += size;
}

static void read_all(sqlite3_stmt *statement, sqlite3_int64 parameter) {
    sqlite3_bind_int64(statement, 1, parameter);
    sink_used = 0;
    while (sqlite3_step(statement) == SQLITE_ROW) {
        int columns = sqlite3_column_count(statement);
        for (int i = 0; i < columns; i++) {
            switch (sqlite3_column_type(statement, i)) {
            case SQLITE_INTEGER: { sqlite3_int64 v = sqlite3_column_int64(statement, i); keep(&v, sizeof v); break; }
            case SQLITE_FLOAT: { double v = sqlite3_column_double(statement, i); keep(&v, sizeof v); break; }
            case SQLITE_TEXT: { const unsigned char *v = sqlite3_column_text(statement, i); keep(v, sqlite3_column_bytes(statement, i)); break; }
            case SQLITE_BLOB: { const void *v = sqlite3_column_blob(statement, i); keep(v, sqlite3_column_bytes(statement, i)); break; }
            }
        }
    }
    sqlite3_reset(statement);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
    if (argc < 5) {
        puts(sqlite3_libversion());
        return 0;
    }
    sqlite3 *db;
    sqlite3_stmt *statement;
    int units = atoi(argv[3]);
    double *times = malloc(units * sizeof *times);
    if (sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK
            || sqlite3_prepare_v2(db, argv[2], -1, &statement, NULL) != SQLITE_OK) {
        puts(sqlite3_errmsg(db));
        return 1;
    }
    /* as many again come first, to warm the caches */
    for (int unit = -units; unit < units; unit++) {
        double start = now();
        for (int i = 4; i < argc; i++) read_all(statement, atoll(argv[i]));
        if (unit >= 0) times[unit] = now() - start;
    }
    qsort(times, units, sizeof *times, compare);
    printf("%.3f\n", times[units / 2]);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return 0;
}
