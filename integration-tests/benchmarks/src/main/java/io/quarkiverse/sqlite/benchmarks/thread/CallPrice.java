package io.quarkiverse.sqlite.benchmarks.thread;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;

/**
 * Prices the shape of a call, without a database: what an API would cost that answers with a stage, with a
 * {@link Uni} or from another thread, where the plain call costs nothing. Every other sample goes through the shapes
 * backwards.
 * <p>
 * Arguments: {@code calls=200000 samples=21}. A shape of which so many calls take more than a second gets fewer, and
 * the table says how many.
 */
public final class CallPrice {

    private static final int WARMUP = 6;
    private static final double LONGEST_SAMPLE_NANOS = 1e9;
    private static final Integer[] PARAMETERS = IntStream.range(0, 64).boxed().toArray(Integer[]::new);

    /** Keeps results alive. */
    static volatile Object sink;
    /**
     * Lets stages and Unis escape: the compiler would leave out one that nobody else can see, and an API's are seen.
     */
    static Object made;

    private interface Shape {
        Object call(Integer parameter) throws Exception;
    }

    private final Map<String, Shape> shapes = new LinkedHashMap<>();
    private final Map<String, Integer> callsOfSample = new LinkedHashMap<>();
    private final Map<String, Samples> nanos = new LinkedHashMap<>();

    private CallPrice(ExecutorService executor) {
        shapes.put("plain call", CallPrice::answer);
        shapes.put("CompletionStage", CallPrice::stage);
        shapes.put("Uni", CallPrice::uni);
        shapes.put("hop to an executor and back", parameter -> executor.submit(() -> answer(parameter)).get());
    }

    /** Runs and prints a table. */
    public static void main(String[] args) throws Exception {
        run(Arguments.parse(args, Map.of("calls", 200_000, "samples", 21)), System.out);
    }

    static void run(Map<String, Integer> arguments, PrintStream out) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            CallPrice price = new CallPrice(executor);
            price.measure(arguments.get("calls"), arguments.get("samples"));
            price.print(arguments.get("samples"), out);
        } finally {
            executor.shutdown();
        }
    }

    private static Object answer(Integer parameter) {
        return parameter;
    }

    private static Object stage(Integer parameter) {
        CompletionStage<Object> stage = CompletableFuture.completedFuture(parameter).thenApply(CallPrice::answer);
        made = stage;
        return stage.toCompletableFuture().join();
    }

    private static Object uni(Integer parameter) {
        Uni<Object> uni = Uni.createFrom().item(() -> parameter).map(CallPrice::answer);
        made = uni;
        return uni.subscribe().asCompletionStage().join();
    }

    private void measure(int calls, int samples) throws Exception {
        for (String shape : shapes.keySet()) {
            int few = Math.max(1, calls / 20);
            nanosOfCall(shape, few);
            int affordable = (int) Math.min(calls, LONGEST_SAMPLE_NANOS / nanosOfCall(shape, few));
            callsOfSample.put(shape, Math.max(1, affordable));
            nanos.put(shape, new Samples());
        }
        List<String> names = List.copyOf(shapes.keySet());
        for (int sample = -WARMUP; sample < samples; sample++) {
            boolean backwards = sample % 2 != 0;
            for (String shape : Samples.ordered(names, backwards)) {
                double each = nanosOfCall(shape, callsOfSample.get(shape));
                if (sample >= 0) {
                    nanos.get(shape).add(backwards, each);
                }
            }
        }
    }

    private double nanosOfCall(String name, int calls) throws Exception {
        Shape shape = shapes.get(name);
        long start = System.nanoTime();
        for (int call = 0; call < calls; call++) {
            sink = shape.call(PARAMETERS[call % PARAMETERS.length]);
        }
        return (double) (System.nanoTime() - start) / calls;
    }

    private void print(int samples, PrintStream out) {
        out.printf("Java %s, %s samples after %s to warm up; median ns a call.%n", Runtime.version(), samples, WARMUP);
        out.printf(
                "CompletionStage: completedFuture, thenApply, join. Uni: item(supplier), map, subscribe().asCompletionStage(),"
                        + " join. Hop: submit to a single thread, get, which parks.%n%n");
        out.printf("| shape | calls a sample | in order | backwards | both | more than plain |%n|---|---|---|---|---|---|%n");
        double plain = nanos.values().iterator().next().both();
        nanos.forEach((shape, its) -> out.printf(Locale.ROOT, "| %s | %d | %.1f | %.1f | %.1f | %.1f |%n", shape,
                callsOfSample.get(shape), its.inOrder(), its.backwards(), its.both(), its.both() - plain));
    }
}
