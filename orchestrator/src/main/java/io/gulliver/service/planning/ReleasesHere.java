package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.proof.DatabaseReleases;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.planning.facts.CanonicalFacts;
import io.gulliver.planning.facts.CanonicalFacts.Known;
import io.gulliver.service.collection.CollectedFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Between which releases the databases of programs at work move: of each the word that holds, discovery's before a
 * capture's before the inventory's. Read again when a fact, a database or the program's policy changes.
 */
public final class ReleasesHere {
    private static final List<String> FACTS = List.of("source_release", "target_release");

    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final FactStore facts;
    private final CollectedFacts collected;
    private final Map<String, Counted> known = new ConcurrentHashMap<>();

    private record Counted(String mark, Map<DatabaseReleases, Integer> databases) {}

    public ReleasesHere(ProgramStore programs, DatabaseStore databases, FactStore facts, CollectedFacts collected) {
        this.programs = programs;
        this.databases = databases;
        this.facts = facts;
        this.collected = collected;
    }

    /** How many databases there are by their releases. @param wanted which programs, by key */
    public Map<DatabaseReleases, Integer> count(Predicate<String> wanted) {
        Map<DatabaseReleases, Integer> all = new HashMap<>();
        for (Program program : programs.atWork()) {
            if (wanted.test(program.key())) {
                of(program).forEach((releases, count) -> all.merge(releases, count, Integer::sum));
            }
        }
        return all;
    }

    private Map<DatabaseReleases, Integer> of(Program program) {
        String mark = program.version() + " " + facts.mark(program.key());
        Counted counted = known.get(program.key());
        if (counted == null || !counted.mark().equals(mark)) {
            counted = new Counted(mark, read(program));
            known.put(program.key(), counted);
        }
        return counted.databases();
    }

    private Map<DatabaseReleases, Integer> read(Program program) {
        List<String> names = new ArrayList<>(FACTS);
        names.addAll(MethodFacts.standIns(FACTS));
        Function<String, List<Fact>> told = collected.all(program.key(), facts.named(program.key(), names));
        ProgramPolicy policy = ProgramPolicy.of(program);
        Map<DatabaseReleases, Integer> counts = new HashMap<>();
        for (SourceDatabase database : databases.list(program.key())) {
            CanonicalFacts all = MethodFacts.resolved(policy, database, told.apply(database.name()));
            counts.merge(
                    new DatabaseReleases(text(all, "source_release"), text(all, "target_release")), 1, Integer::sum);
        }
        return Map.copyOf(counts);
    }

    private static @Nullable String text(CanonicalFacts told, String name) {
        Known known = told.find(name);
        return known == null ? null : String.valueOf(known.value());
    }
}
