package io.gulliver.evidence.array;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.HeadedTable;
import io.gulliver.evidence.JsonObjects;
import io.gulliver.evidence.PlainBytes;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.TextLines;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads volumes and pools of an array: {@code lsvdisk} and {@code lsmdiskgrp} of Spectrum Virtualize (FlashSystem, SVC,
 * Storwize) as text with {@code -delim}, as text in columns, in the view of one object, or as JSON of its REST API; and
 * {@code /volumes} and {@code /pools} of the DS8000's REST API. Plain or gzipped, several answers one after the other.
 *
 * <p>Columns are found by their names. The text of the DS8000's own command line is not read: no description of it was at
 * hand. One object is in memory at a time.
 */
public final class ArrayReader {
    private static final Pattern MESSAGE =
            Pattern.compile("(?:.*\\b)?((?:CMMVC\\d{4,5}[EW]|CMUC\\d{5}E|BE7A[0-9A-F]{4})\\b.*)");
    private static final Pattern DETAIL = Pattern.compile("id([:,;|!\\t ])([0-9A-Fa-f]{1,8})");
    private static final Pattern PROMPT =
            Pattern.compile("(?i)([\\w:.@~-]*[>$#] *)?(svcinfo +|svctask +)?(ls(vdisk|mdiskgrp)\\b.*|exit|logout)?");
    private static final String DELIMITERS = ":,;|!\t";

    private final Problems problems = new Problems();
    private final ArrayFigures figures = new ArrayFigures(problems);
    private List<String> names = List.of();
    private @Nullable HeadedTable table;
    private char delimiter;
    private final Map<String, String> detail = new LinkedHashMap<>();
    private long detailLine;
    private boolean strange;
    private boolean last;

    private ArrayReader() {}

    /**
     * Reads to the end.
     *
     * @param in plain or gzipped; not closed
     * @param origin facts are as old as the file, for the answers do not say when they were given
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static Reading read(InputStream in, EvidenceOrigin origin) throws IOException {
        ArrayReader reader = new ArrayReader();
        PushbackInputStream start = new PushbackInputStream(in, 64 * 1024);
        byte[] head = start.readNBytes(64 * 1024);
        start.unread(head);
        boolean cut = json(head) ? reader.objects(start) : reader.lines(start);
        return reader.figures.reading(new FactList(origin.source(), origin.receivedAt()), cut);
    }

    /** Whether a line names the columns of an answer that is read here. */
    public static boolean recognises(String line) {
        String lower = line.strip().toLowerCase(Locale.ROOT);
        return columns(lower) != null && (lower.contains("io_group") || lower.contains("mdisk"));
    }

    private static boolean json(byte[] head) throws IOException {
        TextLines lines = TextLines.of(new java.io.ByteArrayInputStream(head));
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (PlainBytes.beginsJson(line)) {
                return true;
            }
            if (columns(line.strip().toLowerCase(Locale.ROOT)) != null) {
                return false;
            }
        }
        return false;
    }

    private boolean objects(InputStream in) throws IOException {
        EvidenceProblem end = JsonObjects.read(in, (path, fields, line) -> {
            String code = fields.getOrDefault("server.code", fields.getOrDefault("code", ""));
            if (!code.isEmpty() && MESSAGE.matcher(code).matches()) {
                told(code + " " + fields.getOrDefault("server.message", fields.getOrDefault("message", "")), line);
            }
            figures.take(path, fields, line);
        });
        if (end != null) {
            problems.cut(end.line(), end.section(), end.message(), end.advice());
        }
        return end != null;
    }

    private boolean lines(InputStream in) throws IOException {
        TextLines lines = TextLines.of(in);
        boolean cut = false;
        for (String line = lines.next(); line != null; line = lines.next()) {
            if (!lines.terminated() && lines.damage() != null) {
                cut = true;
                break;
            }
            last = !lines.terminated();
            line(line, lines.number());
        }
        ended();
        String damage = lines.damage();
        if (damage != null) {
            problems.cut(
                    lines.number(),
                    figures.now(),
                    "the file ends after line " + lines.number() + ": " + damage
                            + (cut ? "; the row that was cut is left out" : ""),
                    "fetch the file again and compare its size with the original; upload it whole");
        }
        return problems.cut() != null;
    }

    private void line(String line, long number) {
        if (line.isBlank()) {
            ended();
            return;
        }
        Matcher message = MESSAGE.matcher(line.strip());
        if (message.matches()) {
            told(message.group(1), number);
            return;
        }
        Character found = columns(line.strip().toLowerCase(Locale.ROOT));
        if (found != null) {
            ended();
            delimiter = found;
            strange = false;
            if (delimiter == ' ') {
                table = new HeadedTable(List.of(line));
                names = table.names();
            } else {
                table = null;
                names = split(line.toLowerCase(Locale.ROOT), delimiter);
            }
            figures.begun(names, number);
            return;
        }
        Matcher one = DETAIL.matcher(line);
        if (one.matches() && names.isEmpty()) {
            ended();
            delimiter = one.group(1).charAt(0);
            detailLine = number;
        }
        if (detailLine > 0) {
            int at = line.indexOf(delimiter);
            if (at > 0) {
                detail.putIfAbsent(
                        line.substring(0, at).strip().toLowerCase(Locale.ROOT),
                        line.substring(at + 1).strip());
            } else {
                detail.putIfAbsent(line.strip().toLowerCase(Locale.ROOT), "");
            }
        } else if (!names.isEmpty()) {
            row(line, number);
        } else if (!PROMPT.matcher(line.strip()).matches() && !strange) {
            strange = true;
            problems.add(
                    number,
                    null,
                    "'" + cut(line) + "' stands before any heading and was left out, with what follows it",
                    "upload the answer of 'lsvdisk -bytes -delim :' or 'lsmdiskgrp -bytes -delim :' with its heading");
        }
    }

    private void row(String line, long number) {
        HeadedTable columns = table;
        List<String> cells = columns == null ? split(line, delimiter) : columns.cells(line);
        if (cells == null || cells.size() != names.size()) {
            if (PROMPT.matcher(line.strip()).matches()) {
                return;
            }
            if (last && (cells == null || cells.size() < names.size())) {
                problems.cut(
                        number,
                        figures.now(),
                        "the file ends in the middle of line " + number + ", in a row",
                        "fetch the file again and compare its size with the original; upload it whole");
                return;
            }
            problems.add(
                    number,
                    figures.now(),
                    "'" + cut(line) + "' "
                            + (cells == null
                                    ? "does not fit the columns"
                                    : "has " + cells.size() + " of " + names.size() + " columns")
                            + " and was left out",
                    "run the command again with -delim and a sign that is in no name, and upload its whole answer");
            return;
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            fields.putIfAbsent(names.get(i), cells.get(i));
        }
        figures.take("", fields, number);
    }

    private void ended() {
        if (!detail.isEmpty()) {
            figures.take("", detail, detailLine);
            detail.clear();
        }
        detailLine = 0;
        names = List.of();
        table = null;
    }

    private void told(String message, long line) {
        problems.add(
                line,
                figures.now(),
                "the array answered '" + cut(message) + "'",
                "give the user the role Monitor, or repair what the message says, and read again");
    }

    /** The sign between the names of columns, or null when the line is no heading. */
    private static @Nullable Character columns(String lower) {
        for (char one : DELIMITERS.toCharArray()) {
            if (lower.indexOf(one) > 0 && heading(split(lower, one))) {
                return one;
            }
        }
        return heading(List.of(Regex.split(lower, "\\s+"))) ? ' ' : null;
    }

    private static boolean heading(List<String> names) {
        return names.contains("id") && names.contains("name") && names.contains("capacity");
    }

    private static List<String> split(String line, char delimiter) {
        List<String> cells = new ArrayList<>();
        int from = 0;
        for (int at = line.indexOf(delimiter); at >= 0; at = line.indexOf(delimiter, from)) {
            cells.add(line.substring(from, at).strip());
            from = at + 1;
        }
        cells.add(line.substring(from).strip());
        return cells;
    }

    private static String cut(String text) {
        String plain = Regex.replaceAll(text.strip(), "[[:cntrl:]]", "·");
        return plain.length() <= 80 ? plain : plain.substring(0, 80) + "…";
    }
}
