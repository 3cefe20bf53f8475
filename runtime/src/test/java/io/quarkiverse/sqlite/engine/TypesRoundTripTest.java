package io.quarkiverse.sqlite.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.UUID;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.SqliteQueryException;

/** What goes in comes out, through a file, on databases of every encoding. */
@Timeout(120)
class TypesRoundTripTest {

    @TempDir
    Path directory;

    private Database db;

    private void open(String encoding) {
        db = Database.open(DatabaseOptions.builder(directory.resolve("test.db")).pragma("encoding", encoding).build());
        db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v BLOB)");
    }

    @AfterEach
    void close() {
        db.close();
    }

    /** Through the writer, the file and a reader. */
    private Row stored(Object value) {
        long id = db.execute("INSERT INTO t(v) VALUES (?)", value).lastInsertId().getAsLong();
        Row row = db.selectFirst("SELECT v FROM t WHERE id = ?", id).orElseThrow();
        db.inTransaction(tx -> assertThat(tx.selectFirst("SELECT v FROM t WHERE id = ?", id)).hasValue(row));
        return row;
    }

    @ParameterizedTest
    @ValueSource(strings = { "UTF-8", "UTF-16le", "UTF-16be" })
    void everyKindOfParameter(String encoding) {
        open(encoding);
        assertThat(stored(null).isNull(0)).isTrue();
        assertThat(stored(true).getBoolean(0)).isTrue();
        assertThat(stored(false).get(0)).isEqualTo(0L);
        assertThat(stored((byte) -3).get(0)).isEqualTo(-3L);
        assertThat(stored((short) 300).get(0)).isEqualTo(300L);
        assertThat(stored(Integer.MIN_VALUE).getInt(0)).isEqualTo(Integer.MIN_VALUE);
        assertThat(stored(Long.MAX_VALUE).getLong(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(stored(Long.MIN_VALUE).getLong(0)).isEqualTo(Long.MIN_VALUE);
        assertThat(stored(1.5f).get(0)).isEqualTo(1.5);
        for (double d : new double[] { 0.1, -0.0, Double.MIN_VALUE, Double.MAX_VALUE, Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY, 1e15 }) {
            // SQLite has no negative zero in its files
            assertThat(stored(d).getDouble(0)).isEqualTo(d == 0 ? 0.0 : d);
        }
        assertThat(stored(new BigInteger("9223372036854775807")).get(0)).isEqualTo(Long.MAX_VALUE);
        BigDecimal decimal = new BigDecimal("-12345678901234567890.12345678901234567890");
        assertThat(stored(decimal).getBigDecimal(0)).isEqualTo(decimal);
        assertThat(stored('ß').getString(0)).isEqualTo("ß");
        assertThat(stored(DayOfWeek.FRIDAY).getEnum(0, DayOfWeek.class)).isEqualTo(DayOfWeek.FRIDAY);
        assertThat(stored(new byte[] { 0, -1, 127 }).getBytes(0)).containsExactly(0, -1, 127);
        assertThat(stored(new byte[0]).getBytes(0)).isEmpty();
        assertThat(stored(ByteBuffer.wrap(new byte[] { 1, 2, 3, 4 }, 1, 2)).getBytes(0)).containsExactly(2, 3);
        UUID uuid = UUID.fromString("123e4567-e89b-12d3-a456-426614174000");
        assertThat(stored(uuid).getUUID(0)).isEqualTo(uuid);
        Instant instant = Instant.parse("2024-02-29T23:59:59.123456789Z");
        assertThat(stored(instant).getInstant(0)).isEqualTo(instant);
        assertThat(stored(OffsetDateTime.ofInstant(instant, ZoneOffset.ofHours(9))).getInstant(0)).isEqualTo(instant);
        assertThat(stored(LocalDate.of(2024, 2, 29)).getLocalDate(0)).isEqualTo(LocalDate.of(2024, 2, 29));
        LocalDateTime local = LocalDateTime.of(2024, 2, 29, 1, 2, 3, 4_000_000);
        assertThat(stored(local).getLocalDateTime(0)).isEqualTo(local);
    }

    @ParameterizedTest
    @ValueSource(strings = { "UTF-8", "UTF-16le", "UTF-16be" })
    void textOfAllKinds(String encoding) {
        open(encoding);
        for (String text : List.of("", " ", "a", "größe", "日本語", "🙂 astral 𝄞", "nul \0 inside", "\0", "\t\r\n\"'\\",
                "e\u0301",
                "\uFEFFmark", "\uFFFF\uFFFE", "\u0000\u0001\u007f\u0080", "x".repeat(100_000), "é".repeat(70_000))) {
            assertThat(stored(text).getString(0)).isEqualTo(text);
        }
        assertThat(db.selectFirst("PRAGMA encoding").orElseThrow().getString(0)).isEqualTo(encoding);
    }

    @ParameterizedTest
    @ValueSource(strings = { "UTF-8", "UTF-16le" })
    void randomValues(String encoding) {
        open(encoding);
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            long integer = random.nextLong() >> random.nextInt(64);
            double real = Double.longBitsToDouble(random.nextLong());
            byte[] blob = new byte[random.nextInt(300)];
            random.nextBytes(blob);
            String text = random.ints(random.nextInt(40), 0, 0x11_0000).filter(c -> c < 0xD800 || c > 0xDFFF)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
            assertThat(stored(integer).get(0)).as("seed %d", seed).isEqualTo(integer);
            if (!Double.isNaN(real) && real != 0) {
                assertThat(stored(real).get(0)).as("seed %d", seed).isEqualTo(real);
            }
            assertThat(stored(blob).getBytes(0)).as("seed %d", seed).isEqualTo(blob);
            assertThat(stored(text).getString(0)).as("seed %d", seed).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = "UTF-8")
    void whatSqliteWouldChangeSilentlyIsRefused(String encoding) {
        open(encoding);
        for (Object value : new Object[] { Double.NaN, Float.NaN, "lone \uD800", '\uDC00',
                new BigInteger("9223372036854775808"),
                new Object(), new int[] { 1 }, List.of() }) {
            assertThatThrownBy(() -> stored(value)).isInstanceOf(SqliteQueryException.class);
        }
        assertThat(db.select("SELECT * FROM t")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = "UTF-8")
    void pointsInTimeSortAndAreReadBySqlite(String encoding) {
        open(encoding);
        List<Instant> sorted = List.of(Instant.parse("0001-01-01T00:00:00Z"), Instant.parse("2024-02-29T12:30:00Z"),
                Instant.parse("2024-02-29T12:30:00.000000001Z"), Instant.parse("2024-02-29T12:30:00.5Z"),
                Instant.parse("2024-02-29T12:30:01Z"), Instant.parse("9999-12-31T00:00:00Z"));
        for (int i = sorted.size() - 1; i >= 0; i--) {
            db.execute("INSERT INTO t(v) VALUES (?)", sorted.get(i));
        }
        assertThat(db.select(row -> row.getInstant(0), "SELECT v FROM t ORDER BY v")).isEqualTo(sorted);
        assertThat(db.selectFirst("SELECT datetime(?), date(?), datetime(?)", sorted.get(3), LocalDate.of(2024, 2, 29),
                LocalDateTime.of(2024, 2, 29, 12, 30)).orElseThrow().toString())
                .contains("2024-02-29 12:30:00").contains("=2024-02-29,").doesNotContain("null");
    }
}
