package io.gulliver.evidence.discovery;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.evidence.Regex;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What decides whether changes can be replicated (D49 to D53 of {@code docs/domain/discovery.md}). */
final class ReplicationFactMapper {
    private ReplicationFactMapper() {}

    static void read(QueryResults answers, DiscoveredFacts facts) {
        support(answers, facts);
        keys(answers, facts);
        if (answers.has("nologging-objects")) {
            facts.add(
                    "nologging_objects",
                    (long) answers.of("nologging-objects").stream()
                            .mapToDouble(row -> row.number("OBJECTS"))
                            .sum(),
                    "D51");
        }
        if (answers.has("unrecoverable-files")) {
            facts.add("unrecoverable_files", answers.of("unrecoverable-files").size(), "D51");
        }
        if (answers.has("log-groups")) {
            facts.add("log_groups", answers.of("log-groups").size(), "D52");
        }
        String enabled = answers.parameter("enable_goldengate_replication");
        if (answers.has("named-parameters") && facts.value("supplemental_logging") != null) {
            facts.add(
                    "replication_enabled",
                    facts.is("supplemental_logging") && "TRUE".equalsIgnoreCase(enabled),
                    "D01, D11");
        }
        if (answers.has("captures")) {
            SortedSet<String> others = new TreeSet<>(answers.values("captures", "CAPTURE_NAME"));
            others.addAll(answers.values("applies", "APPLY_NAME"));
            others.addAll(answers.values("streams-administrators", "USERNAME"));
            facts.add("replication_there", others, "D53");
        }
    }

    private static void support(QueryResults answers, DiscoveredFacts facts) {
        if (!answers.has("goldengate-support")) {
            return;
        }
        List<AnswerRow> rows = answers.of("goldengate-support");
        List<String> none = tables(rows, "NONE");
        // Before 11.2.0.4 a logical standby is asked in place of GoldenGate, which is no more than a hint.
        boolean hint =
                Regex.matches(String.valueOf(facts.value("source_release")), "(10|11\\.1|11\\.2\\.0\\.[0-3])\\b.*");
        Confidence confidence = hint ? Confidence.ASSUMED : Confidence.MEASURED;
        facts.add("gg_none_tables", none, null, "D49", confidence);
        facts.add("gg_id_key_tables", tables(rows, "ID KEY").size(), null, "D49", confidence);
        facts.add("gg_plsql_tables", tables(rows, "PLSQL").size(), null, "D49", confidence);
        if (answers.has("table-sizes")) {
            Map<String, Double> sizes = new TreeMap<>();
            answers.of("table-sizes")
                    .forEach(row ->
                            sizes.put(row.text("OWNER") + "." + row.text("SEGMENT_NAME"), row.gigabytes("BYTES")));
            facts.add(
                    "gg_none_gb",
                    none.stream()
                            .mapToDouble(table -> sizes.getOrDefault(table, 0.0))
                            .sum(),
                    "GB",
                    "D14, D49",
                    confidence);
        }
    }

    private static List<String> tables(List<AnswerRow> rows, String mode) {
        return rows.stream()
                .filter(row -> row.is("SUPPORT_MODE", mode))
                .map(row -> row.text("OWNER") + "." + row.text("OBJECT_NAME"))
                .distinct()
                .toList();
    }

    private static void keys(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("tables-without-key")) {
            facts.add("tables_without_key", answers.of("tables-without-key").size(), "D57");
        }
        if (answers.has("not-unique")) {
            facts.add(
                    "gg_bad_key_tables",
                    (int) answers.of("not-unique").stream()
                            .filter(row -> row.is("BAD_COLUMN", "Y"))
                            .count(),
                    "D50");
        }
    }
}
