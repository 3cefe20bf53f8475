package io.quarkiverse.sqlite.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;

/** A real browser without a window, driven over the WebDriver protocol. */
final class Browser implements AutoCloseable {

    private static final Pattern STARTED = Pattern.compile("started successfully on port (\\d+)");
    private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
    private static final List<String> ARGUMENTS = List.of("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
            "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1300,1500");

    private final Process driver;
    private final Client client;
    private final String session;

    private Browser(Process driver, Client client, String session) {
        this.driver = driver;
        this.client = client;
        this.session = session;
    }

    /** The WebDriver server of Chromium, when it is on the path. */
    static Optional<Path> installed() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(directory -> Path.of(directory, "chromedriver"))
                .filter(Files::isExecutable).findFirst();
    }

    static Browser start(Path chromedriver) throws IOException {
        Process driver = new ProcessBuilder(chromedriver.toString(), "--port=0").redirectErrorStream(true).start();
        BufferedReader log = driver.inputReader();
        Matcher started = null;
        for (String line = log.readLine(); line != null && started == null; line = started == null ? log.readLine() : line) {
            Matcher matcher = STARTED.matcher(line);
            started = matcher.find() ? matcher : null;
        }
        assertThat(started).as("chromedriver started").isNotNull();
        Client client = new Client(Integer.parseInt(started.group(1)));
        JsonNode session = client.post("/session", Map.of("capabilities", Map.of("alwaysMatch", Map.of("goog:chromeOptions",
                Map.of("args", ARGUMENTS)), "firstMatch", List.of(Map.of())))).json().get("value");
        assertThat(session.hasNonNull("sessionId")).as(session.toString()).isTrue();
        Browser browser = new Browser(driver, client, "/session/" + session.get("sessionId").asText());
        // elements are waited for
        browser.call("/timeouts", Map.of("implicit", 20_000));
        return browser;
    }

    private JsonNode call(String path, Object body) {
        Client.Answer answer = client.post(session + path, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json().get("value");
    }

    void open(String url) {
        call("/url", Map.of("url", url));
    }

    private String element(String xpath) {
        return "/element/" + call("/element", Map.of("using", "xpath", "value", xpath)).get(ELEMENT).asText();
    }

    void click(String xpath) {
        call(element(xpath) + "/click", Map.of());
    }

    void type(String xpath, String text) {
        call(element(xpath) + "/value", Map.of("text", text));
    }

    /** Fails when there is none in time. */
    void see(String xpath) {
        element(xpath);
    }

    @Override
    public void close() {
        client.delete(session);
        driver.destroy();
    }
}
