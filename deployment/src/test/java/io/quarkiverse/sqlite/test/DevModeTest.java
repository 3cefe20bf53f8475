package io.quarkiverse.sqlite.test;

import static org.hamcrest.Matchers.either;
import static org.hamcrest.Matchers.equalTo;

import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.quarkus.test.QuarkusDevModeTest;
import io.restassured.RestAssured;

/** A live reload closes the file and opens it again, with the data that is in it and the driver that is loaded. */
class DevModeTest {

    @RegisterExtension
    static final QuarkusDevModeTest TEST = new QuarkusDevModeTest()
            .withApplicationRoot(jar -> jar.addClass(DevModeResource.class)
                    .addAsResource(
                            new StringAsset("quarkus.sqlite.path=target/dev-mode-" + System.nanoTime()
                                    + ".db\nquarkus.sqlite.pragmas.cache_size=-1111\nquarkus.sqlite.readers.size=2\n"),
                            "application.properties"));

    /** The writer and two readers; what an earlier application left open would add to it. */
    private static void checkHandles() {
        RestAssured.get("/dev/handles").then().statusCode(200).body(either(equalTo("3")).or(equalTo("-1")));
    }

    @Test
    void reloads() {
        RestAssured.get("/dev").then().statusCode(200).body(equalTo("v1 visit 1 cache -1111"));
        checkHandles();
        RestAssured.get("/dev/driver").then().statusCode(200).body(equalTo("true"));
        TEST.modifySourceFile(DevModeResource.class, source -> source.replace("\"v1 ", "\"v2 "));
        RestAssured.get("/dev").then().statusCode(200).body(equalTo("v2 visit 2 cache -1111"));
        checkHandles();
        TEST.modifyResourceFile("application.properties", properties -> properties.replace("-1111", "-2222"));
        RestAssured.get("/dev").then().statusCode(200).body(equalTo("v2 visit 3 cache -2222"));
        checkHandles();
        RestAssured.get("/dev/driver").then().statusCode(200).body(equalTo("true"));
    }
}
