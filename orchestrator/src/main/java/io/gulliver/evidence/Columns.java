package io.gulliver.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The columns of a section: each stands where its dashes stand, and is known by its name in lower case.
 */
public final class Columns {
    private final String header;
    private final List<String> names = new ArrayList<>();
    private final int[] from;
    private final int[] to;

    /** @param header the line above the dashes; may be empty */
    public Columns(String header, String dashes) {
        this(List.of(header), dashes);
    }

    /** @param headers the lines above the dashes; a name can stand on several of them */
    public Columns(List<String> headers, String dashes) {
        this.header = headers.isEmpty() ? "" : headers.get(headers.size() - 1).strip();
        List<int[]> spans = new ArrayList<>();
        int start = -1;
        for (int i = 0; i <= dashes.length(); i++) {
            boolean dash = i < dashes.length() && dashes.charAt(i) == '-';
            if (dash && start < 0) {
                start = i;
            } else if (!dash && start >= 0) {
                spans.add(new int[] {start, i});
                start = -1;
            }
        }
        from = new int[spans.size()];
        to = new int[spans.size()];
        for (int i = 0; i < spans.size(); i++) {
            from[i] = spans.get(i)[0];
            to[i] = spans.get(i)[1];
            StringBuilder name = new StringBuilder();
            for (String line : headers) {
                String word = cut(line, from[i], to[i]);
                name.append(name.length() == 0 || word.isEmpty() ? "" : " ").append(word);
            }
            names.add(name.toString().toLowerCase(Locale.ROOT));
        }
    }

    /** A line of dashes and blanks with at least two dashes together. */
    public static boolean dashes(String line) {
        boolean pair = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c != '-' && c != ' ') {
                return false;
            }
            pair |= c == '-' && i > 0 && line.charAt(i - 1) == '-';
        }
        return pair;
    }

    public boolean repeats(String line) {
        return line.strip().equals(header);
    }

    public int count() {
        return from.length;
    }

    public List<String> names() {
        return names;
    }

    /** Place of a column, or -1. */
    public int place(String name) {
        return names.indexOf(name);
    }

    /** Whether nothing stands in the gaps between the columns; other lines are not rows of this table. */
    public boolean fits(String line) {
        for (int i = 0; i + 1 < from.length; i++) {
            for (int at = to[i]; at < from[i + 1] && at < line.length(); at++) {
                if (line.charAt(at) != ' ') {
                    return false;
                }
            }
        }
        for (int at = 0; from.length > 0 && at < from[0] && at < line.length(); at++) {
            if (line.charAt(at) != ' ') {
                return false;
            }
        }
        return true;
    }

    /** The text of a cell, empty when blank or when the column is not there; the last column reaches to the line's end. */
    public String cell(String line, int place) {
        if (place < 0) {
            return "";
        }
        return cut(line, from[place], place == from.length - 1 ? line.length() : to[place]);
    }

    private static String cut(String line, int from, int to) {
        int end = Math.min(to, line.length());
        int start = from;
        while (start < end && line.charAt(start) == ' ') {
            start++;
        }
        while (end > start && line.charAt(end - 1) == ' ') {
            end--;
        }
        return start >= end ? "" : line.substring(start, end);
    }
}
