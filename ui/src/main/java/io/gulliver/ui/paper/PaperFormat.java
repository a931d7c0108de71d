package io.gulliver.ui.paper;

import java.util.List;

/** How a page lies on paper: its style sheets, the later ones over the earlier. */
public enum PaperFormat {
    /** A4 landscape, as many pages as it takes. */
    PAGES("/pdf/pdf.css"),
    /** A4 upright and small, for what is one page. */
    ONE_PAGE("/pdf/pdf.css", "/pdf/one-page.css");

    private final List<String> sheets;

    PaperFormat(String... sheets) {
        this.sheets = List.of(sheets);
    }

    List<String> sheets() {
        return sheets;
    }
}
