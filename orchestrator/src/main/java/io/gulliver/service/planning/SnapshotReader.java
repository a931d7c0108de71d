package io.gulliver.service.planning;

import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.FactSource;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        MigrationStore migrations,
        HostLoads loads,
        PlaybookShapes shapes) {
    private static final Set<String> LISTS = RuleTables.shipped().facts().ofEverySource();

    static final List<String> HOSTS = List.of("host.names", "source_hosts");

    /** For one database and those beside it: what was collected is read as it is asked for. */
    ProgramSnapshot few(String program) {
        Map<String, List<Fact>> known = new HashMap<>();
        Map<String, List<Fact>> words = new HashMap<>();
        return new ProgramSnapshot(
                this,
                program,
                new ProgramSnapshot.Collected(
                        name -> known.computeIfAbsent(name, wanted -> facts.list(program, wanted)),
                        name -> words.computeIfAbsent(name, wanted -> facts.words(program, wanted)),
                        name -> lists(
                                words.computeIfAbsent(name, wanted -> facts.words(program, wanted)),
                                past(program, name)),
                        name -> past(program, name),
                        name -> facts.version(program, name),
                        name -> evidence.given(program, name),
                        name -> migrations.ended(program, name, SizingAge.SIZES_TARGETS),
                        () -> facts.named(program, HOSTS)));
    }

    /** For all databases: what was collected is read at once, in as many queries for five databases as for five thousand. */
    ProgramSnapshot whole(String program) {
        Map<String, List<Fact>> known = facts.all(program);
        Map<String, List<Fact>> lists = facts.words(program, LISTS);
        Map<String, List<Fact>> earlier = facts.past(program, LISTS);
        Map<String, Set<String>> withdrawn = evidence.withdrawn(program);
        Map<String, Long> versions = facts.versions(program);
        Map<String, List<DatabaseEvidence>> files = evidence.given(program);
        Map<String, List<EndedStep>> sizings = migrations.ended(program, null, SizingAge.SIZES_TARGETS).stream()
                .collect(Collectors.groupingBy(EndedStep::database));
        return new ProgramSnapshot(
                this,
                program,
                new ProgramSnapshot.Collected(
                        name -> known.getOrDefault(name, List.of()),
                        name -> facts.words(program, name),
                        name -> lists(
                                lists.getOrDefault(name, List.of()),
                                without(earlier.getOrDefault(name, List.of()), withdrawn.getOrDefault(name, Set.of()))),
                        name -> past(program, name),
                        name -> versions.getOrDefault(name, 0L),
                        name -> files.getOrDefault(name, List.of()),
                        name -> sizings.getOrDefault(name, List.of()),
                        () -> known));
    }

    private List<Fact> past(String program, String database) {
        return without(facts.past(program, database), evidence.withdrawn(program, database));
    }

    private static List<Fact> without(List<Fact> past, Set<String> withdrawn) {
        List<String> marks = withdrawn.stream().map(FactSource::mark).toList();
        return past.stream()
                .filter(fact -> marks.stream().noneMatch(fact.source()::contains))
                .toList();
    }

    /** A later list of a voice says nothing of what it leaves out; only what a source tells anew of the same time replaces it. */
    private static List<Fact> lists(List<Fact> words, List<Fact> past) {
        List<Fact> lists = new ArrayList<>(words);
        lists.removeIf(fact -> !LISTS.contains(fact.name()));
        Set<List<Object>> told = lists.stream().map(SnapshotReader::telling).collect(Collectors.toSet());
        past.stream()
                .filter(fact -> LISTS.contains(fact.name()) && !told.contains(telling(fact)))
                .forEach(lists::add);
        return lists;
    }

    private static List<Object> telling(Fact fact) {
        return List.of(fact.name(), fact.source(), fact.at());
    }
}
