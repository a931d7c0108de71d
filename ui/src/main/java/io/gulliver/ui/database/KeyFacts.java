package io.gulliver.ui.database;

import io.gulliver.assessment.facts.FactReport;
import io.gulliver.domain.estate.Confidence;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The dozen facts by which people know a database; all others stand on the page of facts. */
final class KeyFacts {
    /**
     * What is asked, in order, with the names under which it may be known: the first that is there counts.
     *
     * @param key of its words
     * @param names of facts
     */
    private record Asked(String key, List<String> names) {}

    private static final List<Asked> DOZEN = List.of(
            new Asked("size", List.of("size_gb", "storage.sizeGb.last", "data_gb", "inventory.size_gb")),
            new Asked("release", List.of("source_release", "database.version", "inventory.oracle_version")),
            new Asked("platform", List.of("platform", "database.platform")),
            new Asked("topology", List.of("source_topology", "inventory.source_topology")),
            new Asked("cores", List.of("host.cores", "cores")),
            new Asked("busy", List.of("cpu.busyCores.p99", "cpu.busyCores.p95")),
            new Asked("sga", List.of("sga_mb", "memory.sgaGb.max")),
            new Asked("sessions", List.of("sessions_peak")),
            new Asked("redo", List.of("redo_peak_mb_s", "redo.mbPerSecond.max", "redo_mb_s")),
            new Asked("characters", List.of("character_set")),
            new Asked("keyless", List.of("tables_without_key")),
            new Asked("archivelog", List.of("archivelog", "archive_log")),
            new Asked("encrypted", List.of("tde_tablespace")));

    private KeyFacts() {}

    /**
     * One of them.
     *
     * @param key of its words
     * @param fact as it is known
     * @param assumed nobody measured it
     */
    record Line(String key, FactReport.Known fact, boolean assumed) {}

    static List<Line> of(FactReport report) {
        Map<String, FactReport.Known> known = report.facts().stream()
                .collect(Collectors.toMap(FactReport.Known::name, Function.identity(), (one, other) -> one));
        return DOZEN.stream()
                .flatMap(asked -> asked.names().stream()
                        .map(known::get)
                        .filter(Objects::nonNull)
                        .limit(1)
                        .flatMap(fact ->
                                Stream.of(new Line(asked.key(), fact, fact.confidence() == Confidence.ASSUMED))))
                .limit(12)
                .toList();
    }
}
