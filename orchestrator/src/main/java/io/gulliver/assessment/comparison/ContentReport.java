package io.gulliver.assessment.comparison;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What the verdicts on all tables of two databases come to.
 *
 * @param verdicts one a table
 * @param digest how rows were compared, in words
 * @param approved why a table need not be compared by all of its content, by OWNER.TABLE
 */
public record ContentReport(List<TableVerdict> verdicts, String digest, SortedMap<String, String> approved) {
    private static final int NAMED = 20;
    private static final int LISTED = 500;
    private static final int LONGEST = 400;

    public ContentReport {
        verdicts = List.copyOf(verdicts);
        approved = Collections.unmodifiableSortedMap(new TreeMap<>(approved));
    }

    /**
     * Reads lines of the shape {@code OWNER.TABLE: reason}; a line without a reason approves nothing.
     *
     * @return the reasons by OWNER.TABLE
     */
    public static SortedMap<String, String> approvals(List<String> lines) {
        SortedMap<String, String> reasons = new TreeMap<>();
        for (String line : lines) {
            int colon = line.indexOf(": ");
            if (colon > 0 && !line.substring(colon + 1).isBlank()) {
                reasons.put(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        }
        return reasons;
    }

    /** The figures as {@code validation.content} declares its outputs. */
    public Map<String, Object> figures() {
        List<TableVerdict> compared = which(verdict -> verdict.state() != TableState.EXCLUDED);
        List<TableVerdict> counted = which(TableVerdict::counted);
        List<TableVerdict> different = which(verdict -> verdict.state() == TableState.DIFFERENT);
        List<TableVerdict> excluded = which(verdict -> verdict.state() == TableState.EXCLUDED);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("tables", compared.size());
        figures.put("tables_equal", count(TableState.EQUAL) + count(TableState.EQUAL_WITHOUT_KEY));
        figures.put("tables_different", different.size());
        figures.put("tables_counted_only", counted.size());
        figures.put("tables_filtered", count(TableState.FILTERED));
        figures.put("counted_without_reason", (int) counted.stream()
                .filter(verdict -> !approved.containsKey(verdict.table()))
                .count());
        figures.put(
                "counted_only",
                counted.stream()
                        .limit(NAMED)
                        .map(verdict -> cut(verdict.table() + " (" + verdict.words() + "; "
                                + (approved.containsKey(verdict.table())
                                        ? "approved: " + approved.get(verdict.table())
                                        : "nobody approved")
                                + ")"))
                        .toList());
        figures.put("tables_excluded", excluded.size());
        figures.put(
                "excluded",
                excluded.stream()
                        .limit(NAMED)
                        .map(verdict -> cut(verdict.table() + " (" + verdict.words() + ")"))
                        .toList());
        figures.put("digest", digest);
        figures.put("tables_without_key", count(TableState.EQUAL_WITHOUT_KEY));
        figures.put(
                "columns_left_out",
                verdicts.stream().mapToInt(verdict -> verdict.leftOut().size()).sum());
        figures.put("rows", rows());
        figures.put("coverage_percent", coverage());
        figures.put(
                "compared_gb", verdicts.stream().mapToLong(TableVerdict::bytes).sum() / 1e9);
        figures.put(
                "different",
                different.stream()
                        .limit(NAMED)
                        .map(verdict -> cut(verdict.difference()))
                        .toList());
        figures.put(
                "different_tables",
                different.stream().limit(LISTED).map(TableVerdict::table).toList());
        return figures;
    }

    /** In one sentence. */
    public String words(String target) {
        Map<String, Object> figures = figures();
        return figures.get("tables") + " tables of " + target + " compared, " + coverage() + " % of " + rows()
                + " rows by content (" + digest + "): " + figures.get("tables_equal") + " equal, "
                + figures.get("tables_different") + " different, " + figures.get("tables_counted_only")
                + " counted only, " + figures.get("tables_filtered") + " of them filtered by policy; "
                + figures.get("tables_excluded") + " left out by rule"
                + (figures.get("tables_different").equals(0) ? "" : "; different: " + figures.get("different"))
                + (figures.get("tables_counted_only").equals(0)
                        ? ""
                        : "; counted only: " + figures.get("counted_only"));
    }

    private long rows() {
        return verdicts.stream().mapToLong(TableVerdict::rows).sum();
    }

    /** Rows whose content was compared as a whole, in percent, rounded down to a tenth. */
    private double coverage() {
        long rows = rows();
        long compared = verdicts.stream()
                .filter(verdict -> verdict.hashed() && verdict.state() != TableState.FILTERED)
                .mapToLong(TableVerdict::rows)
                .sum();
        return rows == 0 ? 100 : Math.floor(compared * 1000.0 / rows) / 10;
    }

    private int count(TableState state) {
        return which(verdict -> verdict.state() == state).size();
    }

    private List<TableVerdict> which(Predicate<TableVerdict> wanted) {
        return verdicts.stream().filter(wanted).toList();
    }

    private static String cut(String words) {
        return words.length() > LONGEST ? words.substring(0, LONGEST) + " ..." : words;
    }
}
