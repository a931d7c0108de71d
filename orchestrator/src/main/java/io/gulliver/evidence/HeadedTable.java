package io.gulliver.evidence;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table of printed text whose columns are known by the headings above them, in whatever order they stand.
 *
 * <p>A heading can run over several lines; its words stand one above the other. A word between angle brackets,
 * {@code <--- CPU --->}, names the group of all columns below it. A cell belongs to the heading that it stands under, so
 * that a blank cell stays blank.
 */
public final class HeadedTable {
    /** Words of one heading that stand side by side, where single blanks otherwise part the columns. */
    private static final Set<String> PAIRS = Set.of("end time", "nr of", "of users", "user status");

    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern GROUP = Pattern.compile("<-*\\s*([A-Za-z][^<>]*?)\\s*-*>");
    /** Further from its heading than this a word belongs to none. */
    private static final int NEAR = 4;

    private static final class Column {
        final int from;
        int to;
        String word;
        String name = "";
        String group = "";

        Column(int from, int to, String word) {
            this.from = from;
            this.to = to;
            this.word = word;
        }

        int overlap(int start, int end) {
            return Math.min(end, to) - Math.max(start, from);
        }
    }

    private final List<Column> columns = new ArrayList<>();

    /**
     * Takes the lines of the headings.
     *
     * @param headings from above; the last one has a word for every column
     */
    public HeadedTable(List<String> headings) {
        Matcher words = WORD.matcher(headings.get(headings.size() - 1));
        while (words.find()) {
            String word = words.group().toLowerCase(Locale.ROOT);
            Column last = columns.isEmpty() ? null : columns.get(columns.size() - 1);
            if (last != null && last.to + 1 == words.start() && PAIRS.contains(lastWord(last.word) + " " + word)) {
                last.to = words.end();
                last.word = last.word + " " + word;
            } else {
                columns.add(new Column(words.start(), words.end(), word));
            }
        }
        for (String line : headings.subList(0, headings.size() - 1)) {
            above(line);
        }
        for (Column column : columns) {
            column.name = (column.name + " " + column.word).strip();
        }
    }

    private static String lastWord(String words) {
        return words.substring(words.lastIndexOf(' ') + 1);
    }

    private void above(String line) {
        char[] rest = line.toCharArray();
        Matcher groups = GROUP.matcher(line);
        while (groups.find()) {
            for (Column column : columns) {
                if (column.overlap(groups.start(), groups.end()) > 0) {
                    column.group = (column.group + " " + groups.group(1).toLowerCase(Locale.ROOT)).strip();
                }
            }
            Arrays.fill(rest, groups.start(), groups.end(), ' ');
        }
        Matcher words = WORD.matcher(new String(rest));
        while (words.find()) {
            Column under = nearest(words.start(), words.end(), 0);
            if (under != null) {
                under.name = (under.name + " " + words.group().toLowerCase(Locale.ROOT)).strip();
            }
        }
    }

    private @Nullable Column nearest(int start, int end, int most) {
        Column best = null;
        int closest = -most - 1;
        for (Column column : columns) {
            int overlap = column.overlap(start, end);
            if (overlap > closest) {
                closest = overlap;
                best = column;
            }
        }
        return best == null || closest < -most || most == 0 && closest <= 0 ? null : best;
    }

    /** Full names in lower case, words of the same heading parted by one blank. */
    public List<String> names() {
        return columns.stream().map(column -> column.name).toList();
    }

    /** How many columns there are. */
    public int count() {
        return columns.size();
    }

    /**
     * Place of a column, or -1.
     *
     * @param names full names, or their last words; the first one that is there counts
     */
    public int place(String... names) {
        for (String name : names) {
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).name.equals(name)) {
                    return i;
                }
            }
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).name.endsWith(" " + name)) {
                    return i;
                }
            }
        }
        return -1;
    }

    /** Place of a column within a group of columns, or -1. */
    public int placeIn(String group, String name) {
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            if ((" " + column.group + " ").contains(" " + group + " ")
                    && (column.name.equals(name) || column.name.endsWith(" " + name))) {
                return i;
            }
        }
        return -1;
    }

    /** The cells of a row, empty ones as empty texts; or null when a word stands under no heading or two under one. */
    public @Nullable List<String> cells(String line) {
        String[] cells = new String[columns.size()];
        Arrays.fill(cells, "");
        Matcher words = WORD.matcher(line);
        while (words.find()) {
            Column under = nearest(words.start(), words.end(), NEAR);
            int place = under == null ? -1 : columns.indexOf(under);
            if (place < 0 && !columns.isEmpty() && words.start() > columns.get(columns.size() - 1).from) {
                place = columns.size() - 1;
            }
            if (place < 0 || !cells[place].isEmpty() && place != columns.size() - 1) {
                return null;
            }
            cells[place] = (cells[place] + " " + words.group()).strip();
        }
        return List.of(cells);
    }
}
