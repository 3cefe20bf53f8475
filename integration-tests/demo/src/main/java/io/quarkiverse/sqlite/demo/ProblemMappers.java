package io.quarkiverse.sqlite.demo;

import java.util.stream.Collectors;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.Response.StatusType;

import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

import com.fasterxml.jackson.databind.exc.MismatchedInputException;

import io.quarkiverse.sqlite.SqliteBusyException;
import io.quarkiverse.sqlite.SqliteTimeoutException;

/** Every error of the API is a JSON body as of RFC 9457. */
class ProblemMappers {

    private static final String PROBLEM_JSON = "application/problem+json";

    /** What the client gets. */
    public record Body(int status, String title, String detail) {
    }

    @ServerExceptionMapper
    public Response map(Problem problem) {
        return response(problem.status(), problem.getMessage());
    }

    @ServerExceptionMapper
    public Response map(WebApplicationException refused) {
        StatusType status = refused.getResponse().getStatusInfo();
        return response(status, status.getStatusCode() == Status.BAD_REQUEST.getStatusCode() ? "The request can't be read"
                : status.getReasonPhrase());
    }

    @ServerExceptionMapper
    public Response map(MismatchedInputException unexpected) {
        String where = unexpected.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName())
                .collect(Collectors.joining());
        return response(Status.BAD_REQUEST, "The body" + where + " is not of the type that is expected");
    }

    /** The writer or the readers are busy for longer than a request should wait. */
    @ServerExceptionMapper({ SqliteBusyException.class, SqliteTimeoutException.class })
    public Response busy() {
        return Response.fromResponse(response(Status.SERVICE_UNAVAILABLE, "The database is busy, try again"))
                .header(HttpHeaders.RETRY_AFTER, 1).build();
    }

    private static Response response(StatusType status, String detail) {
        return Response.status(status).type(PROBLEM_JSON)
                .entity(new Body(status.getStatusCode(), status.getReasonPhrase(), detail)).build();
    }
}
