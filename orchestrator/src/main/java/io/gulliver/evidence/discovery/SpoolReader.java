package io.gulliver.evidence.discovery;

import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads what the discovery script spooled on a database that Gulliver cannot reach itself. The facts are those that the
 * same answers give over JDBC.
 */
public final class SpoolReader {
    /** What every database can tell, and what method and sizing cannot do without. */
    private static final List<String> EXPECTED = List.of(
            "database_name",
            "source_release",
            "source_edition",
            "source_compatible",
            "source_topology",
            "platform",
            "endian",
            "archivelog",
            "force_logging",
            "character_set",
            "national_character_set",
            "time_zone_file",
            "block_size",
            "host.cpus",
            "host.memoryGb",
            "sga_target_mb",
            "pga_target_mb",
            "data_gb",
            "index_gb",
            "files_gb",
            "lob_share",
            "redo_mb_s",
            "redo_peak_mb_s",
            "objects",
            "long_columns",
            "tde_column",
            "tables_without_key",
            "database_links",
            "jobs",
            "sys_grants");

    private SpoolReader() {}

    /** Whether a line is one that only the discovery script writes. */
    public static boolean recognises(String line) {
        return line.startsWith(SpoolQueryResults.MARK + "discovery ");
    }

    /**
     * Reads to the end.
     *
     * @param in plain or gzipped; not closed
     * @param origin facts are as old as the database's clock says in its zone, else as the file
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static Reading read(InputStream in, EvidenceOrigin origin) throws IOException {
        SpoolQueryResults spool = SpoolQueryResults.read(in);
        Discovery discovery = Discovery.of(spool.answers());
        List<String> names = discovery.facts().list().stream()
                .map(DiscoveredFacts.Found::name)
                .toList();
        List<EvidenceProblem> problems = new ArrayList<>(spool.problems().list());
        discovery
                .blockers()
                .forEach(blocker -> problems.add(new EvidenceProblem(
                        0,
                        null,
                        blocker,
                        "decide on it before a method is chosen; it stands in the way of Data Pump")));
        return new Reading(
                discovery.facts().facts(origin.source(), at(spool.answers(), origin)),
                problems,
                Coverage.of(EXPECTED, names, spool.sections()),
                spool.problems().cut());
    }

    /**
     * Reads the load by snapshot of a spool.
     *
     * @return empty when it holds none
     */
    public static Optional<LoadSamples> readLoad(InputStream in, EvidenceOrigin origin) throws IOException {
        LoadSamples load = LoadFactMapper.samples(SpoolQueryResults.read(in).answers());
        return load == null ? Optional.empty() : Optional.of(load.inZone(origin.zone()));
    }

    private static Instant at(QueryResults answers, EvidenceOrigin origin) {
        AnswerRow clock = answers.first("database-clock");
        if (clock == null) {
            return origin.receivedAt();
        }
        try {
            return LocalDateTime.parse(clock.text("NOW")).atZone(origin.zone()).toInstant();
        } catch (DateTimeParseException e) {
            return origin.receivedAt();
        }
    }
}
