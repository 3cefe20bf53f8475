package io.quarkiverse.sqlite.demo;

import java.nio.charset.StandardCharsets;

import jakarta.ws.rs.core.Response.Status;

/** A request that can't be done; thrown in a transaction it rolls it back. */
class Problem extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int MAX_TEXT = 200;

    private final Status status;

    private Problem(Status status, String detail) {
        super(detail);
        this.status = status;
    }

    static Problem badRequest(String detail) {
        return new Problem(Status.BAD_REQUEST, detail);
    }

    static Problem notFound(String detail) {
        return new Problem(Status.NOT_FOUND, detail);
    }

    static Problem unknownPart(long id) {
        return notFound("There is no part " + id);
    }

    static Problem conflict(String detail) {
        return new Problem(Status.CONFLICT, detail);
    }

    Status status() {
        return status;
    }

    /** The text without the blanks around it, if it is one to keep; half a surrogate pair is no character. */
    static String requireText(String text, String what) {
        if (text == null || text.isBlank() || text.length() > MAX_TEXT
                || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw badRequest(what + " must be a text of 1 to " + MAX_TEXT + " characters");
        }
        return text.strip();
    }
}
