package io.gulliver.ui.whatif;

import com.google.re2j.Pattern;
import io.gulliver.evidence.Regex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads what was copied out of a sheet, a query's output or a mail into rows of a table.
 *
 * <p>Columns are parted by tabs, semicolons, bars, or two blanks and more; a query's output also by one blank when every
 * cell is a number. A first line with the headings of the columns puts them in order; lines of dashes are left out.
 */
final class Pasted {
    private static final int MOST_LINES = 5001;
    private static final Pattern RULE = Pattern.compile("[-=_|+\\s]+");

    private Pasted() {}

    /** Rows of cells in the order of the columns; a cell that was not there is empty. */
    static List<List<String>> rows(String text, List<Question.Field> columns) {
        List<List<String>> rows = new ArrayList<>();
        int @Nullable [] places = null;
        boolean first = true;
        for (String line : text.lines().limit(MOST_LINES).toList()) {
            if (line.isBlank() || RULE.matcher(line).matches()) {
                continue;
            }
            List<String> cells = cells(line);
            if (first) {
                first = false;
                places = headings(cells, columns);
                if (places != null) {
                    continue;
                }
            }
            List<String> row = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                int at = places == null ? i : places[i];
                row.add(at >= 0 && at < cells.size() ? cells.get(at).strip() : "");
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<String> cells(String line) {
        for (String mark : List.of("\t", ";", "\\|")) {
            if (line.contains(mark.replace("\\", ""))) {
                String inner = mark.equals("\\|") ? Regex.replaceAll(line.strip(), "^\\||\\|$", "") : line;
                return List.of(Regex.split(inner, mark, -1));
            }
        }
        List<String> wide = List.of(Regex.split(line.strip(), " {2,}"));
        if (wide.size() > 1) {
            return wide;
        }
        List<String> words = List.of(Regex.split(line.strip(), "\\s+"));
        boolean figures = words.stream().allMatch(word -> Typed.number(word).isPresent());
        boolean headings = words.stream().allMatch(word -> Regex.matches(word, "[A-Za-z][A-Za-z0-9_]*_[A-Za-z0-9_]*"));
        return figures || headings ? words : wide;
    }

    /** Where each column stands, or null when the line is no line of headings. */
    private static int @Nullable [] headings(List<String> cells, List<Question.Field> columns) {
        int[] places = new int[columns.size()];
        Arrays.fill(places, -1);
        int found = 0;
        for (int i = 0; i < columns.size(); i++) {
            for (int at = 0; at < cells.size() && places[i] < 0; at++) {
                if (named(plain(cells.get(at)), columns.get(i))) {
                    places[i] = at;
                    found++;
                }
            }
        }
        boolean figure = cells.stream().anyMatch(cell -> Typed.number(cell).isPresent());
        return found > 0 && !figure ? places : null;
    }

    private static boolean named(String heading, Question.Field column) {
        return heading.equals(plain(column.name()))
                || column.headings().stream().anyMatch(one -> heading.equals(plain(one)));
    }

    /** {@code Peak %} is {@code peak}, {@code SGA_SIZE} is {@code sgasize}. */
    private static String plain(String heading) {
        return Regex.replaceAll(heading.toLowerCase(Locale.ROOT), "[^a-z0-9]", "");
    }
}
