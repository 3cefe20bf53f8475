/* Runs units of a lane with sqlite3_column_* and a copy of every value; gives the median of the microseconds of one unit.
 * As a program: floor FILE SQL UNITS "PARAMETER ...", with the system's SQLite; without arguments it prints the version.
 * With -DEXTENSION, as a loadable extension: c_floor(FILE, SQL, UNITS, 'PARAMETER ...'), with the SQLite that loads it. */
#ifdef EXTENSION
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1
#else
#include <sqlite3.h>
#endif
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
            case SQLITE_TEXT: {
                const unsigned char *v = sqlite3_column_text(statement, i);
                keep(v, sqlite3_column_bytes(statement, i));
                break;
            }
            case SQLITE_BLOB: {
                const void *v = sqlite3_column_blob(statement, i);
                keep(v, sqlite3_column_bytes(statement, i));
                break;
            }
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

/* On a connection of its own; negative, with a message, where SQLite refuses. */
static double measure(const char *file, const char *sql, int units, const char *parameters, char *message, int size) {
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    sqlite3_int64 values[1000];
    int count = 0;
    double median = -1;
    char *end;
    for (long long value = strtoll(parameters, &end, 10); end != parameters && count < 1000; value = strtoll(parameters, &end, 10)) {
        values[count++] = value;
        parameters = end;
    }
    double *times = malloc(units * sizeof *times);
    if (sqlite3_open_v2(file, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK
            || sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
        snprintf(message, size, "%s", sqlite3_errmsg(db));
    } else {
        /* as many again come first, to warm the caches */
        for (int unit = -units; unit < units; unit++) {
            double start = now();
            for (int i = 0; i < count; i++) read_all(statement, values[i]);
            if (unit >= 0) times[unit] = now() - start;
        }
        qsort(times, units, sizeof *times, compare);
        median = times[units / 2];
    }
    sqlite3_finalize(statement);
    sqlite3_close(db);
    free(times);
    return median;
}

#ifdef EXTENSION

static void c_floor(sqlite3_context *context, int count, sqlite3_value **arguments) {
    char message[200];
    (void)count;
    double median = measure((const char *)sqlite3_value_text(arguments[0]), (const char *)sqlite3_value_text(arguments[1]),
            sqlite3_value_int(arguments[2]), (const char *)sqlite3_value_text(arguments[3]), message, sizeof message);
    if (median < 0) sqlite3_result_error(context, message, -1);
    else sqlite3_result_double(context, median);
}

int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
    (void)message;
    SQLITE_EXTENSION_INIT2(api);
    return sqlite3_create_function(db, "c_floor", 4, SQLITE_UTF8, NULL, c_floor, NULL, NULL);
}

#else

int main(int argc, char **argv) {
    char message[200];
    if (argc != 5) {
        puts(sqlite3_libversion());
        return 0;
    }
    double median = measure(argv[1], argv[2], atoi(argv[3]), argv[4], message, sizeof message);
    if (median < 0) {
        puts(message);
        return 1;
    }
    printf("%.3f\n", median);
    return 0;
}

#endif
