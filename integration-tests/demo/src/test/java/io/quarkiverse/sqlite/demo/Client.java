package io.quarkiverse.sqlite.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Talks to the demo over HTTP. Thread-safe. */
final class Client {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(20))
            .build();
    private final URI base;

    Client(int port) {
        this.base = URI.create("http://localhost:" + port);
    }

    String url(String path) {
        return base.resolve(path).toString();
    }

    /** An answer: its status and its body as JSON. */
    record Answer(int status, String body) {

        JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    Answer get(String path) {
        return answer(HttpRequest.newBuilder(base.resolve(path)));
    }

    HttpResponse<byte[]> bytes(String path) {
        try {
            return http.send(HttpRequest.newBuilder(base.resolve(path)).build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    Answer post(String path, Object body) {
        try {
            return answer(HttpRequest.newBuilder(base.resolve(path)).header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body))));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    Answer delete(String path) {
        return answer(HttpRequest.newBuilder(base.resolve(path)).DELETE());
    }

    private Answer answer(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = http.send(request.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
