package io.quarkiverse.sqlite.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The packaged demo as a process of its own, which can be killed. */
final class PackagedDemo implements AutoCloseable {

    private static final Pattern LISTENING = Pattern.compile("Listening on: http://[^:]+:(\\d+)");

    private final Process process;
    private final BufferedReader log;

    private PackagedDemo(Process process) {
        this.process = process;
        this.log = process.inputReader();
    }

    static PackagedDemo start(Path database, int parts) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = Stream
                .of(java.toString(), "-Xmx256m", "-Dquarkus.http.port=0", "-Dquarkus.sqlite.path=" + database,
                        "-Ddemo.parts=" + parts, "-jar", Path.of("target", "quarkus-app", "quarkus-run.jar").toString())
                .toList();
        return new PackagedDemo(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Reads the log until it says so. */
    Matcher awaitLog(Pattern pattern) throws IOException {
        StringBuilder seen = new StringBuilder();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            seen.append(line).append('\n');
            Matcher matcher = pattern.matcher(line);
            if (matcher.find()) {
                return matcher;
            }
        }
        throw new IllegalStateException("The demo ended without " + pattern + ":\n" + seen);
    }

    /** Waits until it serves. */
    Client awaitClient() throws IOException {
        Client client = new Client(Integer.parseInt(awaitLog(LISTENING).group(1)));
        Thread drain = new Thread(() -> log.lines().forEach(line -> {
        }), "demo log");
        drain.setDaemon(true);
        drain.start();
        return client;
    }

    /** SIGKILL: no shutdown hook, no flush, nothing. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            log.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
