package io.quarkiverse.sqlite.demo;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import io.quarkiverse.sqlite.Database;
import io.quarkiverse.sqlite.Diagnostics;
import io.smallrye.common.annotation.NonBlocking;

/** What the database does at this moment. */
@Path("/api/diagnostics")
public class DiagnosticsResource {

    private final Database db;

    DiagnosticsResource(Database db) {
        this.db = db;
    }

    /** On the event loop, for it waits for no connection: it answers also when all of them are busy. */
    @GET
    @NonBlocking
    public Diagnostics now() {
        return db.diagnostics();
    }
}
