package io.gulliver.ui.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * A table as a CSV file (RFC 4180, UTF-8): a line of column names, then the rows. Instants are ISO 8601 in UTC, durations whole
 * minutes, what is not known is empty.
 *
 * <p>A text that a spreadsheet would take for a formula, because it begins with {@code = + - @}, a tab or a carriage return, gets an
 * apostrophe before it (OWASP, <i>CSV Injection</i>): databases, tasks and risks are named by whoever types them.
 *
 * @param columns their names
 * @param rows texts, numbers, instants, durations or null, as many as columns
 */
record Sheet(List<String> columns, List<List<@Nullable Object>> rows) {
    private static final String FORMULA = "=+-@\t\r";

    /** As the answer to a request. */
    ResponseEntity<byte[]> answer(String name) {
        return file(name + ".csv", new MediaType("text", "csv", StandardCharsets.UTF_8), text());
    }

    static ResponseEntity<byte[]> file(String name, MediaType type, String text) {
        return ResponseEntity.ok()
                .contentType(type)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename(name.replaceAll("[^A-Za-z0-9_.-]", "_"))
                                .build()
                                .toString())
                .body(text.getBytes(StandardCharsets.UTF_8));
    }

    String text() {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().build(text)) {
            csv.writeRecord(columns);
            rows.forEach(row -> csv.writeRecord(row.stream().map(Sheet::cell).toList()));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return text.toString();
    }

    static String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof java.time.Duration length) {
            return Long.toString(Math.round(length.toSeconds() / 60.0));
        }
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString(Math.round(number));
        }
        String text = String.valueOf(value);
        boolean word = value instanceof CharSequence || value instanceof List<?>;
        return word && !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
    }

    /** A constant as people write it. */
    static @Nullable String word(@Nullable Enum<?> constant) {
        return constant == null
                ? null
                : constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
