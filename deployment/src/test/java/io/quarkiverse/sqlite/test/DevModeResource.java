package io.quarkiverse.sqlite.test;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import io.quarkiverse.sqlite.Database;

@Path("/dev")
public class DevModeResource {

    @Inject
    Database db;

    @GET
    public String visit() {
        db.executeScript("CREATE TABLE IF NOT EXISTS visit(id INTEGER PRIMARY KEY)");
        db.execute("INSERT INTO visit DEFAULT VALUES");
        return "v1 visit " + db.selectFirst("SELECT count(*) FROM visit").orElseThrow().getLong(0) + " cache "
                + db.selectFirst("PRAGMA cache_size").orElseThrow().getLong(0);
    }

    /** The class that loaded the native library, told apart by its identity. */
    @GET
    @Path("driver")
    public String driver() throws ClassNotFoundException {
        return Integer.toHexString(System.identityHashCode(Class.forName("org.sqlite.SQLiteJDBCLoader")));
    }
}
