package io.quarkiverse.sqlite;

import java.util.Optional;

/**
 * The writer.
 *
 * @param queued how many writes wait for it
 * @param holder who has it, for how long and with what; empty when nobody has
 * @param commits how many transactions have been committed since the start; each single write is one
 * @param groups in how many groups they were committed; as long as there is no group commit, each is its own
 * @param walPages how many pages the {@code -wal} file has room for: it is reused from its beginning after a checkpoint, and
 *        does not shrink
 */
public record WriterDiagnostics(int queued, Optional<String> holder, long commits, long groups, long walPages) {
}
