package io.gulliver.evidence.client;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.gulliver.domain.estate.RedirectMethod;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list of clients in CSV: columns {@code machine, program, service, owner, redirect, note} in any order, parted by
 * comma, semicolon or tab, in UTF-8. Only {@code machine} is needed. All problems are told at once.
 */
public final class ClientListReader {
    /** Largest file, in bytes. */
    public static final int MOST_BYTES = 8 * 1024 * 1024;

    private static final int MOST_PROBLEMS = 1000;
    private static final List<String> COLUMNS = List.of("machine", "program", "service", "owner", "redirect", "note");
    private static final List<Integer> LONGEST = List.of(200, 200, 200, 200, 40, 2000);

    private ClientListReader() {}

    /** Reads the bytes of a file. */
    public static ClientList read(byte[] bytes) {
        if (bytes.length > MOST_BYTES) {
            return refused("The file has more than " + MOST_BYTES / 1024 / 1024 + " MB. Divide it.");
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return refused("The file is not in UTF-8. Save it as CSV in UTF-8.");
        }
        text = text.startsWith("\uFEFF") ? text.substring(1) : text;
        if (text.isBlank()) {
            return refused("The file is empty. Give a heading with " + String.join(", ", COLUMNS) + ".");
        }
        String head = text.lines().findFirst().orElse("");
        char separator = head.indexOf('\t') >= 0 ? '\t' : head.indexOf(';') >= 0 ? ';' : ',';
        List<ClientList.Row> rows = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        try (CsvReader<CsvRecord> csv = CsvReader.builder()
                .fieldSeparator(separator)
                .skipEmptyLines(true)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(text)) {
            int[] places = null;
            for (CsvRecord record : csv) {
                if (places == null) {
                    places = places(record, problems);
                    if (places == null) {
                        return new ClientList(List.of(), problems);
                    }
                } else if (problems.size() < MOST_PROBLEMS) {
                    row(record, places, rows, problems);
                }
            }
        } catch (CsvParseException e) {
            problems.add("The file is no CSV: " + e.getMessage() + ". Save it again.");
        } catch (java.io.IOException e) {
            throw new IllegalStateException("Reading from memory failed", e);
        }
        return new ClientList(rows, problems);
    }

    private static ClientList refused(String why) {
        return new ClientList(List.of(), List.of(why));
    }

    private static int @Nullable [] places(CsvRecord heading, List<String> problems) {
        int[] places = new int[COLUMNS.size()];
        Arrays.fill(places, -1);
        for (int i = 0; i < heading.getFieldCount(); i++) {
            String name = heading.getField(i).strip().toLowerCase(Locale.ROOT);
            int column = COLUMNS.indexOf(name);
            if (column < 0) {
                problems.add("Line " + heading.getStartingLineNumber() + ": column '" + name + "' is not known, wanted "
                        + String.join(", ", COLUMNS) + ".");
            } else if (places[column] >= 0) {
                problems.add("Line " + heading.getStartingLineNumber() + ": column '" + name + "' stands there twice.");
            } else {
                places[column] = i;
            }
        }
        if (places[0] < 0) {
            problems.add("Line " + heading.getStartingLineNumber() + ": there is no column machine.");
        }
        return problems.isEmpty() ? places : null;
    }

    private static void row(CsvRecord record, int[] places, List<ClientList.Row> rows, List<String> problems) {
        String[] values = new String[places.length];
        boolean good = true;
        for (int i = 0; i < places.length; i++) {
            String value = places[i] >= 0 && places[i] < record.getFieldCount()
                    ? record.getField(places[i]).strip()
                    : "";
            values[i] = value;
            if (value.length() > LONGEST.get(i)) {
                problems.add(
                        at(record, i) + "has " + value.length() + " characters, more than " + LONGEST.get(i) + ".");
                good = false;
            }
        }
        if (values[0].isEmpty()) {
            problems.add(at(record, 0) + "is empty.");
            good = false;
        }
        RedirectMethod redirect = null;
        if (!values[4].isEmpty()) {
            redirect = Arrays.stream(RedirectMethod.values())
                    .filter(method -> method.name()
                            .equals(values[4]
                                    .toUpperCase(Locale.ROOT)
                                    .replace(' ', '_')
                                    .replace('-', '_')))
                    .findFirst()
                    .orElse(null);
            if (redirect == null) {
                problems.add(at(record, 4) + "'" + values[4] + "' is none of "
                        + Arrays.stream(RedirectMethod.values()).map(Enum::name).collect(Collectors.joining(", "))
                        + ".");
                good = false;
            }
        }
        if (good) {
            rows.add(new ClientList.Row(
                    record.getStartingLineNumber(),
                    values[0],
                    orNull(values[1]),
                    orNull(values[2]),
                    orNull(values[3]),
                    redirect,
                    orNull(values[5])));
        }
    }

    private static String at(CsvRecord record, int column) {
        return "Line " + record.getStartingLineNumber() + ", " + COLUMNS.get(column) + ": ";
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
