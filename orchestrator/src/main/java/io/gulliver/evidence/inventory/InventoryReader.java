package io.gulliver.evidence.inventory;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.evidence.Regex;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads an inventory in CSV: columns in any order, separated by comma, semicolon or tab, with or without a byte order
 * mark, in UTF-8. Every problem of the file is answered at once; lines without one are answered beside them.
 */
public final class InventoryReader {
    /** Largest file, in bytes. */
    public static final int MAX_BYTES = 24 * 1024 * 1024;

    /** How many problems are told one by one. */
    public static final int MAX_PROBLEMS = 10_000;

    static final int MAX_COLUMNS = 200;
    private static final int MAX_FIELD = 1024 * 1024;
    private static final char[] SEPARATORS = {',', ';', '\t'};

    private final List<InventoryProblem> problems = new ArrayList<>();
    private final List<InventoryReading.Row> rows = new ArrayList<>();
    private final Map<String, Long> seen = new HashMap<>();
    private int untold;
    private @Nullable PeopleReading people;

    private InventoryReader() {}

    /** What the bytes of a CSV file with databases say; {@link InventoryFile} reads every form. */
    public static InventoryReading read(byte[] bytes) {
        return new InventoryReader().csv(bytes, false);
    }

    /** What the bytes of a CSV file say, of databases or of people alone. */
    static InventoryWorkbook file(byte[] bytes) {
        InventoryReader reader = new InventoryReader();
        InventoryReading reading = reader.csv(bytes, true);
        return new InventoryWorkbook(reading, reader.people == null ? PeopleReading.NONE : reader.people);
    }

    private InventoryReading csv(byte[] bytes, boolean peopleToo) {
        String text = text(bytes);
        if (text == null) {
            return unreadable();
        }
        int skipped = 0;
        Character said = null;
        // Some spreadsheets begin with a line that names the separator.
        if (text.length() >= 5 && text.regionMatches(true, 0, "sep=", 0, 4)) {
            said = text.charAt(4);
            int end = text.indexOf('\n');
            text = end < 0 ? "" : text.substring(end + 1);
            skipped = 1;
        }
        if (text.isBlank()) {
            return refuse(0, null, null, "the file is empty", "Save the inventory again, with its header");
        }
        char separator = said == null ? separator(text) : said;
        return parse(text, separator, skipped, peopleToo);
    }

    private @Nullable String text(byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            refuse(
                    0,
                    null,
                    null,
                    "the file has " + bytes.length / 1024 / 1024 + " MB, more than " + MAX_BYTES / 1024 / 1024 + " MB",
                    "Check that it is the inventory, or divide it");
            return null;
        }
        if (bytes.length >= 2
                && (bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE
                        || bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF)) {
            refuse(0, null, null, "the file is in UTF-16", "Save it as CSV in UTF-8");
            return null;
        }
        if (bytes.length >= 4 && bytes[0] == 'P' && bytes[1] == 'K' && bytes[2] == 3 && bytes[3] == 4) {
            refuse(0, null, null, "the file is a spreadsheet or an archive, not CSV", "Save it as CSV in UTF-8");
            return null;
        }
        int line = 1;
        for (byte b : bytes) {
            if (b == '\n') {
                line++;
            } else if (b == 0) {
                refuse(line, null, null, "the line holds a NUL byte", "Save the file as CSV in UTF-8");
                return null;
            }
        }
        int start = bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF
                ? 3
                : 0;
        ByteBuffer rest = ByteBuffer.wrap(bytes, start, bytes.length - start);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(rest)
                    .toString();
        } catch (CharacterCodingException e) {
            int wrong = 1;
            for (int i = 0; i < rest.position(); i++) {
                wrong += bytes[i] == '\n' ? 1 : 0;
            }
            refuse(wrong, null, null, "the line is not in UTF-8", "Save the file as CSV in UTF-8");
            return null;
        }
    }

    /** The separator that finds most known columns in the first line that says something. */
    private static char separator(String text) {
        String head = text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
        head = head.substring(0, Math.min(head.length(), MAX_FIELD));
        char best = ',';
        int most = -1;
        for (char candidate : SEPARATORS) {
            int known = 0;
            for (String name : Regex.split(head, "[" + candidate + "]", MAX_COLUMNS + 1)) {
                String key = normal(name.replace("\"", ""));
                known += InventoryColumn.of(key) == null && !PeopleColumn.keys().contains(key) ? 0 : 1;
            }
            if (known > most) {
                most = known;
                best = candidate;
            }
        }
        return best;
    }

    private InventoryReading parse(String text, char separator, int skipped, boolean peopleToo) {
        Header header = null;
        List<Line> lines = new ArrayList<>();
        TreeMap<Long, List<String>> ofPeople = null;
        CsvRecordHandler handler = CsvRecordHandler.builder()
                .maxFieldSize(MAX_FIELD)
                .maxFields(4 * MAX_COLUMNS)
                .maxRecordSize(4 * MAX_FIELD)
                .build();
        long last = 0;
        try (CsvReader<CsvRecord> reader = CsvReader.builder()
                .fieldSeparator(separator)
                .skipEmptyLines(true)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .build(handler, text)) {
            for (CsvRecord line : reader) {
                last = line.getStartingLineNumber() + skipped;
                if (line.getFields().stream().allMatch(String::isBlank)) {
                    continue;
                }
                if (ofPeople == null && header == null && peopleToo && PeopleSheet.begins(line.getFields())) {
                    ofPeople = new TreeMap<>();
                }
                if (ofPeople != null) {
                    ofPeople.put(last, line.getFields());
                } else if (header == null) {
                    header = header(last, line.getFields());
                    if (header == null) {
                        return unreadable();
                    }
                } else {
                    lines.add(new Line(last, line.getFields()));
                }
            }
        } catch (CsvParseException e) {
            return refuse(
                    last + 1,
                    null,
                    null,
                    "from this line on the file cannot be divided into columns: a quotation mark is not closed, or a"
                            + " line is too long",
                    "Close the quotation mark, or double it inside a quoted value");
        } catch (java.io.IOException e) {
            throw new IllegalStateException("reading from memory failed", e);
        }
        if (ofPeople != null) {
            people = PeopleSheet.read(null, ofPeople);
            return new InventoryReading(null, List.of(), List.of(), true, List.of(), List.of());
        }
        if (header == null) {
            return refuse(0, null, null, "the file is empty", "Save the inventory again, with its header");
        }
        if (lines.isEmpty()) {
            return refuse(0, null, null, "the file has a header and no line below it", "Add the databases");
        }
        return rows(header, lines);
    }

    /** A line of the file or a row of a sheet. */
    private record Line(long number, List<String> fields) {}

    private InventoryReading rows(Header header, List<Line> lines) {
        boolean commas = decimalCommas(header, lines);
        for (Line line : lines) {
            row(header, line.number(), line.fields(), commas);
        }
        return reading(true, header);
    }

    /** What the first sheet of a workbook says: rows with their numbers, cells as text. */
    static InventoryReading sheet(SheetRows sheet) {
        InventoryReader reader = new InventoryReader();
        Header header = null;
        List<Line> lines = new ArrayList<>();
        for (Map.Entry<Long, List<String>> row : sheet.rows().entrySet()) {
            List<String> fields = row.getValue();
            if (fields.stream().allMatch(String::isBlank)) {
                continue;
            }
            if (header == null) {
                header = reader.header(row.getKey(), fields);
                if (header == null) {
                    return reader.unreadable();
                }
            } else {
                lines.add(new Line(
                        row.getKey(), sheet.filled(fields, header.names().size())));
            }
        }
        if (header == null) {
            return reader.refuse(
                    0,
                    null,
                    null,
                    "the first sheet is empty",
                    "Put the databases with their header on the first sheet");
        }
        if (lines.isEmpty()) {
            return reader.refuse(
                    0, null, null, "the first sheet has a header and no row below it", "Add the databases");
        }
        return reader.rows(header, lines);
    }

    /** What stands in which place: known columns, and names of the others. */
    private record Header(List<String> names, Map<InventoryColumn, Integer> known, Map<String, Integer> tags) {}

    private @Nullable Header header(long line, List<String> fields) {
        List<String> names = new ArrayList<>();
        Map<InventoryColumn, Integer> known = new LinkedHashMap<>();
        Map<String, Integer> tags = new TreeMap<>();
        if (fields.size() > MAX_COLUMNS) {
            problem(
                    line,
                    null,
                    null,
                    "the header has " + fields.size() + " columns, more than " + MAX_COLUMNS,
                    "Check that the first line is the header of an inventory");
            return null;
        }
        int before = problems.size();
        for (int i = 0; i < fields.size(); i++) {
            String name = normal(fields.get(i));
            names.add(name);
            InventoryColumn column = InventoryColumn.of(name);
            boolean twice = column == null ? tags.containsKey(name) : known.containsKey(column);
            if (name.isEmpty()) {
                continue;
            }
            if (twice) {
                problem(line, name, null, "the header names this column twice", "Remove or rename one of them");
            } else if (column != null) {
                known.put(column, i);
            } else if (!Regex.matches(name, "[\\p{L}\\p{N}_.]{1,100}")) {
                problem(
                        line,
                        cut(name),
                        null,
                        "this is no name of a column",
                        "Name columns with letters, digits, underscores and dots, at most 100");
            } else {
                tags.put(name, i);
            }
        }
        if (known.isEmpty()) {
            problems.subList(before, problems.size()).clear();
            problem(
                    line,
                    null,
                    cut(String.join(" ", names)),
                    "the first line names no column of an inventory",
                    "Begin with a header; database, application and environment are required");
            return null;
        }
        for (InventoryColumn column : InventoryColumn.values()) {
            if (column.required() && !known.containsKey(column)) {
                String like = UnknownColumn.nearest(column.key(), tags.keySet());
                problem(
                        line,
                        column.key(),
                        null,
                        "the header lacks this required column",
                        like == null
                                ? "Add it; the header has " + String.join(", ", names)
                                : "Rename " + like + " if that is it, or add it");
            }
        }
        return problems.size() > before ? null : new Header(names, known, tags);
    }

    /** Whether some number is written with a comma that cannot be anything but a decimal one. */
    private static boolean decimalCommas(Header header, List<Line> lines) {
        Integer place = header.known().get(InventoryColumn.SIZE_GB);
        return place != null
                && lines.stream()
                        .filter(line -> line.fields().size() > place)
                        .map(line -> line.fields().get(place).strip())
                        .anyMatch(value -> Regex.matches(value, "\\d{1,3}(\\.\\d{3})*,\\d+|\\d+,\\d+")
                                && !Regex.matches(value, "[1-9]\\d{0,2},\\d{3}"));
    }

    private void row(Header header, long line, List<String> fields, boolean commas) {
        int before = problems.size() + untold;
        if (fields.size() != header.names().size()) {
            problem(
                    line,
                    null,
                    null,
                    "the line has " + fields.size() + " fields, the header "
                            + header.names().size(),
                    "Put values that hold the separator into quotation marks, and leave empty values empty");
            return;
        }
        InventoryRow row = new InventoryRow(
                commas, (column, value, why, remedy) -> problem(line, column, cut(value), why, remedy));
        header.known().forEach((column, place) -> row.put(column, fields.get(place)));
        SortedMap<String, String> tags = new TreeMap<>();
        header.tags().forEach((name, place) -> {
            String value = row.tag(name, fields.get(place));
            if (value != null) {
                tags.put(name, value);
            }
        });
        for (int i = 0; i < fields.size(); i++) {
            if (header.names().get(i).isEmpty() && !fields.get(i).isBlank()) {
                problem(
                        line,
                        "column " + (i + 1),
                        cut(fields.get(i)),
                        "the header has no name for this column",
                        "Name the column or empty it");
            }
        }
        DatabaseProfile profile = row.profile(tags);
        String name = row.name();
        if (name != null) {
            Long first = seen.putIfAbsent(name.toUpperCase(Locale.ROOT), line);
            if (first != null) {
                problem(
                        line,
                        InventoryColumn.DATABASE.key(),
                        cut(name),
                        "line " + first + " has the same database",
                        "Remove one of them; names are one whatever their case");
            }
        }
        if (problems.size() + untold == before) {
            rows.add(new InventoryReading.Row(line, Objects.requireNonNull(profile)));
        }
    }

    /** A column's name as it is compared: {@code Size GB} is {@code size_gb}. */
    public static String normal(String name) {
        return Regex.replaceAll(name.strip().toLowerCase(Locale.ROOT), "[\\s-]+", "_");
    }

    static @Nullable String cut(@Nullable String value) {
        if (value == null) {
            return null;
        }
        String clean = Regex.replaceAll(value.strip(), "[[:cntrl:]]", "\u00b7");
        return clean.length() <= 80 ? clean : clean.substring(0, 79) + "…";
    }

    private void problem(long line, @Nullable String column, @Nullable String value, String why, String remedy) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(new InventoryProblem(line, column, value, why, remedy));
        } else {
            untold++;
        }
    }

    private InventoryReading refuse(
            long line, @Nullable String column, @Nullable String value, String why, String remedy) {
        problem(line, column, value, why, remedy);
        return unreadable();
    }

    private InventoryReading unreadable() {
        return new InventoryReading(null, List.of(), problems, false, List.of(), List.of());
    }

    private InventoryReading reading(boolean readable, Header header) {
        if (untold > 0) {
            problems.add(new InventoryProblem(
                    0, null, null, untold + " more problems are not listed", "Correct these first, then import again"));
        }
        return new InventoryReading(
                null,
                rows,
                problems,
                readable,
                header.known().keySet().stream().map(InventoryColumn::key).toList(),
                List.copyOf(header.tags().keySet()));
    }
}
