package io.gulliver.evidence.intake;

import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.Fact;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.array.ArrayReader;
import io.gulliver.evidence.awrminer.AwrMinerReader;
import io.gulliver.evidence.awrreport.AwrReportReader;
import io.gulliver.evidence.client.ClientReading;
import io.gulliver.evidence.client.HostProgram;
import io.gulliver.evidence.client.HostProgramReader;
import io.gulliver.evidence.client.ListenerLogReader;
import io.gulliver.evidence.client.ProgramReading;
import io.gulliver.evidence.client.SampledSessions;
import io.gulliver.evidence.discovery.SpoolQueryResults;
import io.gulliver.evidence.discovery.SpoolReader;
import io.gulliver.evidence.hmc.HmcMetricsReader;
import io.gulliver.evidence.hmc.HmcObjectsReader;
import io.gulliver.evidence.host.HostReader;
import io.gulliver.evidence.host.HostSections;
import io.gulliver.evidence.host.HostSections.Owner;
import io.gulliver.evidence.sar.SadfJsonReader;
import io.gulliver.evidence.sar.SarTextReader;
import io.gulliver.evidence.zvm.CpReader;
import io.gulliver.evidence.zvm.PerfkitReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The reader of each kind of evidence that tells facts of one database or its host. */
public final class EvidenceReaders {
    private EvidenceReaders() {}

    /** Whether a file of this kind gives facts; an inventory gives databases instead. */
    public static boolean take(EvidenceKind kind) {
        return switch (kind) {
            case AWR_MINER,
                    SAR_TEXT,
                    SADF_JSON,
                    HOST_FACTS,
                    AWR_REPORT,
                    ZVM_REPORT,
                    CP_ANSWERS,
                    HMC_OBJECTS,
                    HMC_METRICS,
                    ARRAY_VOLUMES,
                    DISCOVERY_SPOOL,
                    LISTENER_LOG,
                    HOST_PROGRAMS -> true;
            case INVENTORY_CSV, INVENTORY_XLSX, NOT_RECOGNISED -> false;
        };
    }

    /**
     * Reads a file to its end.
     *
     * @param in plain or gzipped; not closed
     * @throws IllegalArgumentException a kind that gives no facts
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static Reading read(EvidenceKind kind, InputStream in, EvidenceOrigin origin) throws IOException {
        return switch (kind) {
            case AWR_MINER -> AwrMinerReader.read(in, origin);
            case SAR_TEXT -> SarTextReader.read(in, origin).reading();
            case SADF_JSON -> SadfJsonReader.read(in, origin).reading();
            case HOST_FACTS -> HostReader.read(in, origin);
            case AWR_REPORT -> AwrReportReader.read(in, origin);
            case ZVM_REPORT -> PerfkitReader.read(in, origin).reading();
            case CP_ANSWERS -> CpReader.read(in, origin);
            case HMC_OBJECTS -> HmcObjectsReader.read(in, origin);
            case HMC_METRICS -> HmcMetricsReader.read(in, origin);
            case ARRAY_VOLUMES -> ArrayReader.read(in, origin);
            case LISTENER_LOG -> ListenerLogReader.read(in, origin).reading();
            case HOST_PROGRAMS -> HostProgramReader.read(in, origin).reading();
            case DISCOVERY_SPOOL -> SpoolReader.read(in, origin);
            case INVENTORY_CSV, INVENTORY_XLSX, NOT_RECOGNISED ->
                throw new IllegalArgumentException("no facts come from a file of kind " + kind.word());
        };
    }

    /**
     * What a file says, and whom and what it saw.
     *
     * @param reading facts, problems and coverage
     * @param sightings clients of the database
     * @param programs of its host
     */
    public record Everything(Reading reading, List<ClientSighting> sightings, List<HostProgram> programs) {
        public Everything {
            sightings = List.copyOf(sightings);
            programs = List.copyOf(programs);
        }
    }

    /** Gives a file's content from its beginning, as often as it is asked. */
    public interface Content {
        /** The content; whoever asked closes it. */
        InputStream open() throws IOException;
    }

    /**
     * Reads a file of any kind that gives facts; a file with the output of several commands of a host by each of their
     * readers.
     *
     * @param kind as {@link KindDetector} told it
     * @throws IllegalArgumentException a kind that gives no facts
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static Everything readAll(EvidenceKind kind, Content content, EvidenceOrigin origin) throws IOException {
        try (InputStream in = content.open()) {
            if (kind == EvidenceKind.LISTENER_LOG) {
                ClientReading read = ListenerLogReader.read(in, origin);
                return new Everything(read.reading(), read.sightings(), List.of());
            }
            if (kind == EvidenceKind.DISCOVERY_SPOOL) {
                Reading reading = SpoolReader.read(in, origin);
                return new Everything(reading, sessions(content, reading, origin), List.of());
            }
            if (kind != EvidenceKind.HOST_FACTS
                    && kind != EvidenceKind.HOST_PROGRAMS
                    && kind != EvidenceKind.SAR_TEXT) {
                return new Everything(read(kind, in, origin), List.of(), List.of());
            }
        }
        return host(kind, content, origin);
    }

    /** Who was connected when the discovery script ran; it is read once more, for facts cannot hold it. */
    private static List<ClientSighting> sessions(Content content, Reading reading, EvidenceOrigin origin)
            throws IOException {
        try (InputStream again = content.open()) {
            return SampledSessions.of(
                    SpoolQueryResults.read(again).answers(),
                    reading.facts().isEmpty()
                            ? origin.receivedAt()
                            : reading.facts().get(0).at());
        }
    }

    /** What commands of a host printed, one after the other: by the reader of the kind first, then by those of the others. */
    private static Everything host(EvidenceKind kind, Content content, EvidenceOrigin origin) throws IOException {
        Owner first = kind == EvidenceKind.HOST_FACTS
                ? Owner.COMMANDS
                : kind == EvidenceKind.HOST_PROGRAMS ? Owner.PROGRAMS : Owner.SAR;
        HostSections sections;
        try (InputStream in = content.open()) {
            sections = HostSections.only(first, in);
            try {
                sections.transferTo(OutputStream.nullOutputStream());
            } catch (EOFException damaged) {
                // whoever reads it says so
            }
        }
        Set<Owner> seen = sections.seen();
        List<Reading> readings = new ArrayList<>();
        List<HostProgram> programs = new ArrayList<>();
        if (kind == EvidenceKind.HOST_FACTS || seen.contains(Owner.COMMANDS)) {
            try (InputStream in = content.open()) {
                readings.add(HostReader.read(in, origin));
            }
        }
        if (kind == EvidenceKind.HOST_PROGRAMS || seen.contains(Owner.PROGRAMS)) {
            try (InputStream in = content.open()) {
                ProgramReading read = HostProgramReader.read(in, origin);
                readings.add(kind == EvidenceKind.HOST_PROGRAMS ? 0 : readings.size(), read.reading());
                programs.addAll(read.programs());
            }
        }
        if (kind == EvidenceKind.SAR_TEXT || seen.contains(Owner.SAR)) {
            try (InputStream in = content.open()) {
                readings.add(
                        kind == EvidenceKind.SAR_TEXT ? 0 : readings.size(),
                        SarTextReader.read(in, origin).reading());
            }
        }
        return new Everything(together(readings, sections.unknown()), List.of(), programs);
    }

    /** Several readings of one file as one: of a fact and of a line each the first word counts. */
    private static Reading together(List<Reading> readings, Map<String, long[]> unknown) {
        Map<String, Fact> facts = new LinkedHashMap<>();
        List<EvidenceProblem> problems = new ArrayList<>();
        List<SectionCoverage> sections = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        Set<Long> told = new HashSet<>();
        EvidenceProblem cut = null;
        int found = 0;
        int expected = 0;
        for (Reading reading : readings) {
            reading.facts().forEach(fact -> facts.putIfAbsent(fact.name(), fact));
            Set<Long> before = Set.copyOf(told);
            for (EvidenceProblem problem : reading.problems()) {
                if (problem.line() == 0 || !before.contains(problem.line())) {
                    problems.add(problem);
                    told.add(problem.line());
                }
            }
            sections.addAll(reading.coverage().sections());
            missing.addAll(reading.coverage().missing());
            found += reading.coverage().found();
            expected += reading.coverage().expected();
            cut = cut == null ? reading.cut() : cut;
        }
        unknown.forEach((command, seen) ->
                sections.add(new SectionCoverage(command, seen[0], seen[1], SectionCoverage.State.NOT_UNDERSTOOD)));
        return new Reading(
                List.copyOf(facts.values()), problems, new Coverage(found, expected, missing, sections), cut);
    }
}
