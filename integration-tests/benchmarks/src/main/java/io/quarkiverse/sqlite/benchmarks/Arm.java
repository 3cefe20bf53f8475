package io.quarkiverse.sqlite.benchmarks;

import java.util.List;

/** A way to read: all decode every value into a Java object. Used by one thread. */
public interface Arm extends AutoCloseable {

    /** Executes a query and returns its rows, of which what they are is up to the arm. */
    Object read(Lane lane, Object parameter) throws Exception;

    /** The rows of such a result as values, for comparison. */
    List<List<Object>> values(Object result);

    /** Runs one unit of a lane. */
    default Object unit(Lane lane) throws Exception {
        Object last = null;
        for (Object parameter : lane.parameters()) {
            last = read(lane, parameter);
        }
        return last;
    }

    @Override
    void close();
}
