package io.quarkiverse.sqlite.engine.read;

import io.quarkiverse.sqlite.engine.decode.Selection;
import io.quarkiverse.sqlite.engine.driver.DriverConnection;
import io.quarkiverse.sqlite.engine.json.JsonBuffer;

/**
 * What a reader holds until it is renewed.
 *
 * @param connection only reads
 * @param buffer for results as JSON
 * @param selection runs queries on the connection
 */
public record ReadSession(DriverConnection connection, JsonBuffer buffer, Selection selection) {
}
