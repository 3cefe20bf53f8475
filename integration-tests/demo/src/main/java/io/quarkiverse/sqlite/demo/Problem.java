package io.quarkiverse.sqlite.demo;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;

import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** A request that can't be done; rolls the transaction back that it is thrown in. */
class Problem extends RuntimeException {

    private static final long serialVersionUID = 1L;

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

    /** What the client gets. */
    public record Body(int status, String title, String detail) {
    }

    static class Mapper {

        @ServerExceptionMapper
        public Response map(Problem problem) {
            Status status = problem.status;
            return Response.status(status).type(MediaType.APPLICATION_JSON_TYPE)
                    .entity(new Body(status.getStatusCode(), status.getReasonPhrase(), problem.getMessage())).build();
        }
    }
}
