package io.gulliver.evidence.awrminer;

import io.gulliver.evidence.Columns;
import io.gulliver.evidence.Regex;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row of a section, cell by column name. */
final class Row {
    private final Columns columns;
    private final String line;
    private final @Nullable List<String> words;

    private Row(Columns columns, String line, @Nullable List<String> words) {
        this.columns = columns;
        this.line = line;
        this.words = words;
    }

    /**
     * A row under its dashes, or, where somebody has squeezed the blanks out of the file, one with a word for each
     * column; null when it is neither.
     */
    static @Nullable Row of(Columns columns, String line) {
        if (columns.fits(line)) {
            return new Row(columns, line, null);
        }
        List<String> words = new ArrayList<>(List.of(Regex.split(line.strip(), " +")));
        int end = columns.place("end");
        if (end >= 0 && words.size() == columns.count() + 1) {
            // the one column whose text holds a blank: 12/02/24 00:59
            words.set(end, words.get(end) + " " + words.remove(end + 1));
        }
        return words.size() == columns.count() ? new Row(columns, line, words) : null;
    }

    /** The cell's text; empty when blank, and when there is no such column. */
    String text(String column) {
        int place = columns.place(column);
        if (words != null) {
            return place < 0 ? "" : words.get(place);
        }
        return columns.cell(line, place);
    }
}
