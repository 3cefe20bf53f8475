package io.quarkiverse.sqlite.engine.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.RandomAccess;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.quarkiverse.sqlite.Row;
import io.quarkiverse.sqlite.Rows;
import io.quarkiverse.sqlite.SqliteMappingException;
import io.quarkiverse.sqlite.engine.driver.ColumnNames;

@Timeout(30)
class FlatRowsTest {

    private static Rows rows(List<String> columns, Object... values) {
        return new FlatRows(new ColumnNames(columns.toArray(String[]::new)), values, values.length / columns.size());
    }

    private static Row row(Object value) {
        return rows(List.of("first", "value"), 1L, value).get(0);
    }

    private static void refuses(Object value, String type, BiFunction<Row, Integer, ?> getter) {
        Row row = row(value);
        assertThatThrownBy(() -> getter.apply(row, 1)).isInstanceOf(SqliteMappingException.class)
                .hasMessageContaining("'value'").hasMessageContaining("is " + type + " ").hasMessageContaining("[first, value]")
                .hasMessageNotContaining("s3cret").hasNoCause();
    }

    // The list

    @Test
    void rowsAreViewsOverOneArray() {
        Rows rows = rows(List.of("id", "name"), 1L, "a", 2L, "b", 3L, null);
        assertThat(rows).hasSize(3).isInstanceOf(RandomAccess.class);
        assertThat(rows.columns()).containsExactly("id", "name");
        assertThat(rows.columnCount()).isEqualTo(2);
        assertThat(rows.get(1).getLong("id")).isEqualTo(2);
        assertThat(rows.stream().map(row -> row.get("name"))).containsExactly("a", "b", null);
        assertThat(rows.iterator().next().columns()).isEqualTo(rows.columns());
    }

    @Test
    void theArrayMayBeLongerThanTheRows() {
        FlatRows rows = new FlatRows(new ColumnNames(new String[] { "id" }), new Object[] { 1L, 2L, null, null }, 2);
        assertThat(rows).hasSize(2).extracting(row -> row.getLong(0)).containsExactly(1L, 2L);
        assertThatThrownBy(() -> rows.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> rows.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void noRows() {
        FlatRows none = new FlatRows(new ColumnNames(new String[] { "id" }), new Object[0], 0);
        assertThat(none).isEmpty();
        assertThat(none.columns()).containsExactly("id");
        assertThatThrownBy(() -> none.get(0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> none.iterator().next()).isInstanceOf(NoSuchElementException.class);
        assertThat(new FlatRows(new ColumnNames(new String[0]), new Object[0], 0)).isEmpty();
    }

    @Test
    void theListCanNotBeChanged() {
        Rows rows = rows(List.of("id"), 1L, 2L);
        Row row = rows.get(0);
        assertThatThrownBy(() -> rows.add(row)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> rows.set(1, row)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> rows.remove(0)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> rows.clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> Collections.reverse(rows)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> rows.iterator().remove()).isInstanceOf(RuntimeException.class);
    }

    // Columns

    @Test
    void aColumnIsReachedByIndexOrName() {
        Row row = rows(List.of("id", "Name"), 7L, "a").get(0);
        assertThat(row.index("name")).isEqualTo(1);
        assertThat(row.get(0)).isEqualTo(7L);
        assertThat(row.getString("NAME")).isEqualTo("a");
        assertThat(row.isNull("id")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = { -1, 2, Integer.MAX_VALUE, Integer.MIN_VALUE })
    void anIndexOutsideOfTheRowIsRefusedEvenWhereTheArrayGoesOn(int column) {
        Row row = rows(List.of("id", "name"), 1L, "a", 2L, "b", 3L, "c").get(1);
        assertThatThrownBy(() -> row.get(column)).isInstanceOf(SqliteMappingException.class)
                .hasMessageContaining(String.valueOf(column)).hasMessageContaining("[id, name]");
        assertThatThrownBy(() -> row.getLong(column)).isInstanceOf(SqliteMappingException.class);
        assertThatThrownBy(() -> row.isNull(column)).isInstanceOf(SqliteMappingException.class);
    }

    @Test
    void anUnknownOrDoubleNameIsRefused() {
        Row row = rows(List.of("id", "name", "id"), 1L, "a", 2L).get(0);
        assertThatThrownBy(() -> row.getLong("nam")).isInstanceOf(SqliteMappingException.class)
                .hasMessageContaining("[id, name, id]");
        assertThatThrownBy(() -> row.getLong("id")).isInstanceOf(SqliteMappingException.class)
                .hasMessageContaining("use the index");
        assertThat(row.getLong(2)).isEqualTo(2);
    }

    // Getters

    @Test
    void nullIsRefusedByPrimitivesOnly() {
        refuses(null, "NULL", Row::getLong);
        refuses(null, "NULL", Row::getInt);
        refuses(null, "NULL", Row::getDouble);
        refuses(null, "NULL", Row::getBoolean);
        Row row = row(null);
        assertThat(row.isNull(1)).isTrue();
        assertThat(Arrays.asList(row.get(1), row.getString(1), row.getBytes(1), row.getBigDecimal(1), row.getUUID(1),
                row.getInstant(1),
                row.getLocalDate(1), row.getLocalDateTime(1), row.getEnum(1, TimeUnit.class))).containsOnlyNulls();
    }

    @Test
    void longs() {
        assertThat(row(Long.MIN_VALUE).getLong(1)).isEqualTo(Long.MIN_VALUE);
        refuses(1.0, "REAL", Row::getLong);
        refuses("s3cret", "TEXT", Row::getLong);
        refuses(new byte[1], "BLOB", Row::getLong);
    }

    @Test
    void ints() {
        assertThat(row((long) Integer.MAX_VALUE).getInt(1)).isEqualTo(Integer.MAX_VALUE);
        assertThat(row((long) Integer.MIN_VALUE).getInt(1)).isEqualTo(Integer.MIN_VALUE);
        refuses(Integer.MAX_VALUE + 1L, "INTEGER", Row::getInt);
        refuses(Integer.MIN_VALUE - 1L, "INTEGER", Row::getInt);
        refuses(1L << 32, "INTEGER", Row::getInt);
        refuses(1.0, "REAL", Row::getInt);
    }

    @Test
    void doubles() {
        assertThat(row(1.5).getDouble(1)).isEqualTo(1.5);
        assertThat(row(Double.NEGATIVE_INFINITY).getDouble(1)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(row(3L).getDouble(1)).isEqualTo(3.0);
        assertThat(row(1L << 53).getDouble(1)).isEqualTo(0x1p53);
        assertThat(row(Long.MIN_VALUE).getDouble(1)).isEqualTo(-0x1p63);
        refuses((1L << 53) + 1, "INTEGER", Row::getDouble);
        refuses(Long.MAX_VALUE, "INTEGER", Row::getDouble);
        refuses(Long.MAX_VALUE - 511, "INTEGER", Row::getDouble);
        assertThat(row(Long.MAX_VALUE - 1023).getDouble(1)).isEqualTo(Math.nextDown(0x1p63));
        refuses("1.5", "TEXT", Row::getDouble);
    }

    @Test
    void stringsBytesAndBooleans() {
        byte[] bytes = { 1 };
        assertThat(row("a").getString(1)).isEqualTo("a");
        assertThat(row(bytes).getBytes(1)).isSameAs(bytes);
        assertThat(row(1L).getBoolean(1)).isTrue();
        assertThat(row(0L).getBoolean(1)).isFalse();
        refuses(1L, "INTEGER", Row::getString);
        refuses("s3cret", "TEXT", Row::getBytes);
        refuses(2L, "INTEGER", Row::getBoolean);
        refuses(-1L, "INTEGER", Row::getBoolean);
        refuses(Long.MIN_VALUE, "INTEGER", Row::getBoolean);
        refuses("true", "TEXT", Row::getBoolean);
        refuses(1.0, "REAL", Row::getBoolean);
    }

    @Test
    void bigDecimals() {
        assertThat(row("12345678901234567890.10").getBigDecimal(1)).isEqualTo(new BigDecimal("12345678901234567890.10"));
        assertThat(row("1E+3").getBigDecimal(1)).isEqualTo(new BigDecimal("1E+3"));
        assertThat(row(Long.MIN_VALUE).getBigDecimal(1)).isEqualTo(BigDecimal.valueOf(Long.MIN_VALUE));
        assertThat(row(0.1).getBigDecimal(1)).isEqualTo(new BigDecimal("0.1"));
        assertThat(row(2e23).getBigDecimal(1)).isEqualByComparingTo("2E+23");
        assertThat(row(8e23).getBigDecimal(1)).isEqualByComparingTo("8E+23");
        assertThat(row(Double.MIN_VALUE).getBigDecimal(1)).isEqualByComparingTo("4.9E-324");
        refuses(Double.POSITIVE_INFINITY, "REAL", Row::getBigDecimal);
        refuses("s3cret", "TEXT", Row::getBigDecimal);
        refuses("", "TEXT", Row::getBigDecimal);
        refuses("1 ", "TEXT", Row::getBigDecimal);
        refuses(new byte[1], "BLOB", Row::getBigDecimal);
    }

    @Test
    void aRealComesBackAsTheShortDecimalItWas() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            BigDecimal decimal = new BigDecimal(BigInteger.valueOf(random.nextLong(1_000_000_000_000_000L)),
                    random.nextInt(600) - 300);
            if (Double.isFinite(decimal.doubleValue()) && decimal.doubleValue() > Double.MIN_NORMAL) {
                assertThat(row(decimal.doubleValue()).getBigDecimal(1)).as("seed %d", seed).isEqualByComparingTo(decimal);
            }
            double real = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(real)) {
                assertThat(row(real).getBigDecimal(1).doubleValue()).as("seed %d", seed).isEqualTo(real == 0 ? 0 : real);
            }
        }
    }

    @Test
    void uuids() {
        UUID uuid = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
        byte[] bytes = { 0x6b, (byte) 0xa7, (byte) 0xb8, 0x10, (byte) 0x9d, (byte) 0xad, 0x11, (byte) 0xd1, (byte) 0x80,
                (byte) 0xb4, 0,
                (byte) 0xc0, 0x4f, (byte) 0xd4, 0x30, (byte) 0xc8 };
        assertThat(row(uuid.toString()).getUUID(1)).isEqualTo(uuid);
        assertThat(row("6BA7B810-9DAD-11D1-80B4-00C04FD430C8").getUUID(1)).isEqualTo(uuid);
        assertThat(row(bytes).getUUID(1)).isEqualTo(uuid);
        refuses(new byte[15], "BLOB", Row::getUUID);
        refuses("1-1-1-1-1", "TEXT", Row::getUUID);
        refuses("6ba7b81-09dad-11d1-80b4-00c04fd430c8", "TEXT", Row::getUUID);
        refuses("6ba7b8100-9dad-11d1-80b4-00c04fd430c", "TEXT", Row::getUUID);
        refuses("6ba7b810-9dad-11d1-80b4-00c04fd430cx", "TEXT", Row::getUUID);
        refuses(1L, "INTEGER", Row::getUUID);
    }

    @ParameterizedTest
    @CsvSource({
            "2024-02-29T12:34:56Z,           2024-02-29T12:34:56Z",
            "2024-02-29t12:34:56z,           2024-02-29T12:34:56Z",
            "2024-02-29 12:34:56Z,           2024-02-29T12:34:56Z",
            "2024-02-29 12:34:56,            2024-02-29T12:34:56Z",
            "2024-02-29T12:34:56,            2024-02-29T12:34:56Z",
            "2024-02-29 12:34,               2024-02-29T12:34:00Z",
            "2024-02-29T12:34+02:00,         2024-02-29T10:34:00Z",
            "2024-02-29 12:34:56+02,         2024-02-29T10:34:56Z",
            "2024-02-29T12:34:56-02:30,      2024-02-29T15:04:56Z",
            "2024-02-29T12:34:56-02:30:15,   2024-02-29T15:05:11Z",
            "2024-02-29T12:34:56.5+00:00,    2024-02-29T12:34:56.500Z",
            "2024-02-29 12:34:56.123,        2024-02-29T12:34:56.123Z",
            "2024-02-29T12:34:56.000000000Z, 2024-02-29T12:34:56Z",
            "2024-02-29T12:34:56.123456789Z, 2024-02-29T12:34:56.123456789Z",
            "2024-01-01T00:00:00+01:00[Europe/Berlin], 2023-12-31T23:00:00Z",
            "0000-01-01T00:00:00.000000000Z, 0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59.999999999Z, 9999-12-31T23:59:59.999999999Z"
    })
    void instants(String text, Instant instant) {
        assertThat(row(text).getInstant(1)).isEqualTo(instant);
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "s3cret", "2024-02-29", "2024-02-30T00:00:00Z", "2023-02-29 00:00:00", "2024-02-29T24:00:00Z",
            "2024-02-29T12:34:60Z", "2024-02-29T12:34:56.1234567890Z", "2024-02-29  12:34", "2024-02-2912:34",
            "2024-02-29T12:34:56ZZ",
            "2024-02-29T12:34:56+99:00", "2024-02-29T12:34:56+2", "2024-02-29T12", "12:34:56",
            "2024-02-29T12:34:56Z trailing" })
    void whatIsNoInstant(String text) {
        refuses(text, "TEXT", Row::getInstant);
    }

    @Test
    void aNumberIsNoPointInTime() {
        refuses(1_700_000_000L, "INTEGER", Row::getInstant);
        refuses(2_460_370.5, "REAL", Row::getLocalDate);
        refuses(new byte[1], "BLOB", Row::getLocalDateTime);
    }

    @Test
    void localDates() {
        assertThat(row("2024-02-29").getLocalDate(1)).isEqualTo(LocalDate.of(2024, 2, 29));
        for (String text : List.of("", "2023-02-29", "2024-2-29", "20240229", "2024-02-29T00:00", "+12024-02-29",
                "2024-02-29Z")) {
            refuses(text, "TEXT", Row::getLocalDate);
        }
    }

    @Test
    void localDateTimes() {
        assertThat(row("2024-02-29T12:34:56.5").getLocalDateTime(1))
                .isEqualTo(LocalDateTime.of(2024, 2, 29, 12, 34, 56, 500_000_000));
        assertThat(row("2024-02-29 12:34").getLocalDateTime(1)).isEqualTo(LocalDateTime.of(2024, 2, 29, 12, 34));
        for (String text : List.of("", "2024-02-29", "2024-02-29T12:34:56Z", "2024-02-29T12:34:56+02:00",
                "2023-02-29T12:34:56")) {
            refuses(text, "TEXT", Row::getLocalDateTime);
        }
    }

    @Test
    void enums() {
        assertThat(row("DAYS").getEnum("value", TimeUnit.class)).isEqualTo(TimeUnit.DAYS);
        refuses("days", "TEXT", (row, column) -> row.getEnum(column, TimeUnit.class));
        refuses("s3cret", "TEXT", (row, column) -> row.getEnum(column, TimeUnit.class));
        refuses(1L, "INTEGER", (row, column) -> row.getEnum(column, TimeUnit.class));
        assertThatThrownBy(() -> row("x").getEnum(1, TimeUnit.class)).hasMessageContaining(TimeUnit.class.getName());
    }

    @Test
    void theGettersByNameAreThoseByIndex() {
        byte[] blob = new byte[16];
        Rows rows = rows(List.of("i", "r", "t", "b", "date", "time", "uuid"), 1L, 1.5, "2024-02-29T00:00:00Z", blob,
                "2024-02-29",
                "2024-02-29T00:00:00", "DAYS");
        Row row = rows.get(0);
        assertThat(row.getLong("i")).isEqualTo(1);
        assertThat(row.getInt("i")).isEqualTo(1);
        assertThat(row.getBoolean("i")).isTrue();
        assertThat(row.getDouble("r")).isEqualTo(1.5);
        assertThat(row.getBigDecimal("r")).isEqualTo("1.5");
        assertThat(row.getString("t")).startsWith("2024");
        assertThat(row.getInstant("t")).isEqualTo("2024-02-29T00:00:00Z");
        assertThat(row.getBytes("b")).isSameAs(blob);
        assertThat(row.getUUID("b")).isEqualTo(new UUID(0, 0));
        assertThat(row.getLocalDate("date")).isEqualTo("2024-02-29");
        assertThat(row.getLocalDateTime("time")).isEqualTo("2024-02-29T00:00:00");
        assertThat(row.getEnum("uuid", TimeUnit.class)).isEqualTo(TimeUnit.DAYS);
    }

    // As objects

    @Test
    void aMapHasTheColumnsInOrder() {
        Map<String, Object> map = rows(List.of("z", "a", "A", "n"), 1L, "x", "y", null).get(0).toMap();
        assertThat(map.keySet()).containsExactly("z", "a", "A", "n");
        assertThat(map.values()).containsExactly(1L, "x", "y", null);
        assertThatThrownBy(() -> map.put("b", 1)).isInstanceOf(UnsupportedOperationException.class);
        Row twice = rows(List.of("id", "id"), 1L, 2L).get(0);
        assertThatThrownBy(twice::toMap).isInstanceOf(SqliteMappingException.class).hasMessageContaining("use the index");
    }

    @Test
    void rowsAreEqualByColumnsAndValues() {
        Row row = rows(List.of("id", "b"), 0L, null, 1L, new byte[] { 1 }).get(1);
        Row same = rows(List.of("id", "b"), 1L, new byte[] { 1 }).get(0);
        assertThat(row).isEqualTo(same).hasSameHashCodeAs(same).isEqualTo(row).isNotEqualTo(null).isNotEqualTo("row");
        assertThat(row).isNotEqualTo(rows(List.of("id", "b"), 1L, new byte[] { 2 }).get(0));
        assertThat(row).isNotEqualTo(rows(List.of("id", "c"), 1L, new byte[] { 1 }).get(0));
        assertThat(row).isNotEqualTo(rows(List.of("id"), 1L).get(0));
        assertThat(rows(List.of("id"), 1L, 2L)).isEqualTo(rows(List.of("id"), 1L, 2L)).isNotEqualTo(rows(List.of("id"), 1L));
    }

    @Test
    void aRowIsReadable() {
        assertThat(rows(List.of("id", "name", "photo", "price"), 1L, "a", new byte[3], null).get(0))
                .hasToString("{id=1, name=a, photo=BLOB of 3 bytes, price=null}");
    }
}
