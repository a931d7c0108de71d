package io.gulliver.evidence.discovery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The one reading of DBA_SEGMENTS as the answers to seven questions, as each was once asked by itself; a reading takes minutes
 * where there are many segments. What was collected before the questions became one holds them as they were, and stays as it
 * is.
 *
 * <p>Answers by {@code segments}: space by owner, tablespace and kind of segment. Those it spreads, in bytes: the largest
 * segments ({@code largest-segments}), and of the owners that are not Oracle's tables without their LOBs
 * ({@code table-sizes}), LOB segments that are not partitioned ({@code lob-segments}), what lies in administrative tablespaces
 * ({@code application-in-system}) and partitioned objects over several tablespaces ({@code spanning-objects}); of SYS what lies
 * elsewhere ({@code sys-in-user-tablespaces}).
 */
final class SegmentAnswers {
    private static final int LARGEST = 50;
    private static final Set<String> ADMINISTRATIVE = Set.of("SYSTEM", "SYSAUX");
    private static final Set<String> TABLES = Set.of("TABLE", "TABLE PARTITION", "TABLE SUBPARTITION");

    private SegmentAnswers() {}

    /** The same answers, with those that the reading of the segments gives; nothing is added where there was none. */
    static QueryResults spread(QueryResults answers) {
        List<AnswerRow> rows = answers.of("segments");
        // Before it was one question its rows had no names, and the other questions answers of their own.
        if (!answers.has("segments")
                || !rows.isEmpty() && rows.stream().noneMatch(row -> row.find("SEGMENT_NAME") != null)) {
            return answers;
        }
        QueryResults all = new QueryResults();
        answers.all().forEach(all::add);
        answers.unanswered().forEach(all::miss);
        all.add(
                "largest-segments",
                rows.stream()
                        .filter(row -> row.find("SEGMENT_NAME") != null)
                        .sorted(Comparator.comparingDouble((AnswerRow row) -> row.number("LARGEST"))
                                .reversed())
                        .limit(LARGEST)
                        .map(row -> with(row, Map.of("BYTES", row.text("LARGEST"))))
                        .toList());
        all.add(
                "sys-in-user-tablespaces",
                which(
                        rows,
                        row -> row.text("OWNER").equals("SYS")
                                && !ADMINISTRATIVE.contains(row.text("TABLESPACE_NAME"))
                                && !row.text("SEGMENT_TYPE").contains("UNDO")));
        if (answers.has("owners")) {
            Set<String> owners = new HashSet<>(answers.values("owners", "USERNAME"));
            List<AnswerRow> owned = which(rows, row -> owners.contains(row.text("OWNER")));
            all.add("table-sizes", tables(owned));
            all.add("lob-segments", lobs(owned));
            all.add("application-in-system", which(owned, row -> ADMINISTRATIVE.contains(row.text("TABLESPACE_NAME"))));
            all.add("spanning-objects", spanning(owned));
        }
        return all;
    }

    private static List<AnswerRow> tables(List<AnswerRow> owned) {
        List<AnswerRow> tables = new ArrayList<>();
        by(
                        which(owned, row -> TABLES.contains(row.text("SEGMENT_TYPE"))),
                        row -> row.text("OWNER") + '\0' + row.text("SEGMENT_NAME"))
                .forEach(parts -> tables.add(with(parts.get(0), Map.of("BYTES", sum(parts, "BYTES")))));
        return tables;
    }

    private static List<AnswerRow> lobs(List<AnswerRow> owned) {
        List<AnswerRow> lobs = new ArrayList<>();
        by(which(owned, row -> row.is("SEGMENT_TYPE", "LOBSEGMENT")), row -> row.text("OWNER"))
                .forEach(parts -> lobs.add(with(
                        parts.get(0),
                        Map.of(
                                "SEGMENTS",
                                sum(parts, "SEGMENTS"),
                                "BYTES",
                                sum(parts, "BYTES"),
                                "LARGEST",
                                plain(parts.stream()
                                        .mapToDouble(row -> row.number("LARGEST"))
                                        .max()
                                        .orElse(0))))));
        return lobs;
    }

    /** By kind too: a table and an index may share a name. */
    private static List<AnswerRow> spanning(List<AnswerRow> owned) {
        List<AnswerRow> spanning = new ArrayList<>();
        by(
                        which(owned, row -> row.text("SEGMENT_TYPE").endsWith("PARTITION")),
                        row -> row.text("OWNER") + '\0' + row.text("SEGMENT_NAME") + '\0' + row.text("SEGMENT_TYPE"))
                .forEach(parts -> {
                    Set<String> tablespaces = new TreeSet<>();
                    parts.forEach(row -> tablespaces.add(row.text("TABLESPACE_NAME")));
                    if (tablespaces.size() > 1) {
                        int all = tablespaces.size();
                        tablespaces.retainAll(ADMINISTRATIVE);
                        spanning.add(with(
                                parts.get(0),
                                Map.of(
                                        "TABLESPACES",
                                        Integer.toString(all),
                                        "ADMINISTRATIVE",
                                        Integer.toString(tablespaces.size()))));
                    }
                });
        return spanning;
    }

    private static List<AnswerRow> which(Collection<AnswerRow> rows, Predicate<AnswerRow> wanted) {
        return rows.stream().filter(wanted).toList();
    }

    private static Collection<List<AnswerRow>> by(List<AnswerRow> rows, Function<AnswerRow, String> key) {
        SortedMap<String, List<AnswerRow>> parts = new TreeMap<>();
        rows.forEach(row ->
                parts.computeIfAbsent(key.apply(row), name -> new ArrayList<>()).add(row));
        return parts.values();
    }

    private static AnswerRow with(AnswerRow row, Map<String, String> values) {
        Map<String, String> all = new LinkedHashMap<>(row.values());
        all.putAll(values);
        return new AnswerRow(all);
    }

    private static String sum(List<AnswerRow> rows, String column) {
        return plain(rows.stream().mapToDouble(row -> row.number(column)).sum());
    }

    private static String plain(double bytes) {
        return Long.toString(Math.round(bytes));
    }
}
