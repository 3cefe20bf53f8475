package io.quarkiverse.sqlite.demo;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same on the packaged application. */
@QuarkusIntegrationTest
class PageIT extends PageTest {
}
