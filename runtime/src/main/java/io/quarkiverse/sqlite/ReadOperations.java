package io.quarkiverse.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The reading half of a {@link Database} and of a {@link Transaction}.
 * <p>
 * A result is complete when the method returns: no cursor stays open behind it.
 * <p>
 * Parameters may be {@code null}, {@code Boolean} (0 or 1), an integer, {@code Double} or {@code Float} (not NaN, which SQLite
 * would store as NULL), {@code BigInteger} of at most 64 bits, {@code BigDecimal} (text), {@code String}, {@code Character},
 * an enum (its name), {@code byte[]}, {@code ByteBuffer}, {@code UUID} (text), {@code Instant}, {@code OffsetDateTime},
 * {@code LocalDate} or {@code LocalDateTime} (ISO-8601 text that sorts). There must be exactly as many as the statement has.
 */
public interface ReadOperations {

    /**
     * Reads all rows of a query.
     *
     * @param sql one statement that reads
     * @param params its parameters, in order
     * @return the rows, unmodifiable
     * @throws SqliteQueryException if SQLite refuses the statement, or the parameters do not fit it
     */
    Rows select(String sql, Object... params);

    /**
     * Reads all rows of a query with named parameters.
     *
     * @param sql one statement that reads
     * @param named a value for each of {@code :name}, {@code @name} and {@code $name}, under the name without its prefix; no
     *        others
     * @return the rows, unmodifiable
     */
    Rows select(String sql, Map<String, ?> named);

    /**
     * Reads the first row of a query; the rest is not computed.
     *
     * @param sql one statement that reads
     * @param params its parameters, in order
     * @return the row, or empty when there is none
     */
    Optional<Row> selectFirst(String sql, Object... params);

    /**
     * Reads all rows of a query as JSON, which goes from SQLite's values into bytes without rows and strings in between.
     *
     * @param sql one statement that reads
     * @param params its parameters, in order
     * @return the JSON
     */
    JsonBytes selectBytes(String sql, Object... params);

    /**
     * Reads all rows of a query and maps each. The mapper runs after the read has ended, on the caller's thread.
     *
     * @param mapper makes an element of a row
     * @param sql one statement that reads
     * @param params its parameters, in order
     * @return the mapped rows, in order
     */
    default <T> List<T> select(RowMapper<T> mapper, String sql, Object... params) {
        Rows rows = select(sql, params);
        List<T> mapped = new ArrayList<>(rows.size());
        for (Row row : rows) {
            mapped.add(mapper.map(row));
        }
        return mapped;
    }

    /**
     * Reads all rows of a query into records. A component takes the column of its name, in any case, or of its name
     * in snake case: {@code unitPrice} takes {@code unitPrice} or {@code unit_price}. Columns without a component are
     * ignored.
     *
     * @param type the record
     * @param sql one statement that reads
     * @param params its parameters, in order
     * @return the records, in order
     * @throws SqliteMappingException if a component has no column, or its value does not fit
     */
    default <T extends Record> List<T> select(Class<T> type, String sql, Object... params) {
        return RecordMapping.map(type, select(sql, params));
    }
}
