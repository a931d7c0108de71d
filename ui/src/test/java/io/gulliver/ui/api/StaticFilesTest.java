package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.web.servlet.resource.ResourceUrlProvider;

/** Style sheets and scripts are read once and kept: their address says what is in them. */
class StaticFilesTest extends ServerCase {
    @Autowired
    private ResourceUrlProvider urls;

    private HttpResponse<String> stranger(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        return client.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    private static String kept(HttpResponse<String> answer) {
        return answer.headers().firstValue("Cache-Control").orElse("");
    }

    @Test
    void whatAPageNeedsIsKeptForAYearAndNeverStale() throws Exception {
        HttpResponse<String> login = stranger("/login");
        assertThat(kept(login)).as("a page is not kept").contains("no-store");
        List<String> needed = new ArrayList<>();
        Document page = Jsoup.parse(login.body());
        needed.addAll(page.select("link[href]").eachAttr("href"));
        needed.addAll(page.select("script[src]").eachAttr("src"));
        assertThat(needed).hasSizeGreaterThan(4);
        for (String program : List.of(
                "/js/app.js",
                "/vendor/idiomorph-0.7.4/idiomorph-ext.min.js",
                "/webjars/htmx.org/2.0.10/dist/htmx.min.js")) {
            needed.add(urls.getForLookupPath(program));
        }
        for (String path : needed) {
            assertThat(path).matches(".*-[0-9a-f]{32}\\.[a-z]+");
            HttpResponse<String> file = stranger(path);
            assertThat(file.statusCode()).as(path).isEqualTo(200);
            assertThat(kept(file))
                    .as(path)
                    .contains("max-age=31536000", "immutable")
                    .doesNotContain("no-store");
            assertThat(file.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(file.body()).as(path).isNotBlank();
        }
    }

    @Test
    void anAddressWithoutADigestIsAskedAgainAndAWrongOneIsNothing() throws Exception {
        HttpResponse<String> plain = stranger("/css/app.css");
        assertThat(plain.statusCode()).isEqualTo(200);
        assertThat(kept(plain)).contains("no-cache").doesNotContain("max-age", "no-store");
        assertThat(stranger(
                                "/css/app.css",
                                "If-Modified-Since",
                                plain.headers().firstValue("Last-Modified").orElseThrow())
                        .statusCode())
                .isEqualTo(304);
        HttpResponse<String> wrong = stranger("/css/app-" + "0".repeat(32) + ".css");
        assertThat(wrong.statusCode()).isEqualTo(404);
        assertThat(kept(wrong)).doesNotContain("max-age=31536000");
    }
}
