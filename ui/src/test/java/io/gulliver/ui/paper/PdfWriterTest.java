package io.gulliver.ui.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;

/** What the writer makes of a page. */
class PdfWriterTest {
    private static final String FOOT = "Northmoor \"2026\" \\ } 東京, as of Sun 1 Mar 2026";
    private static final Instant MADE = Instant.parse("2026-03-01T10:15:30Z");
    private final PdfWriter writer = new PdfWriter();

    private static String page(String body) {
        return "<!DOCTYPE html><html lang=\"en\"><head><title>Assessment of Łódź</title></head><body>" + body
                + "</body></html>";
    }

    private static String text(PDDocument pdf) throws Exception {
        return new PDFTextStripper().getText(pdf).replaceAll("\\s+", " ");
    }

    @Test
    void holdsTheLettersOfEveryNameAndEverySign() throws Exception {
        String[] names = {
            "Zażółć gęślą jaźń",
            "Ελληνική βάση δεδομένων",
            "日本語データベース",
            "Řízení",
            "Ümlaut",
            "Москва",
            "9.1 → 9.2 ≥ 5 ≤ 7 ≠ 8",
            "1 – 2 × 3 · 4"
        };
        StringBuilder body = new StringBuilder("<h1>Names</h1>");
        for (String name : names) {
            body.append("<p>").append(name).append("</p><p><b>").append(name).append("</b></p>");
        }
        try (PDDocument pdf = Loader.loadPDF(writer.write(page(body.toString()), FOOT, MADE, PaperFormat.PAGES))) {
            assertThat(text(pdf)).contains(names).doesNotContain("#");
            for (PDPage page : pdf.getPages()) {
                for (COSName name : page.getResources().getFontNames()) {
                    PDFont font = page.getResources().getFont(name);
                    assertThat(font.isEmbedded()).as(font.getName()).isTrue();
                }
            }
        }
    }

    @Test
    void numbersItsPagesAndSaysAtTheFootOfEachWhatItIs() throws Exception {
        StringBuilder rows =
                new StringBuilder("<h2 id=\"rows\">Rows</h2><table><thead><tr><th>Name</th></tr></thead><tbody>");
        for (int i = 0; i < 200; i++) {
            rows.append("<tr><td>DB").append(i).append("</td></tr>");
        }
        try (PDDocument pdf = Loader.loadPDF(
                writer.write(page(rows.append("</tbody></table>").toString()), FOOT, MADE, PaperFormat.PAGES))) {
            int pages = pdf.getNumberOfPages();
            assertThat(pages).isGreaterThan(3);
            for (int page = 1; page <= pages; page++) {
                PDFTextStripper stripper = new PDFTextStripper();
                stripper.setStartPage(page);
                stripper.setEndPage(page);
                String text = stripper.getText(pdf).replaceAll("\\s+", " ");
                assertThat(text).contains(FOOT, page + " / " + pages, "Name");
            }
            assertThat(pdf.getDocumentCatalog().getStructureTreeRoot())
                    .as("tags for readers aloud")
                    .isNotNull();
            assertThat(pdf.getDocumentCatalog().getMarkInfo().isMarked()).isTrue();
            assertThat(pdf.getDocumentCatalog().getLanguage()).isEqualTo("en");
            assertThat(pdf.getDocumentInformation().getTitle()).isEqualTo("Assessment of Łódź");
        }
    }

    @Test
    void leavesOutWhatIsNoPartOfAPaper() throws Exception {
        String html = page("<h2 id=\"a\">A</h2><p><a"
                + " href=\"https://example.org/\">words</a></p><form><button>Press</button></form><img"
                + " src=\"https://example.org/x.png\" alt=\"far\"><script>alert(1)</script>");
        try (PDDocument pdf = Loader.loadPDF(writer.write(html, FOOT, MADE, PaperFormat.PAGES))) {
            assertThat(text(pdf)).contains("words").doesNotContain("Press", "alert");
            assertThat(pdf.getPage(0).getAnnotations()).isEmpty();
            assertThat(pdf.getDocumentCatalog().getDocumentOutline().children()).hasSize(1);
        }
    }

    @Test
    void drawsLinesInStepsAndRefusesAPartThatItDoesNotKnow() throws Exception {
        String chart = "<p>Before</p><object type=\"application/x-steps\" alt=\"25 of 50 are across\""
                + " style=\"width: 120mm; height: 30mm\"><param name=\"band\" value=\"10.00%% 5.00%%\"/>"
                + "<param name=\"row\" value=\"75.0\"/><param name=\"planned\" value=\"\"/>"
                + "<param name=\"%s\" value=\"M0.0 150.0H500.0V75.0\"/></object>";
        try (PDDocument pdf =
                Loader.loadPDF(writer.write(page(chart.formatted("actual")), FOOT, MADE, PaperFormat.ONE_PAGE))) {
            assertThat(pdf.getPage(0).getMediaBox().getHeight()).isGreaterThan(800);
            PDFormXObject drawn = (PDFormXObject) pdf.getPage(0)
                    .getResources()
                    .getXObject(pdf.getPage(0)
                            .getResources()
                            .getXObjectNames()
                            .iterator()
                            .next());
            String lines = new String(drawn.getContents().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(lines)
                    .as("a shade, and two lines")
                    .containsPattern("re\\s+f|h\\s+f")
                    .containsPattern("(?s)\\bS\\b.*\\bS\\b");
        }
        assertThatThrownBy(() -> writer.write(page(chart.formatted("spiral")), FOOT, MADE, PaperFormat.ONE_PAGE))
                .hasMessageContaining("no part 'spiral'");
    }

    @Test
    void writesTheSamePageInTheSameBytesButForTheDateThatItCarries() throws Exception {
        String html = page(
                "<h2 id=\"a\">A 東京</h2><p><b>Words</b> of one page</p><object type=\"application/x-steps\" alt=\"steps\""
                        + " style=\"width: 120mm; height: 30mm\"><param name=\"row\" value=\"75.0\"/></object>");
        byte[] first = writer.write(html, FOOT, MADE, PaperFormat.ONE_PAGE);
        assertThat(new PdfWriter().write(html, FOOT, MADE, PaperFormat.ONE_PAGE))
                .isEqualTo(first);
        byte[] later = writer.write(html, FOOT, MADE.plusSeconds(90), PaperFormat.ONE_PAGE);
        assertThat(dateless(later)).isEqualTo(dateless(first));
        try (PDDocument pdf = Loader.loadPDF(later)) {
            assertThat(pdf.getDocumentInformation().getCreationDate().toInstant())
                    .as("when what it says was true, not when it was written")
                    .isEqualTo(MADE.plusSeconds(90));
            assertThat(pdf.getDocumentInformation().getModificationDate()).isNull();
        }
        assertThat(writer.write(html.replace("Words", "Other words"), FOOT, MADE, PaperFormat.ONE_PAGE))
                .isNotEqualTo(first);
    }

    private static String dateless(byte[] pdf) {
        return new String(pdf, StandardCharsets.ISO_8859_1)
                .replaceAll("D:\\d{14}", "D:")
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:]+", "")
                .replaceAll("/ID \\[[^\\]]*\\]", "/ID []");
    }
}
