package io.quarkiverse.sqlite.demo;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same with the packaged application. */
@QuarkusIntegrationTest
class DemoIT extends DemoTest {
}
