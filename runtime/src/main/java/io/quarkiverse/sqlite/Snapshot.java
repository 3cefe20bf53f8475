package io.quarkiverse.sqlite;

/**
 * A consistent view: all that is read through it is of one commit, whatever is written meanwhile. Handed to the body of
 * {@link Database#snapshot}; usable only by the thread that runs the body, and only until the body ends.
 */
public interface Snapshot extends ReadOperations {
}
