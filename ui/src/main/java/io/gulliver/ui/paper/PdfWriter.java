package io.gulliver.ui.paper;

import com.openhtmltopdf.extend.FSSupplier;
import com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FontStyle;
import com.openhtmltopdf.pdfboxout.PdfBoxRenderer;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.EnumMap;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.pdfbox.pdfwriter.compress.CompressParameters;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.jsoup.Jsoup;
import org.jsoup.helper.W3CDom;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.springframework.stereotype.Component;

/**
 * Writes a rendered page as a tagged PDF with text and bookmarks; of its fonts it holds the signs that it uses.
 *
 * <p>Nothing is fetched: style sheet and fonts come from the class path, marks are words already, and every address that
 * the renderer would open is refused. Noto Sans has the letters of Europe; what it lacks, Japanese and arrows among it,
 * comes from Noto Sans JP.
 */
@Component
class PdfWriter {
    /** Looked through in this order for each sign; there is one weight alone of the second, which is large. */
    private static final List<Face> FACES = List.of(
            new Face("Noto Sans", "/pdf/fonts/NotoSans-Regular.ttf", 400),
            new Face("Noto Sans", "/pdf/fonts/NotoSans-Bold.ttf", 700),
            new Face("Noto Sans JP", "/pdf/fonts/NotoSansJP-Regular.ttf", 400),
            new Face("Noto Sans JP", "/pdf/fonts/NotoSansJP-Regular.ttf", 700));

    private final Map<PaperFormat, String> styles = new EnumMap<>(PaperFormat.class);

    private record Face(String family, String file, int weight) {
        FSSupplier<InputStream> content() {
            return () -> PdfWriter.class.getResourceAsStream(file);
        }
    }

    PdfWriter() {
        for (PaperFormat format : PaperFormat.values()) {
            styles.put(format, format.sheets().stream().map(PdfWriter::read).collect(Collectors.joining("\n")));
        }
    }

    private static String read(String sheet) {
        try (InputStream in = PdfWriter.class.getResourceAsStream(sheet)) {
            if (in == null) {
                throw new IllegalStateException(sheet + " is not on the class path. Build the module ui.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(sheet + " could not be read", e);
        }
    }

    /**
     * The PDF of a page; links, marks and forms of the page are left out, and charts in steps are drawn.
     *
     * @param foot stands at the foot of every page, beside its number
     * @param at when what it says was true: its date, and the one thing that makes two files of the same page differ
     */
    byte[] write(String html, String foot, Instant at, PaperFormat format) {
        Document page = Jsoup.parse(html);
        page.select("svg, script, form, nav, link, .no-pdf, .what").remove();
        page.select("a").unwrap();
        page.select("details").attr("open", "open");
        page.head().appendElement("style").appendChild(new DataNode(styles.get(format) + foot(foot)));
        page.head().appendElement("meta").attr("name", "subject").attr("content", page.title());
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
        builder.usePdfUaAccessibility(true);
        builder.useObjectDrawerFactory(new StepChart());
        FACES.forEach(face -> builder.useFont(face.content(), face.family(), face.weight(), FontStyle.NORMAL, true));
        builder.toStream(out);
        try (PdfBoxRenderer renderer = builder.buildPdfRenderer();
                PDDocument document = renderer.createPDFKeepOpen()) {
            Calendar made = GregorianCalendar.from(at.atZone(ZoneOffset.UTC));
            document.getDocumentInformation().setCreationDate(made);
            // else the moment of writing
            document.setDocumentId(at.toEpochMilli());
            // its date stands where whoever compares two files sees it
            document.save(out, CompressParameters.NO_COMPRESSION);
        } catch (IOException e) {
            throw new UncheckedIOException("The PDF of '" + page.title() + "' could not be written", e);
        }
        return out.toByteArray();
    }

    /** Signs as numbers: no name can end the text and go on as style. */
    private static String foot(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints()
                .forEach(sign ->
                        escaped.append('\\').append(Integer.toHexString(sign)).append(' '));
        return "@page { @bottom-left { content: \"" + escaped + "\"; font-family: \"Noto Sans\", \"Noto Sans JP\";"
                + " font-size: 8pt; color: #606769; text-align: left; width: 85%; } }";
    }
}
