package io.gulliver.ui.paper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;

/** A rendered page as one file of HTML: its style sheets are in it, and nothing in it leads elsewhere or does anything. */
final class PageFile {
    private static final String SHEETS = List.of("tokens", "components", "pages", "app").stream()
            .map(sheet -> read("/static/css/" + sheet + ".css"))
            .collect(Collectors.joining("\n"));

    private PageFile() {}

    /** The file of a page; links keep their words, marks that nobody uses are left out, and tables that fold are open. */
    static String of(String html) {
        Document page = Jsoup.parse(html);
        page.outputSettings().prettyPrint(false);
        page.select("script, form, nav, link, .head-acts, .no-pdf, .what, .no-print:not(details),"
                        + " [data-problem-here]")
                .remove();
        page.select("a").unwrap();
        page.select("details").attr("open", "open");
        Set<String> used = new HashSet<>(page.select("use").eachAttr("href"));
        page.select("symbol").removeIf(symbol -> !used.contains("#" + symbol.id()));
        page.head().appendElement("style").appendChild(new DataNode(SHEETS));
        return page.outerHtml();
    }

    private static String read(String sheet) {
        try (InputStream in = PageFile.class.getResourceAsStream(sheet)) {
            if (in == null) {
                throw new IllegalStateException(sheet + " is not on the class path. Build the module ui.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(sheet + " could not be read", e);
        }
    }
}
