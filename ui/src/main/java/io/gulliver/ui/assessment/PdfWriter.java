package io.gulliver.ui.assessment;

import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jsoup.Jsoup;
import org.jsoup.helper.W3CDom;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.springframework.stereotype.Component;

/**
 * Writes a rendered page as a PDF with text and bookmarks.
 *
 * <p>Nothing is fetched: the one style sheet comes from the class path, marks are words already, and every address that
 * the renderer would open is refused.
 */
@Component
class PdfWriter {
    private static final String STYLE = "/pdf/pdf.css";

    private final String style;

    PdfWriter() {
        try (InputStream in = PdfWriter.class.getResourceAsStream(STYLE)) {
            if (in == null) {
                throw new IllegalStateException(STYLE + " is not on the class path. Build the module ui.");
            }
            style = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(STYLE + " could not be read", e);
        }
    }

    /** The PDF of a page; links, marks and forms of the page are left out. */
    byte[] write(String html) {
        Document page = Jsoup.parse(html);
        page.select("svg, script, form, nav, link, .no-pdf").remove();
        page.select("a").unwrap();
        page.select("details").attr("open", "open");
        page.head().appendElement("style").appendChild(new DataNode(style));
        Element bookmarks = page.head().appendElement("bookmarks");
        page.select("h2[id]")
                .forEach(heading -> bookmarks
                        .appendElement("bookmark")
                        .attr("name", heading.text())
                        .attr("href", "#" + heading.id()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PdfRendererBuilder builder = new PdfRendererBuilder();
        builder.useUriResolver((base, uri) -> uri.startsWith("#") ? uri : null);
        builder.withW3cDocument(new W3CDom().fromJsoup(page), null);
        builder.withProducer("Gulliver");
        builder.toStream(out);
        try {
            builder.run();
        } catch (IOException e) {
            throw new UncheckedIOException("The PDF of '" + page.title() + "' could not be written", e);
        }
        return out.toByteArray();
    }
}
