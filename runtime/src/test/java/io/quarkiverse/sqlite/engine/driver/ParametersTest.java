package io.quarkiverse.sqlite.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.sqlite.SqliteQueryException;

@Timeout(30)
class ParametersTest {

    private static final String SQL = "SELECT ...";

    private static Object stored(Object value) {
        return Parameters.convert(new Object[] { value }, 1, SQL)[0];
    }

    private static Object[] convert(Object... params) {
        return Parameters.convert(params, params.length, SQL);
    }

    @Test
    void integersAreLongs() {
        assertThat(convert(true, false, (byte) -1, (short) 2, 3, 4L)).containsExactly(1L, 0L, -1L, 2L, 3L, 4L);
        assertThat(stored(BigInteger.valueOf(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
        assertThat(stored(BigInteger.valueOf(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anIntegerBeyond64BitsIsRefused() {
        BigInteger beyond = BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE);
        assertThatThrownBy(() -> stored(beyond)).isInstanceOf(SqliteQueryException.class).hasMessageContaining("64 bits")
                .hasMessageNotContaining("9223372036854775808");
        assertThatThrownBy(() -> stored(BigInteger.valueOf(Long.MIN_VALUE).subtract(BigInteger.ONE)))
                .isInstanceOf(SqliteQueryException.class);
    }

    @Test
    void realsAreDoubles() {
        assertThat(convert(1.5, 1.5f, Double.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, -0.0))
                .containsExactly(1.5, 1.5, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, -0.0);
    }

    @Test
    void nanIsRefused() {
        assertThatThrownBy(() -> convert(1L, Double.NaN)).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("Parameter 2").hasMessageContaining("NaN");
        assertThatThrownBy(() -> convert(Float.NaN)).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("Parameter 1");
    }

    @Test
    void aBigDecimalIsTextThatReadsBackToTheSame() {
        for (String text : List.of("0", "0.00", "-1.10", "1E+3", "1E-400", "12345678901234567890.123456789", "1E+1000000000")) {
            BigDecimal number = new BigDecimal(text);
            assertThat(new BigDecimal((String) stored(number))).isEqualTo(number);
        }
    }

    private enum Size {
        SMALL,
        LARGE {
            @Override
            public String toString() {
                return "big";
            }
        }
    }

    @Test
    void textIsText() {
        UUID uuid = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
        assertThat(convert("a\0b\uD83D\uDE00", 'x', Size.SMALL, Size.LARGE, uuid))
                .containsExactly("a\0b\uD83D\uDE00", "x", "SMALL", "LARGE", "6ba7b810-9dad-11d1-80b4-00c04fd430c8");
    }

    @ParameterizedTest
    @ValueSource(strings = { "\uD83D", "\uDE00", "\uDE00\uD83D", "a\uD83Db", "\uD83D\uD83D\uDE00", "\uD83D\uDE00\uDE00" })
    void halfASurrogatePairIsRefused(String text) {
        assertThatThrownBy(() -> stored(text)).isInstanceOf(SqliteQueryException.class).hasMessageContaining("Parameter 1")
                .hasMessageContaining("surrogate");
    }

    @Test
    void halfASurrogatePairIsRefusedAsCharacterToo() {
        assertThatThrownBy(() -> stored('\uD83D')).isInstanceOf(SqliteQueryException.class);
        assertThatThrownBy(() -> stored('\uDE00')).isInstanceOf(SqliteQueryException.class);
    }

    @Test
    void bytesAreTakenAsTheyAre() {
        byte[] bytes = { 1, 2 };
        assertThat(stored(bytes)).isSameAs(bytes);
    }

    @Test
    void whatRemainsOfABufferIsCopiedAndTheBufferStaysWhereItIs() {
        for (ByteBuffer buffer : List.of(ByteBuffer.allocate(5), ByteBuffer.allocateDirect(5))) {
            buffer.put(new byte[] { 1, 2, 3, 4, 5 }).position(1).limit(4);
            assertThat((byte[]) stored(buffer)).containsExactly(2, 3, 4);
            assertThat((byte[]) stored(buffer.asReadOnlyBuffer())).containsExactly(2, 3, 4);
            assertThat(buffer.position()).isEqualTo(1);
            assertThat(buffer.limit()).isEqualTo(4);
        }
    }

    @Test
    void datesHaveAFixedWidth() {
        assertThat(stored(Instant.parse("2024-02-29T12:34:56Z"))).isEqualTo("2024-02-29T12:34:56.000000000Z");
        assertThat(stored(Instant.parse("0000-01-01T00:00:00.000000001Z"))).isEqualTo("0000-01-01T00:00:00.000000001Z");
        assertThat(stored(Instant.parse("9999-12-31T23:59:59.999999999Z"))).isEqualTo("9999-12-31T23:59:59.999999999Z");
        assertThat(stored(OffsetDateTime.parse("2024-03-01T00:30:00.5+02:00"))).isEqualTo("2024-02-29T22:30:00.500000000Z");
        assertThat(stored(LocalDateTime.parse("0987-01-02T03:04"))).isEqualTo("0987-01-02T03:04:00.000000000");
        assertThat(stored(LocalDate.of(7, 1, 2))).isEqualTo("0007-01-02");
        assertThat(stored(LocalDate.of(9999, 12, 31))).isEqualTo("9999-12-31");
    }

    static List<Object> yearsBeyond() {
        return List.of(Instant.parse("9999-12-31T23:59:59.999999999Z").plusNanos(1), Instant.MIN, Instant.MAX,
                Instant.parse("0000-01-01T00:00:00Z").minusNanos(1),
                OffsetDateTime.of(9999, 12, 31, 23, 0, 0, 0, ZoneOffset.ofHours(-2)), OffsetDateTime.MIN, OffsetDateTime.MAX,
                LocalDate.of(-1, 12, 31), LocalDate.of(10_000, 1, 1), LocalDateTime.MIN, LocalDateTime.MAX);
    }

    @ParameterizedTest
    @MethodSource("yearsBeyond")
    void yearsThatDoNotSortAreRefused(Object value) {
        assertThatThrownBy(() -> stored(value)).isInstanceOf(SqliteQueryException.class).hasMessageContaining("Parameter 1")
                .hasMessageContaining("0000 to 9999");
    }

    @Test
    void textOfInstantsSortsAsTheyDo() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Instant> instants = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            long second = i % 2 == 0 ? random.nextLong(-62_167_219_200L, 253_402_300_800L) : random.nextLong(-3, 3);
            instants.add(Instant.ofEpochSecond(second, random.nextInt(1_000_000_000)));
        }
        assertThat(instants.stream().sorted(Comparator.comparing(instant -> (String) stored(instant))))
                .as("seed %d", seed).isSorted();
    }

    @Test
    void sqliteReadsTheDates() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                PreparedStatement statement = connection.prepareStatement("SELECT datetime(?)")) {
            Map<Object, String> dates = Map.of(Instant.parse("2024-02-29T12:34:56.987654321Z"), "2024-02-29 12:34:56",
                    Instant.parse("0000-01-01T00:00:00Z"), "0000-01-01 00:00:00",
                    OffsetDateTime.parse("2024-03-01T00:30:00+02:00"), "2024-02-29 22:30:00",
                    LocalDateTime.parse("9999-12-31T23:59:59"), "9999-12-31 23:59:59",
                    LocalDate.parse("2024-02-29"), "2024-02-29 00:00:00");
            for (Map.Entry<Object, String> date : dates.entrySet()) {
                statement.setString(1, (String) stored(date.getKey()));
                try (ResultSet result = statement.executeQuery()) {
                    result.next();
                    assertThat(result.getString(1)).isEqualTo(date.getValue());
                }
            }
        }
    }

    static List<Object> unsupported() {
        return List.of(new AtomicInteger(1), new AtomicLong(1), new Date(), new java.sql.Timestamp(1), Optional.of(1),
                List.of(1),
                new int[] { 1 }, new StringBuilder("s3cret"), ZonedDateTime.now(ZoneId.of("UTC")),
                new Object(),
                Map.of(), Object.class);
    }

    @ParameterizedTest
    @MethodSource("unsupported")
    void whatSqliteHasNoValueForIsRefused(Object value) {
        assertThatThrownBy(() -> convert("a", value)).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("Parameter 2")
                .hasMessageContaining(value.getClass().getTypeName())
                .satisfies(e -> assertThat(((SqliteQueryException) e).sql()).isEqualTo(SQL));
    }

    @Test
    void anArrayInsideOfTheParametersIsRefused() {
        assertThatThrownBy(() -> convert(1L, new Object[] { 1L })).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("Parameter 2").hasMessageContaining("java.lang.Object[]");
    }

    @Test
    void noMessageHasTheValue() {
        assertThatThrownBy(() -> convert(new StringBuilder("s3cret"))).hasMessageNotContaining("s3cret");
        assertThatThrownBy(() -> convert("s3cret\uD83D")).hasMessageNotContaining("s3cret");
        assertThatThrownBy(() -> Parameters.convert(new Object[] { "s3cret" }, 2, SQL)).hasMessageNotContaining("s3cret");
    }

    @Test
    void theNumberMustMatch() {
        assertThatThrownBy(() -> Parameters.convert(new Object[] { 1L }, 2, SQL)).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("needs 2 parameters").hasMessageContaining("1 was given");
        assertThatThrownBy(() -> Parameters.convert(new Object[] { 1L, 2L }, 1, SQL)).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("needs 1 parameter,").hasMessageContaining("2 were given");
        assertThat(Parameters.convert(new Object[0], 0, SQL)).isEmpty();
    }

    @Test
    void noArrayIsOneNull() {
        assertThat(Parameters.convert(null, 1, SQL)).containsExactly((Object) null);
        assertThatThrownBy(() -> Parameters.convert(null, 0, SQL)).isInstanceOf(SqliteQueryException.class);
        assertThatThrownBy(() -> Parameters.convert(null, 2, SQL)).isInstanceOf(SqliteQueryException.class);
    }

    @Test
    void whatNeedsNoConversionIsNotCopied() {
        Object[] params = { 1L, 2.5, "text", new byte[0], null };
        assertThat(Parameters.convert(params, 5, SQL)).isSameAs(params);
    }

    @Test
    void theCallersArrayIsNeverChanged() {
        Object[] params = { "first", 1, null, 2L, true };
        Object[] converted = Parameters.convert(params, 5, SQL);
        assertThat(converted).containsExactly("first", 1L, null, 2L, 1L);
        assertThat(params).containsExactly("first", 1, null, 2L, true);
        Integer[] typed = { 1, 2 };
        assertThat(Parameters.convert(typed, 2, SQL)).containsExactly(1L, 2L);
        assertThat(typed).containsExactly(1, 2);
    }

    private static Object[] named(String sql, Map<String, ?> named) {
        return Parameters.named(SqlText.of(sql), named, sql);
    }

    @Test
    void namesAreGivenWithOrWithoutTheirPrefix() {
        assertThat(named("SELECT :a, @b, $c, :a", Map.of("a", 1, "b", 2, "c", 3))).containsExactly(1, 2, 3);
        assertThat(named("SELECT :a, @b, $c, :a", Map.of(":a", 1, "@b", 2, "$c", 3))).containsExactly(1, 2, 3);
        assertThat(named("SELECT :a, @a", Map.of("a", 1))).containsExactly(1, 1);
        assertThat(named("SELECT :a, @a", Map.of(":a", 1, "@a", 2))).containsExactly(1, 2);
        assertThat(named("SELECT :a, :A", Map.of("a", 1, "A", 2))).containsExactly(1, 2);
        assertThat(named("SELECT $a::b(c)", Map.of("a::b(c)", 1))).containsExactly(1);
        assertThat(named("SELECT 1", Map.of())).isEmpty();
    }

    @Test
    void aNameMayHaveTheValueNull() {
        Map<String, Object> named = new HashMap<>();
        named.put("a", null);
        assertThat(named("SELECT :a", named)).containsExactly((Object) null);
    }

    @Test
    void aNumberMayPointAtANamedParameter() {
        assertThat(named("SELECT :a, ?1", Map.of("a", 1))).containsExactly(1);
    }

    @Test
    void aMissingNameIsAnError() {
        assertThatThrownBy(() -> named("SELECT :a, :b", Map.of("a", "s3cret"))).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("Parameter 2").hasMessageContaining(":b").hasMessageContaining("[a]")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void aSuperfluousNameIsAnError() {
        assertThatThrownBy(() -> named("SELECT :a", Map.of("a", 1, "b", "s3cret"))).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("[b]").hasMessageContaining("[:a]").hasMessageNotContaining("s3cret");
        assertThatThrownBy(() -> named("SELECT :a", Map.of("a", 1, "@a", 2))).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("[@a]");
        Map<String, Object> named = new HashMap<>(Map.of("a", 1));
        named.put(null, 2);
        assertThatThrownBy(() -> named("SELECT :a", named)).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("[null]");
    }

    @Test
    void aNameWithTwoValuesIsAnError() {
        assertThatThrownBy(() -> named("SELECT :a", Map.of("a", 1, ":a", 2))).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("two values");
    }

    @ParameterizedTest
    @ValueSource(strings = { "SELECT :a, ?", "SELECT ?, :a", "SELECT :a, ?2", "SELECT :a, ?3" })
    void positionsDoNotMixWithNames(String sql) {
        assertThatThrownBy(() -> named(sql, Map.of("a", 1))).isInstanceOf(SqliteQueryException.class)
                .hasMessageContaining("no name");
    }

    @Test
    void noMapIsAnError() {
        assertThatThrownBy(() -> named("SELECT 1", null)).isInstanceOf(SqliteQueryException.class);
    }

    @Test
    void manyParametersAreConvertedInOneGo() {
        Object[] params = new Object[32_766];
        for (int i = 0; i < params.length; i++) {
            params[i] = i == params.length - 1 ? TimeUnit.DAYS : (Object) (long) i;
        }
        assertThat(Parameters.convert(params, params.length, SQL)).endsWith("DAYS").startsWith(0L, 1L);
    }
}
