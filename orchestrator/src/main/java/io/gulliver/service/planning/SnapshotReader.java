package io.gulliver.service.planning;

import io.gulliver.domain.estate.Fact;
import io.gulliver.persistence.decision.DecisionStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.estate.LandingStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.migration.MigrationStore.EndedStep;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.rate.RateStore;
import io.gulliver.persistence.view.DatabaseEvidence;
import io.gulliver.service.collection.CollectedFacts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads what the store holds of a program at one moment. */
public record SnapshotReader(
        ProgramStore programs,
        DatabaseStore databases,
        LandingStore landings,
        DecisionStore decisions,
        PlanStore plans,
        RateStore rates,
        FactStore facts,
        EvidenceStore evidence,
        CollectedFacts collected,
        MigrationStore migrations,
        HostLoads loads,
        PlaybookShapes shapes) {
    static final List<String> HOSTS = List.of("host.names", "source_hosts");

    /** For one database and those beside it: what was collected is read as it is asked for. */
    ProgramSnapshot few(String program) {
        Map<String, List<Fact>> known = new HashMap<>();
        Map<String, List<Fact>> read = new HashMap<>();
        return new ProgramSnapshot(
                this,
                program,
                new ProgramSnapshot.Collected(
                        name -> known.computeIfAbsent(name, wanted -> facts.list(program, wanted)),
                        name -> read.computeIfAbsent(name, wanted -> collected.of(program, wanted)),
                        name -> facts.version(program, name),
                        name -> evidence.given(program, name),
                        name -> migrations.ended(program, name, SizingAge.SIZES_TARGETS),
                        () -> facts.named(program, HOSTS)));
    }

    /** For all databases: what was collected is read at once, in as many queries for five databases as for five thousand. */
    ProgramSnapshot whole(String program) {
        Map<String, List<Fact>> known = facts.all(program);
        Map<String, Long> versions = facts.versions(program);
        Map<String, List<DatabaseEvidence>> files = evidence.given(program);
        Map<String, List<EndedStep>> sizings = migrations.ended(program, null, SizingAge.SIZES_TARGETS).stream()
                .collect(Collectors.groupingBy(EndedStep::database));
        return new ProgramSnapshot(
                this,
                program,
                new ProgramSnapshot.Collected(
                        name -> known.getOrDefault(name, List.of()),
                        collected.all(program, known),
                        name -> versions.getOrDefault(name, 0L),
                        name -> files.getOrDefault(name, List.of()),
                        name -> sizings.getOrDefault(name, List.of()),
                        () -> known));
    }
}
