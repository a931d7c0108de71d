package io.gulliver.assessment.comparison;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The verdict on one table.
 *
 * @param table OWNER.TABLE
 * @param rows on the source
 * @param hashed whether the content was compared, and not the number of rows alone
 * @param bytes of the table's segments on the source whose content was read; 0 where it was only counted
 * @param leftOut columns that were not compared, with their types
 * @param words why
 * @param ranges where it differs, as far as a whole-number key can tell
 */
public record TableVerdict(
        String table,
        TableState state,
        long rows,
        boolean hashed,
        long bytes,
        List<String> leftOut,
        String words,
        List<KeyRange> ranges) {
    public TableVerdict {
        leftOut = List.copyOf(leftOut);
        ranges = List.copyOf(ranges);
    }

    /** A table that one side has not. */
    public static TableVerdict lacking(String table, String words) {
        return new TableVerdict(table, TableState.DIFFERENT, 0, false, 0, List.of(), words, List.of());
    }

    /** A table that a rule leaves out. */
    public static TableVerdict excluded(String table, String why) {
        return new TableVerdict(table, TableState.EXCLUDED, 0, false, 0, List.of(), why, List.of());
    }

    /** Whether nobody has looked at all of its content although it has rows: somebody has to approve that by name. */
    public boolean counted() {
        return state == TableState.UNSUPPORTED_TYPE || state == TableState.NOT_COMPARED || state == TableState.FILTERED;
    }

    /** What differs, in words, with where. */
    public String difference() {
        return table + " (" + words + ")"
                + (ranges.isEmpty()
                        ? ""
                        : ": " + ranges.stream().map(KeyRange::words).collect(Collectors.joining("; ")));
    }
}
