package io.gulliver.ui.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.gulliver.domain.program.Program;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.json.JsonMapper;

/**
 * A table as a file for other programs, with the same columns in each kind: CSV (RFC 4180, UTF-8), a workbook ({@link ExcelSheet}), or
 * JSON, a list of objects. In CSV and JSON instants are ISO 8601 in UTC; durations are whole minutes; what is not known is empty, in
 * JSON null.
 *
 * <p>A text of a CSV that a spreadsheet would take for a formula, because it begins with {@code = + - @}, a tab or a carriage return, gets an
 * apostrophe before it (OWASP, <i>CSV Injection</i>): databases, tasks and risks are named by whoever types them.
 *
 * @param columns their names
 * @param rows texts, numbers, instants, durations or null, as many as columns
 */
record Sheet(List<String> columns, List<List<@Nullable Object>> rows) {
    private static final MediaType WORKBOOK =
            new MediaType("application", "vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    private static final String FORMULA = "=+-@\t\r";

    /**
     * As the answer to a request.
     *
     * @param name of the file without its ending
     * @param program whose zone a workbook shows
     * @param made when
     */
    ResponseEntity<byte[]> answer(String name, SheetFormat format, Program program, Instant made) {
        String file = name + format.ending();
        return switch (format) {
            case CSV -> file(file, new MediaType("text", "csv", StandardCharsets.UTF_8), text());
            case JSON -> file(file, MediaType.APPLICATION_JSON, json());
            case XLSX -> file(file, WORKBOOK, ExcelSheet.of(this, program.title(), program.zone(), made));
        };
    }

    static ResponseEntity<byte[]> file(String name, MediaType type, String text) {
        return file(name, type, text.getBytes(StandardCharsets.UTF_8));
    }

    static ResponseEntity<byte[]> file(String name, MediaType type, byte[] content) {
        return ResponseEntity.ok()
                .contentType(type)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename(name.replaceAll("[^A-Za-z0-9_.-]", "_"))
                                .build()
                                .toString())
                .body(content);
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

    String json() {
        List<Map<String, @Nullable Object>> objects = new ArrayList<>();
        for (List<@Nullable Object> row : rows) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            for (int column = 0; column < columns.size(); column++) {
                object.put(columns.get(column), told(row.get(column)));
            }
            objects.add(object);
        }
        return JsonMapper.shared().writeValueAsString(objects);
    }

    private static @Nullable Object told(@Nullable Object value) {
        if (value instanceof Double number && !Double.isFinite(number)) {
            return null;
        }
        return value instanceof Duration length
                ? minutes(length)
                : value == null || value instanceof Number || value instanceof Boolean ? value : String.valueOf(value);
    }

    static long minutes(Duration length) {
        return Math.round(length.toSeconds() / 60.0);
    }

    /** Whether a spreadsheet would take a text for a formula. */
    static boolean formula(String text) {
        return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
    }

    static String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Duration length) {
            return Long.toString(minutes(length));
        }
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
            return Long.toString(Math.round(number));
        }
        String text = String.valueOf(value);
        boolean word = value instanceof CharSequence || value instanceof List<?>;
        return word && formula(text) ? "'" + text : text;
    }

    /** A constant as people write it. */
    static @Nullable String word(@Nullable Enum<?> constant) {
        return constant == null
                ? null
                : constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
