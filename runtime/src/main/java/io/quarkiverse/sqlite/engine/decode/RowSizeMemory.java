package io.quarkiverse.sqlite.engine.decode;

import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Remembers how many rows a statement returned, for the growth of its next result buffer. Only statements that once
 * returned more than the first buffer holds are remembered, at most {@value #MAX_STATEMENTS}.
 * <p>
 * Thread-safe; figures that two readers write at once may be either's, which costs a copy at most.
 */
public final class RowSizeMemory {

    /** How many rows the first buffer holds. */
    static final int FIRST_ROWS = 256;

    static final int MAX_STATEMENTS = 128;

    private static final int UNKNOWN = -1;

    private final boolean enabled;
    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    private final AtomicLong clock = new AtomicLong();

    /** @param enabled false makes a memory that remembers nothing */
    public RowSizeMemory(boolean enabled) {
        this.enabled = enabled;
    }

    /** What is remembered of a statement, or {@code null}. */
    Entry find(String sql) {
        return enabled ? entries.get(sql) : null;
    }

    /**
     * Notes how many rows an execution returned.
     *
     * @param entry what {@link #find} returned for it
     */
    void note(String sql, Entry entry, int rows) {
        if (entry != null) {
            entry.note(rows, clock.incrementAndGet());
        } else if (enabled && rows > FIRST_ROWS) {
            remember(sql, rows);
        }
    }

    private synchronized void remember(String sql, int rows) {
        if (entries.size() >= MAX_STATEMENTS && !entries.containsKey(sql)) {
            entries.entrySet().stream().min(Map.Entry.comparingByValue(Entry.LEAST_USEFUL)).map(Map.Entry::getKey)
                    .ifPresent(entries::remove);
        }
        entries.computeIfAbsent(sql, key -> new Entry()).note(rows, clock.incrementAndGet());
    }

    int size() {
        return entries.size();
    }

    /** The row counts of a statement's last two executions. */
    static final class Entry {

        /** Entries that grow no buffer any more go first, then those unused for longest. */
        static final Comparator<Entry> LEAST_USEFUL = Comparator.<Entry, Boolean> comparing(Entry::overflows)
                .thenComparingLong(entry -> entry.usedAt);

        private volatile int last = UNKNOWN;
        private volatile int previous = UNKNOWN;
        private volatile long usedAt;

        private void note(int rows, long now) {
            previous = last;
            last = rows;
            usedAt = now;
        }

        private boolean overflows() {
            return Math.max(last, previous) > FIRST_ROWS;
        }

        /** The smaller of the last two row counts plus 25 %; 0 before two executions. */
        int hint() {
            int smaller = Math.min(last, previous);
            return smaller == UNKNOWN ? 0 : (int) Math.min(Integer.MAX_VALUE, smaller * 5L / 4);
        }
    }
}
