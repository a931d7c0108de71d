package io.gulliver.ui.export;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;

/** The kinds of file that a table is given as; the address of a request ends with its kind. */
enum SheetFormat {
    CSV,
    XLSX,
    JSON;

    /** What is asked for. */
    static SheetFormat of(HttpServletRequest request) {
        String path = request.getRequestURI();
        return valueOf(path.substring(path.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT));
    }

    /** What its name ends with. */
    String ending() {
        return "." + name().toLowerCase(Locale.ROOT);
    }
}
