package io.quarkiverse.sqlite.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import com.fasterxml.jackson.databind.JsonNode;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;

/** The page, used in a real browser. */
@QuarkusTest
@WithTestResource(SmallCatalogue.class)
@Timeout(180)
class PageTest {

    @TestHTTPResource
    URI base;

    private Shop shop;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        Optional<Path> program = Browser.installed();
        assumeTrue(program.isPresent(), "skipped: no Chromium or Chrome on the PATH");
        shop = new Shop(base);
        browser = new Browser(program.get(), base.resolve("/"));
        browser.await("document.querySelectorAll('#parts tr').length === 25");
    }

    @AfterEach
    void close() {
        if (browser != null) {
            browser.close();
            assertThat(browser.errors()).isEmpty();
        }
    }

    @Test
    void showsTheCatalogueTheSummaryAndTheNumbers() throws Exception {
        browser.await("document.querySelectorAll('#category option').length === 21");
        browser.await("document.querySelectorAll('#summary tr').length === 20");
        browser.await("document.querySelectorAll('#lanes tr').length === 5");
        browser.await("Number(document.querySelector('#lanes td.number').textContent.replace(/,/g, '')) > 0");
        browser.await("/\\d+ %/.test(document.getElementById('numbers').textContent)");
        browser.await("document.querySelectorAll('#readers tr').length > 1");
        assertThat(browser.evaluate("[...document.querySelectorAll('input, select, button')].filter(e => "
                + "!e.labels?.length && !e.getAttribute('aria-label') && !e.textContent.trim()).length").asInt())
                .as("controls without a name").isZero();
    }

    /** Without being loaded again. */
    @Test
    void showsLiveWhatTheDatabaseDoes() throws Exception {
        String leases = "[...document.querySelectorAll('#readers tr')].reduce((sum, reader) => "
                + "sum + Number(reader.children[2].textContent.replace(/,/g, '')), 0)";
        String commits = "Number([...document.querySelectorAll('#numbers dt')].find(term => term.textContent === 'Commits')"
                + ".nextSibling.textContent.replace(/,/g, ''))";
        browser.await("document.querySelectorAll('#readers tr').length > 1");
        long leased = browser.evaluate(leases).asLong();
        long committed = browser.evaluate(commits).asLong();
        for (int i = 0; i < 50; i++) {
            shop.summary();
        }
        shop.changeStock(1, 1);
        browser.await(leases + " >= " + (leased + 50));
        browser.await(commits + " > " + committed);
        browser.await("/free|thread/.test(document.getElementById('numbers').textContent)");
    }

    @Test
    void searchesAsOneTypesAndTurnsPages() throws Exception {
        type("q", "gear");
        browser.await("document.querySelectorAll('#parts tr').length === 25 && "
                + "[...document.querySelectorAll('#parts .link')].every(name => name.textContent.includes(' gear '))");
        String first = browser.evaluate("document.querySelector('#parts td').textContent").asText();
        click("#next");
        browser.await("document.querySelector('#parts td').textContent > '" + first + "'");
        click("#first");
        browser.await("document.querySelector('#parts td').textContent === '" + first + "'");
        type("q", "耐熱");
        browser.await("[...document.querySelectorAll('#parts .link')].every(name => name.textContent.includes('耐熱'))");
        type("q", "zzzz");
        browser.await("document.getElementById('count').textContent === 'Nothing found'");
    }

    @Test
    void showsAPartWithItsPhotoAndChangesItsStock() throws Exception {
        JsonNode part = shop.pages("", 500).stream().filter(candidate -> candidate.get("hasPhoto").asBoolean()).findFirst()
                .orElseThrow();
        long stock = part.get("stock").asLong();
        find(part);
        click("#parts .link");
        browser.await("document.getElementById('photo').naturalWidth === 48");
        browser.await("document.activeElement.id === 'detail-name'");
        assertThat(browser.evaluate("document.getElementById('detail-name').textContent").asText())
                .isEqualTo(part.get("name").asText());
        type("delta", "12");
        click("#stock button");
        browser.await("document.getElementById('message').textContent.startsWith('The stock is now')");
        assertThat(shop.part(part.get("id").asLong()).get("stock").asLong()).isEqualTo(stock + 12);
        type("delta", "-1000000");
        click("#stock button");
        browser.await("document.getElementById('message').className === 'bad'");
    }

    @Test
    void placesAnOrderOrSaysWhyNot() throws Exception {
        JsonNode part = shop.pages("", 500).stream().filter(candidate -> candidate.get("stock").asLong() > 5).findFirst()
                .orElseThrow();
        long stock = part.get("stock").asLong();
        find(part);
        click("#parts td:last-child button");
        click("#parts td:last-child button");
        browser.await("document.querySelector('#cart input').value === '2'");
        type("customer", "Ægir <b>& Söhne</b>");
        click("#place");
        browser.await("/^Order \\d+ is placed/.test(document.getElementById('message').textContent)");
        String order = browser.evaluate("document.getElementById('message').textContent.match(/\\d+/)[0]").asText();
        JsonNode placed = shop.found("/api/orders/" + order);
        assertThat(placed.get("customer").asText()).isEqualTo("Ægir <b>& Söhne</b>");
        assertThat(placed.get("lines")).singleElement().satisfies(line -> {
            assertThat(line.get("part")).isEqualTo(part.get("id"));
            assertThat(line.get("quantity").asInt()).isEqualTo(2);
        });

        click("#parts td:last-child button");
        type("#cart input", String.valueOf(stock));
        click("#place");
        browser.await("document.getElementById('message').textContent.includes('in stock, but " + stock + " were ordered')");
        assertThat(browser.evaluate("document.querySelectorAll('#cart tr').length").asInt()).as("the order is kept").isOne();
        assertThat(shop.part(part.get("id").asLong()).get("stock").asLong()).isEqualTo(stock - 2);
    }

    /** Searches for that part until it is the only one on the page. */
    private void find(JsonNode part) throws Exception {
        type("q", part.get("sku").asText());
        browser.await(
                "document.querySelectorAll('#parts tr').length === 1 && document.querySelector('#parts td').textContent === "
                        + part.get("sku"));
    }

    private void click(String selector) throws Exception {
        browser.evaluate("document.querySelector('" + selector + "').click()");
    }

    /** As a key and then a tab would do it. */
    private void type(String idOrSelector, String text) throws Exception {
        String element = idOrSelector.startsWith("#") ? "document.querySelector('" + idOrSelector + "')"
                : "document.getElementById('" + idOrSelector + "')";
        browser.evaluate("(e => { e.value = '" + text + "'; e.dispatchEvent(new Event('input', { bubbles: true })); "
                + "e.dispatchEvent(new Event('change', { bubbles: true })); })(" + element + ")");
    }
}
