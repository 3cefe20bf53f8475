package io.quarkiverse.sqlite.engine.work;

/** What a {@link Watchdog} looks at. */
public interface Watched {

    /**
     * Stops what is due; on the watchdog's thread.
     *
     * @param now the time
     * @return in how many nanoseconds to look again at the latest
     */
    long look(long now);
}
