package io.quarkiverse.sqlite;

/**
 * What a batch changed.
 *
 * @param executions how often the statement ran: the number of parameter sets
 * @param affectedRows the rows that all executions inserted, updated or deleted, without those of triggers
 */
public record BatchResult(int executions, long affectedRows) {
}
