package io.quarkiverse.sqlite.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A customer uses the page in a real browser. */
@Timeout(180)
class PageIT {

    @Test
    void searchesOrdersAndSeesWhatHasChanged() throws Exception {
        Optional<Path> chromedriver = Browser.installed();
        assumeTrue(chromedriver.isPresent(), "skipped: there is no chromedriver on the path");
        Path directory = Files.createTempDirectory("parts-page");
        try (PackagedDemo demo = PackagedDemo.start(directory.resolve("parts.db"), 2_000);
                Browser browser = Browser.start(chromedriver.get())) {
            Client client = demo.awaitClient();
            long stock = client.post("/api/parts/5/stock", Map.of("delta", 10, "reason", "delivery")).json().get("stock")
                    .asLong();
            browser.open(client.url("/"));
            // the first page, the categories and the summary are filled in
            browser.see("//tbody[@id='parts']/tr[25]");
            browser.see("//select[@id='category']/option[.='Gears']");
            browser.see("//tbody[@id='summary']/tr[20]");
            browser.see("//tbody[@id='lanes']/tr[td[1]='rows' and td[2]!='0']");
            // search as one types, look at the part, order two of it
            browser.type("//input[@id='q']", "größe bea 351");
            browser.see("//tbody[@id='parts'][count(tr)=1]/tr[td[1]='BEA-000005']");
            browser.click("//tbody[@id='parts']//button[contains(., 'Größe bearing')]");
            browser.see("//section[@id='detail']//dd[.='Yıldız Industrie, France']");
            browser.click("//button[@aria-label='Add Größe bearing 351 mm, standard to the order']");
            browser.click("//button[@aria-label='Add Größe bearing 351 mm, standard to the order']");
            browser.type("//input[@id='customer']", "Ada <b>Lovelace</b>");
            browser.click("//button[@id='place']");
            browser.see("//p[@id='message' and starts-with(., 'Order 1 is placed')]");
            browser.see("//tbody[@id='parts']/tr[td[5]='" + (stock - 2) + "']");
            assertThat(client.get("/api/orders/1").json().get("customer").asText()).isEqualTo("Ada <b>Lovelace</b>");
            // more than there is: the page says so
            browser.click("//button[@aria-label='Add Größe bearing 351 mm, standard to the order']");
            browser.type("//tbody[@id='cart']//input", "00000\t");
            browser.click("//button[@id='place']");
            browser.see("//p[@id='message' and @class='bad' and contains(., 'in stock, but 100000 were ordered')]");
            // a stock change
            browser.type("//input[@id='reason']", " late");
            browser.click("//form[@id='stock']//button");
            browser.see("//p[@id='message' and .='The stock is now " + (stock + 8) + "']");
            // next page and back
            browser.type("//input[@id='q']", "\uE009a\uE000\uE003");
            browser.see("//tbody[@id='parts']/tr[25]");
            browser.click("//button[@id='next']");
            browser.see("//tbody[@id='parts']/tr[1][contains(td[1], '-000026')]");
            browser.click("//button[@id='first']");
            browser.see("//tbody[@id='parts']/tr[1][contains(td[1], '-000001')]");
        } finally {
            TestFiles.delete(directory);
        }
    }
}
