package io.quarkiverse.sqlite;

import java.util.OptionalLong;

/**
 * What one statement changed.
 *
 * @param affectedRows the rows that this statement itself inserted, updated or deleted, without those of its triggers; 0 for
 *        DDL
 * @param lastInsertId the rowid of the last row that this statement inserted; empty when it inserted none, or none into a rowid
 *        table
 */
public record WriteResult(long affectedRows, OptionalLong lastInsertId) {
}
