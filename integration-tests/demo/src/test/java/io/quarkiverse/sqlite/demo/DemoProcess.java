package io.quarkiverse.sqlite.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged application as a process of its own, with {@code parts.db} in its working directory. */
final class DemoProcess implements AutoCloseable {

    private static final Pattern LISTENING = Pattern.compile("Listening on: (http://\\S+)");
    private static final long LINE_SECONDS = 60;
    private static final long STOP_SECONDS = 30;
    private static final String END = "(the process has ended)";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Queue<String> log = new ConcurrentLinkedQueue<>();

    DemoProcess(Path directory, int parts) throws IOException {
        Path jar = Path.of("target", "quarkus-app", "quarkus-run.jar").toAbsolutePath();
        assertThat(jar).as("the application is packaged").exists();
        process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
                "-Duser.language=en", "-Dquarkus.http.host=127.0.0.1", "-Dquarkus.http.port=0", "-Ddemo.parts=" + parts, "-jar",
                jar.toString()).directory(directory.toFile()).redirectErrorStream(true).start();
        Thread reader = new Thread(this::read, "log of the demo");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader out = process.inputReader()) {
            out.lines().forEach(this::add);
        } catch (IOException | UncheckedIOException e) {
            add(e.toString());
        } finally {
            add(END);
        }
    }

    private void add(String line) {
        log.add(line);
        lines.add(line);
    }

    /** Waits for a line of the log that has that in it. */
    Matcher awaitLine(Pattern pattern) throws InterruptedException {
        while (true) {
            String line = lines.poll(LINE_SECONDS, TimeUnit.SECONDS);
            assertThat(line).as("no line with %s in%n%s", pattern, log()).isNotNull().isNotEqualTo(END);
            Matcher matcher = pattern.matcher(line);
            if (matcher.find()) {
                return matcher;
            }
        }
    }

    /** Waits until it serves and returns where. */
    URI awaitService() throws InterruptedException {
        return URI.create(awaitLine(LISTENING).group(1));
    }

    String log() {
        return String.join(System.lineSeparator(), log);
    }

    /** As {@code kill -9} does it: the process gets no chance to write or close anything. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** An orderly stop. */
    @Override
    public void close() {
        process.destroy();
        process.onExit().completeOnTimeout(process, STOP_SECONDS, TimeUnit.SECONDS).join();
        kill();
    }
}
