package io.quarkiverse.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RecordMappingTest {

    private static Database database;

    @BeforeAll
    static void open() {
        database = Database.open(DatabaseOptions.builder(Path.of(DatabaseOptions.MEMORY)).build());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    private static <T extends Record> T one(Class<T> type, String sql, Object... params) {
        List<T> records = database.select(type, sql, params);
        assertThat(records).hasSize(1);
        return records.get(0);
    }

    public enum Size {
        SMALL,
        LARGE {
        }
    }

    public record Part(long id, String name, Double unitPrice) {
    }

    record Everything(long a, Long b, int c, Integer d, double e, Double f, boolean g, Boolean h, String i, byte[] j,
            BigDecimal k,
            UUID l, Instant m, LocalDate n, LocalDateTime o, Object p, Size q) {
    }

    @Test
    void aRowBecomesARecord() {
        assertThat(database.select(Part.class,
                "SELECT 1 AS id, 'a' AS name, 1.5 AS unit_price UNION ALL SELECT 2, NULL, NULL ORDER BY 1"))
                .containsExactly(new Part(1, "a", 1.5), new Part(2, null, null));
    }

    @Test
    void columnsMayStandInAnyOrderAndCaseAndNotAllAreNeeded() {
        assertThat(one(Part.class, "SELECT 9 AS other, 1.5 AS UnitPrice, 'a' AS NAME, 9 AS other, 1 AS Id"))
                .isEqualTo(new Part(1, "a", 1.5));
        assertThat(one(Part.class, "SELECT 1.5 AS UNIT_PRICE, 'a' AS name, 1 AS id")).isEqualTo(new Part(1, "a", 1.5));
    }

    private record Named(long parentID, long line1Total, long xAxis, long aBTest, long rawHTMLBody) {
    }

    @Test
    void snakeCaseHasAnUnderscoreBeforeEachWord() {
        assertThat(one(Named.class, "SELECT 1 AS parent_id, 2 AS line1_total, 3 AS x_axis, 4 AS a_b_test,"
                + " 5 AS raw_html_body")).isEqualTo(new Named(1, 2, 3, 4, 5));
    }

    @Test
    void eachTypeOfComponentHasItsValue() {
        UUID uuid = UUID.randomUUID();
        Instant instant = Instant.parse("2024-02-29T12:00:00.123456789Z");
        LocalDate date = LocalDate.of(2024, 2, 29);
        LocalDateTime dateTime = LocalDateTime.of(2024, 2, 29, 12, 0);
        Everything everything = one(Everything.class,
                "SELECT ?1 AS a, ?1 AS b, ?1 AS c, ?1 AS d, ?2 AS e, ?2 AS f, ?1 AS g, ?1 AS h,"
                        + " ?3 AS i, ?4 AS j, ?5 AS k, ?6 AS l, ?7 AS m, ?8 AS n, ?9 AS o, ?2 AS p, ?10 AS q",
                1, 1.5, "text", new byte[] { 7 },
                new BigDecimal("1.10"), uuid, instant, date, dateTime, Size.LARGE);
        assertThat(everything).usingRecursiveComparison().isEqualTo(new Everything(1, 1L, 1, 1, 1.5, 1.5, true, true, "text",
                new byte[] { 7 }, new BigDecimal("1.10"), uuid, instant, date, dateTime, 1.5, Size.LARGE));
    }

    private record Objects(Long a, Integer b, Double c, Boolean d, String e, byte[] f, BigDecimal g, UUID h, Instant i,
            LocalDate j,
            LocalDateTime k, Object l, Size m) {
    }

    @Test
    void nullIsNullInEachComponentThatIsAnObject() {
        assertThat(one(Objects.class,
                "SELECT NULL AS a, NULL AS b, NULL AS c, NULL AS d, NULL AS e, NULL AS f, NULL AS g, NULL AS h,"
                        + " NULL AS i, NULL AS j, NULL AS k, NULL AS l, NULL AS m"))
                .isEqualTo(new Objects(null, null, null, null, null, null, null, null, null, null, null, null, null));
    }

    @Test
    void nullInAPrimitiveAndAWrongTypeNameTheColumn() {
        assertThatThrownBy(() -> database.select(Part.class, "SELECT NULL AS id, 'a' AS name, 1.5 AS unit_price"))
                .isInstanceOf(SqliteMappingException.class).hasMessageContaining("'id'").hasMessageContaining("NULL");
        assertThatThrownBy(() -> database.select(Part.class, "SELECT 1 AS id, 'a' AS name, 's3cret' AS unit_price"))
                .isInstanceOf(SqliteMappingException.class).hasMessageContaining("'unit_price'").hasMessageContaining("TEXT")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void aComponentWithoutAColumnIsAnErrorEvenWithoutRows() {
        assertThatThrownBy(() -> database.select(Part.class, "SELECT 1 AS id, 'a' AS name WHERE 0"))
                .isInstanceOf(SqliteMappingException.class).hasMessageContaining("'unitPrice'")
                .hasMessageContaining("unit_price")
                .hasMessageContaining("[id, name]").hasMessageContaining(Part.class.getName());
        assertThat(database.select(Part.class, "SELECT 1 AS id, 'a' AS name, 1.5 AS unit_price WHERE 0")).isEmpty();
    }

    @Test
    void aComponentWithTwoColumnsIsAnError() {
        for (String columns : List.of("1 AS id, 2 AS id, 'a' AS name, 1.5 AS unit_price",
                "1 AS id, 2 AS ID, 'a' AS name, 1.5 AS unit_price",
                "1 AS id, 'a' AS name, 1.5 AS unit_price, 2.5 AS unitPrice")) {
            assertThatThrownBy(() -> database.select(Part.class, "SELECT " + columns))
                    .isInstanceOf(SqliteMappingException.class)
                    .hasMessageContaining("two columns");
        }
    }

    private record Unsupported(long id, List<String> names) {
    }

    @Test
    void aComponentOfATypeWithoutValuesIsAnErrorThatNamesIt() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> database.select(Unsupported.class, "SELECT 1 AS id, 2 AS names"))
                    .isInstanceOf(SqliteMappingException.class).hasMessageContaining("'names'")
                    .hasMessageContaining("java.util.List");
        }
    }

    private record WithUnit(TimeUnit unit) {
    }

    @Test
    void anUnknownConstantIsAnError() {
        assertThat(one(WithUnit.class, "SELECT 'DAYS' AS unit").unit()).isEqualTo(TimeUnit.DAYS);
        assertThatThrownBy(() -> database.select(WithUnit.class, "SELECT 'days' AS unit"))
                .isInstanceOf(SqliteMappingException.class)
                .hasMessageContaining("'unit'").hasMessageContaining(TimeUnit.class.getName());
    }

    private record Checked(long id) {
        private Checked {
            if (id < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    @Test
    void whatTheConstructorThrowsIsThrownOn() {
        assertThat(one(Checked.class, "SELECT 1 AS id")).isEqualTo(new Checked(1));
        assertThatThrownBy(() -> database.select(Checked.class, "SELECT -1 AS id")).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("negative");
    }

    private record Nothing() {
    }

    @Test
    void aRecordMayHaveNoComponent() {
        assertThat(database.select(Nothing.class, "SELECT 1 UNION ALL SELECT 2")).hasSize(2);
    }

    private record Generic<T>(T id) {
    }

    @Test
    void aComponentOfAGenericTypeIsTheValueItself() {
        assertThat(one(Generic.class, "SELECT 1 AS id").id()).isEqualTo(1L);
    }

    @Test
    void aRecordMayBeLocal() {
        record Local(int id) {
        }
        assertThat(database.select(Local.class, "SELECT 1 AS id")).containsExactly(new Local(1));
    }

    @Test
    void aTransactionMapsRecordsToo() {
        database.execute("CREATE TABLE part(id INTEGER PRIMARY KEY, name TEXT, unit_price REAL)");
        Part part = new Part(1, "a", 1.5);
        List<Part> parts = database.transaction(tx -> {
            tx.execute("INSERT INTO part VALUES (?, ?, ?)", part.id(), part.name(), part.unitPrice());
            return tx.select(Part.class, "SELECT * FROM part");
        });
        assertThat(parts).containsExactly(part);
    }
}
