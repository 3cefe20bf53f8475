package io.quarkiverse.sqlite.benchmarks.thread;

import java.util.LinkedHashMap;
import java.util.Map;

/** Arguments of the form {@code name=number}. */
final class Arguments {

    private Arguments() {
    }

    /** The defaults, with what the arguments say instead. */
    static Map<String, Integer> parse(String[] args, Map<String, Integer> defaults) {
        Map<String, Integer> numbers = new LinkedHashMap<>(defaults);
        for (String arg : args) {
            String[] option = arg.split("=", 2);
            if (option.length != 2 || numbers.replace(option[0], Integer.valueOf(option[1])) == null) {
                throw new IllegalArgumentException("'" + arg + "' is not name=number with a name of " + defaults.keySet());
            }
        }
        return numbers;
    }
}
