package io.quarkiverse.sqlite.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Reads JSON back, for comparison. */
final class JsonValues {

    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonValues() {
    }

    static List<List<Object>> of(byte[] json) {
        try {
            List<List<Object>> rows = new ArrayList<>();
            for (JsonNode row : JSON.readTree(json)) {
                List<Object> values = new ArrayList<>();
                row.forEach(value -> values.add(
                        value.isIntegralNumber() ? (Object) value.longValue()
                                : value.isNumber() ? (Object) value.doubleValue() : value.textValue()));
                rows.add(values);
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
