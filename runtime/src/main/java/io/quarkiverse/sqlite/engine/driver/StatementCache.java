package io.quarkiverse.sqlite.engine.driver;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.function.Consumer;

/**
 * The idle prepared statements of one connection, least recently used first out. A statement in use is not in here,
 * so it can't be handed out twice. Guarded by the connection's lease; the counters may be read from anywhere.
 */
public final class StatementCache<S> {

    private final int capacity;
    private final Consumer<S> finalizer;
    /** In the order in which statements came back: the eldest is the least recently used. */
    private final LinkedHashMap<String, S> idle = new LinkedHashMap<>();

    /**
     * @param capacity how many idle statements are kept
     * @param finalizer gets what is evicted
     */
    public StatementCache(int capacity, Consumer<S> finalizer) {
        this.capacity = capacity;
        this.finalizer = finalizer;
    }

    /** Takes the statement of that text out, or returns {@code null}. */
    public S take(String sql) {
        return idle.remove(sql);
    }

    /** Puts a statement back; evicts the least recently used when there are too many. */
    public void giveBack(String sql, S statement) {
        S twin = idle.put(sql, statement);
        if (twin != null) {
            finalizer.accept(twin);
        }
        if (idle.size() > capacity) {
            Iterator<S> eldest = idle.values().iterator();
            S evicted = eldest.next();
            eldest.remove();
            finalizer.accept(evicted);
        }
    }

    /** How many statements are idle. */
    public int size() {
        return idle.size();
    }

    /** Evicts all. */
    public void clear() {
        idle.values().forEach(finalizer);
        idle.clear();
    }
}
