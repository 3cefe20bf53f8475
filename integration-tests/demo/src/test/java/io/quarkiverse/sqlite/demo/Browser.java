package io.quarkiverse.sqlite.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A page in a headless Chromium or Chrome, driven by its DevTools protocol. */
final class Browser implements WebSocket.Listener, AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
            "chrome");
    private static final Pattern DEVTOOLS = Pattern.compile("DevTools listening on ws://([^/]+)/");
    private static final int SECONDS = 30;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
    private final AtomicInteger lastCall = new AtomicInteger();
    private final CompletableFuture<Void> loaded = new CompletableFuture<>();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    // only the socket's thread uses it
    private final StringBuilder message = new StringBuilder();
    private final Process process;
    private final WebSocket socket;

    /** The browser that is on the PATH, if there is one. */
    static Optional<Path> installed() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name))).filter(Files::isExecutable)
                .findFirst();
    }

    Browser(Path program, URI page) throws Exception {
        // no sandbox: tests often run as root or in a container, and the only page is ours
        process = new ProcessBuilder(program.toString(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
                "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--disable-dev-shm-usage", "--remote-debugging-port=0", "--window-size=1400,1800",
                "--user-data-dir=" + SmallCatalogue.newDirectory(), "about:blank").redirectErrorStream(true).start();
        CompletableFuture<String> address = new CompletableFuture<>();
        Thread reader = new Thread(() -> read(address), "log of the browser");
        reader.setDaemon(true);
        reader.start();
        String devTools = address.get(SECONDS, TimeUnit.SECONDS);
        HttpClient client = HttpClient.newHttpClient();
        String targets = client.send(HttpRequest.newBuilder(URI.create("http://" + devTools + "/json/list")).build(),
                BodyHandlers.ofString()).body();
        String target = StreamSupport.stream(JSON.readTree(targets).spliterator(), false)
                .filter(candidate -> candidate.get("type").asText().equals("page")).findFirst().orElseThrow()
                .get("webSocketDebuggerUrl").asText();
        socket = client.newWebSocketBuilder().buildAsync(URI.create(target), this).get(SECONDS, TimeUnit.SECONDS);
        call("Runtime.enable", Map.of());
        call("Page.enable", Map.of());
        call("Page.navigate", Map.of("url", page.toString()));
        loaded.get(SECONDS, TimeUnit.SECONDS);
    }

    private void read(CompletableFuture<String> address) {
        try (BufferedReader out = process.inputReader(); Stream<String> lines = out.lines()) {
            lines.map(DEVTOOLS::matcher).filter(Matcher::find).forEach(found -> address.complete(found.group(1)));
        } catch (IOException e) {
            address.completeExceptionally(e);
        } finally {
            address.completeExceptionally(new IOException("The browser has ended"));
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        message.append(data);
        if (last) {
            try {
                received(JSON.readTree(message.toString()));
            } catch (IOException e) {
                errors.add(e.toString());
            }
            message.setLength(0);
        }
        from.request(1);
        return null;
    }

    private void received(JsonNode received) {
        if (received.has("id")) {
            calls.remove(received.get("id").asInt()).complete(received);
            return;
        }
        switch (received.path("method").asText()) {
            case "Runtime.exceptionThrown" -> errors.add(received.toString());
            case "Page.loadEventFired" -> loaded.complete(null);
            default -> {
                // of no interest
            }
        }
    }

    private JsonNode call(String method, Map<String, ?> params) throws Exception {
        int id = lastCall.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        calls.put(id, answer);
        socket.sendText(JSON.writeValueAsString(Map.of("id", id, "method", method, "params", params)), true)
                .get(SECONDS, TimeUnit.SECONDS);
        return answer.get(2 * SECONDS, TimeUnit.SECONDS).path("result");
    }

    /** The value of an expression in the page; a promise is waited for. */
    JsonNode evaluate(String expression) throws Exception {
        JsonNode result = call("Runtime.evaluate",
                Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        assertThat(result.has("exceptionDetails")).as("%s%n%s", expression, result).isFalse();
        return result.path("result").path("value");
    }

    /** Waits until the expression is true in the page. */
    void await(String expression) throws Exception {
        String outcome = evaluate("""
                new Promise(done => {
                  const end = Date.now() + %d;
                  (function look() {
                    if (%s) done('true');
                    else if (Date.now() > end) done('not yet; the page shows ' + document.body.innerText);
                    else setTimeout(look, 10);
                  })();
                })""".formatted(SECONDS * 1000, expression)).asText();
        assertThat(outcome).as(expression).isEqualTo("true");
    }

    /** What was thrown in the page and not caught. */
    Queue<String> errors() {
        return errors;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}
