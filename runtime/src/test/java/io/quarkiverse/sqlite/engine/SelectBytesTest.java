package io.quarkiverse.sqlite.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.quarkiverse.sqlite.DatabaseOptions;
import io.quarkiverse.sqlite.JsonBytes;
import io.quarkiverse.sqlite.SqliteQueryException;
import io.quarkiverse.sqlite.engine.observe.EngineListener;

@Timeout(120)
class SelectBytesTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    private DatabaseEngine db;

    @BeforeEach
    void open() {
        open(DatabaseOptions.builder(directory.resolve("test.db")).readersSize(4).build());
    }

    private void open(DatabaseOptions options) {
        db = new DatabaseEngine(options, EngineListener.NONE);
    }

    @AfterEach
    void close() {
        db.close();
    }

    private String json(String sql, Object... params) {
        JsonBytes json = db.selectBytes(sql, params);
        assertThat(json.size()).isEqualTo(json.bytes().length);
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(json.bytes())).toString();
        } catch (CharacterCodingException e) {
            throw new AssertionError("no valid UTF-8", e);
        }
    }

    @Test
    void hasNoWhiteSpaceAndTheKeysInColumnOrder() throws IOException {
        assertThat(json("SELECT 1 AS b, 'x' AS a, NULL AS \"quo\"\"te\", 2.5 AS r UNION ALL SELECT 2, 'y', 3, 1"))
                .isEqualTo(
                        "[{\"b\":1,\"a\":\"x\",\"quo\\\"te\":null,\"r\":2.5},{\"b\":2,\"a\":\"y\",\"quo\\\"te\":3,\"r\":1}]");
        assertThat(json("SELECT 1 WHERE 0")).isEqualTo("[]");
        JsonBytes bytes = db.selectBytes("SELECT 1 AS a UNION ALL SELECT 2");
        assertThat(bytes.rowCount()).isEqualTo(2);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        bytes.writeTo(out);
        assertThat(out.toString(UTF_8)).isEqualTo("[{\"a\":1},{\"a\":2}]");
    }

    @Test
    void integersHaveAllTheirDigits() {
        for (long value : new long[] { 0, 1, -1, 9, 10, -10, 99, 100, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1,
                1_000_000_000_000_000_000L,
                999_999_999_999_999_999L, Integer.MIN_VALUE, 1L << 53 }) {
            assertThat(json("SELECT ? AS v", value)).isEqualTo("[{\"v\":" + value + "}]");
        }
        for (long power = 1; power > 0 && power <= 1_000_000_000_000_000_000L; power *= 10) {
            assertThat(json("SELECT ? AS v, ? AS w", power - 1, -power))
                    .isEqualTo("[{\"v\":" + (power - 1) + ",\"w\":" + -power + "}]");
        }
    }

    @Test
    void realsAreTheShortestThatReadBack() {
        assertThat(json("SELECT 1.0 AS a, -0.5 AS b, 0.1 AS c, 1e300 AS d, 100.0 AS e, 0.1 + 0.2 AS f, 2e-3 AS g"))
                .isEqualTo(
                        "[{\"a\":1.0,\"b\":-0.5,\"c\":0.1,\"d\":1.0E300,\"e\":100.0,\"f\":0.30000000000000004,\"g\":0.002}]");
        assertThat(json(
                "SELECT -0.25 AS a, 0.0001 AS b, -12345678.9 AS c, 99999999999.9999 AS d, 0.0 AS e, 7.0 AS f, 0.00001 AS g, -3.07 AS h"))
                .isEqualTo(
                        "[{\"a\":-0.25,\"b\":0.0001,\"c\":-12345678.9,\"d\":99999999999.9999,\"e\":0.0,\"f\":7.0,\"g\":1.0E-5,\"h\":-3.07}]");
        assertThat(json("SELECT 9e999 AS a, -9e999 AS b")).isEqualTo("[{\"a\":9e999,\"b\":-9e999}]");
        // Double.toString of Java 17 has more digits of it
        assertThat(json("SELECT 2.0e-322 AS a, 2.2250738585072014e-308 AS b, 2e23 AS c").toUpperCase())
                .isEqualTo("[{\"A\":2.0E-322,\"B\":2.2250738585072014E-308,\"C\":2.0E23}]");
    }

    @Test
    void textIsEscapedAndAlwaysValid() throws IOException {
        for (String text : List.of("", "plain", "\"\\/", "\b\f\n\r\t", "\0\u0001\u001f\u007f", "größe", "日本語", "🙂𝄞",
                "\u2028\u2029\uFFFF",
                "\"".repeat(5_000), "\u0003".repeat(20_000), "ä".repeat(20_000))) {
            String json = json("SELECT ? AS v", text);
            assertThat(JSON.readTree(json).get(0).get("v").textValue()).isEqualTo(text);
        }
        assertThat(json("SELECT ? AS v", "a\"b\\c\n\u0001")).isEqualTo("[{\"v\":\"a\\\"b\\\\c\\n\\u0001\"}]");
    }

    @ParameterizedTest
    @ValueSource(strings = { "ff", "c0af", "e0809f", "eda080", "f4908080", "f8888080", "c3", "e282", "f09f99", "80", "41c328",
            "f09f9982c3" })
    void textThatIsNoUtf8IsReplacedWhereItIsWrong(String hex) {
        byte[] raw = HexFormat.of().parseHex(hex);
        assertThat(json("SELECT CAST(x'41" + hex + "42' AS TEXT) AS v"))
                .isEqualTo("[{\"v\":\"A" + new String(raw, UTF_8) + "B\"}]");
        assertThat(json("SELECT CAST(x'" + hex + "' AS TEXT) AS v")).isEqualTo("[{\"v\":\"" + new String(raw, UTF_8) + "\"}]");
    }

    @Test
    void blobsAreBase64WithPadding() {
        for (int size : new int[] { 0, 1, 2, 3, 6, 1_000 }) {
            byte[] blob = new byte[size];
            new Random(size).nextBytes(blob);
            assertThat(json("SELECT ? AS v", blob)).isEqualTo("[{\"v\":\"" + Base64.getEncoder().encodeToString(blob) + "\"}]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "UTF-8", "UTF-16le" })
    void isWhatSqliteItselfMakesOfIt(String encoding) throws IOException {
        db.close();
        open(DatabaseOptions.builder(directory.resolve(encoding + ".db")).pragma("encoding", encoding).build());
        db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, \"c \"\" \u00fc\")");
        long seed = System.nanoTime();
        Random random = new Random(seed);
        db.executeBatch("INSERT INTO t VALUES (NULL, ?, ?, ?)",
                IntStream.range(0, 2_000).mapToObj(i -> new Object[] { value(random), value(random), value(random) }).toList());
        String sqlite = db.selectFirst(
                "SELECT json_group_array(json_object('id', id, 'a', a, 'b', b, 'c \" \u00fc', \"c \"\" \u00fc\")) FROM"
                        + " (SELECT * FROM t ORDER BY id)")
                .orElseThrow().getString(0);
        JsonNode expected = JSON.readTree(sqlite);
        JsonNode actual = JSON.readTree(json("SELECT * FROM t ORDER BY id"));
        assertThat(actual).as("seed %d", seed).hasSize(2_000);
        for (int i = 0; i < 2_000; i++) {
            assertThat(actual.get(i)).as("seed %d, row %d", seed, i).isEqualTo(expected.get(i));
        }
        db.inTransaction(tx -> {
            tx.execute("DELETE FROM t WHERE id > 10");
            assertThat(JSON.readTree(tx.selectBytes("SELECT * FROM t").bytes())).hasSize(10);
            assertThat(JSON.readTree(db.selectBytes("SELECT * FROM t").bytes())).as("joins").hasSize(10);
        });
    }

    private static Object value(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> null;
            case 1 -> random.nextLong() >> random.nextInt(64);
            case 2 -> finite(random);
            case 3 -> random.nextInt(1_000) / 100.0;
            default -> random.ints(random.nextInt(30), 0, random.nextBoolean() ? 0x80 : 0x11_0000)
                    .filter(c -> c < 0xD800 || c > 0xDFFF)
                    .filter(c -> c != 0) // SQLite's own functions end at a NUL
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
        };
    }

    private static double finite(Random random) {
        double value;
        do {
            value = Double.longBitsToDouble(random.nextLong());
        } while (Double.isNaN(value) || Double.isInfinite(value));
        return value;
    }

    @Test
    void keysFollowTheSchema() {
        db.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
        assertThat(json("SELECT * FROM t")).isEqualTo("[{\"a\":1}]");
        db.execute("ALTER TABLE t RENAME COLUMN a TO b");
        for (int reader = 0; reader < 4; reader++) {
            assertThat(json("SELECT * FROM t")).isEqualTo("[{\"b\":1}]");
        }
    }

    @Test
    void readsGoRoundTheReaders() {
        List<Integer> preferred = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            db.selectBytes("SELECT 1");
            preferred.add(db.preferredReaderIndex());
        }
        assertThat(preferred).containsExactly(1, 2, 3, 0);
    }

    @Test
    void onlyReads() {
        db.execute("CREATE TABLE t(a)");
        assertThatThrownBy(() -> db.selectBytes("DELETE FROM t")).isInstanceOf(SqliteQueryException.class);
        assertThatThrownBy(() -> db.selectBytes("SELECT ?")).isInstanceOf(SqliteQueryException.class);
        assertThatThrownBy(() -> db.selectBytes("SELECT abs(?)", Long.MIN_VALUE)).hasMessageContaining("overflow");
        assertThat(json("SELECT 1 AS a")).as("the buffer starts anew").isEqualTo("[{\"a\":1}]");
    }

    /**
     * A burst grows every buffer; what goes round visits each and shrinks it. Were bytes sticky, one would be visited and the
     * others kept.
     */
    @Test
    void afterABurstAndSomeSmallOnesTheBuffersAreSmall() throws Exception {
        db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, text TEXT)");
        db.executeBatch("INSERT INTO t(text) VALUES (?)",
                IntStream.range(0, 4_000).mapToObj(i -> new Object[] { "x".repeat(1_000) }).toList());
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<CompletableFuture<JsonBytes>> burst = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> db.selectBytes("SELECT * FROM t"), threads)).toList();
        for (CompletableFuture<JsonBytes> large : burst) {
            assertThat(large.get(60, TimeUnit.SECONDS).rowCount()).isEqualTo(4_000);
        }
        threads.shutdown();
        // whatever the burst's order was, all buffers have been large
        for (int reader = 0; reader < 4; reader++) {
            db.selectBytes("SELECT * FROM t");
        }
        assertThat(db.jsonBufferRetainedBytes()).isGreaterThan(4 * 4_000_000L);
        assertThat(db.jsonBufferHighWaterBytes()).isBetween(4_000_000L, 16_000_000L);
        db.selectBytes("SELECT 1");
        assertThat(db.jsonBufferRetainedBytes()).as("one visit shrinks one of them").isGreaterThan(512 * 1024);
        for (int i = 1; i < 64; i++) {
            db.selectBytes("SELECT * FROM t WHERE id = ?", i);
        }
        assertThat(db.jsonBufferRetainedBytes()).isLessThanOrEqualTo(512 * 1024);
        assertThat(db.jsonBufferHighWaterBytes()).as("stays").isGreaterThan(4_000_000L);
    }
}
