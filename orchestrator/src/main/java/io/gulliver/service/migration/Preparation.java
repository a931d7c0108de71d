package io.gulliver.service.migration;

import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.NameExhaustedException;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.name.NameRequest;
import io.gulliver.persistence.name.NameStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.playbook.MigrationRef;
import io.gulliver.playbook.NameSource;
import io.gulliver.playbook.StepPreparer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes steps ready from what the store knows: the migration's playbook, its database's facts, the program's policy. */
public final class Preparation implements Preparer {
    /** Name of the program's policy entry whose members are the playbooks' parameters. */
    public static final String PARAMETERS = "parameters";

    /** Name of the program's policy entry with settings of single databases, by name. */
    public static final String DATABASES = "databases";

    /** Name of the program's policy entry with the longest time, in minutes, that steps wait after the go-live. */
    public static final String SOAK = "soakMinutes";

    /** How many names are tried before a person is asked. */
    private static final int PROPOSALS = 99;

    private static final int REMEMBERED = 1000;

    private final MigrationStore migrations;
    private final ProgramStore programs;
    private final LibraryPlans plans;
    private final NameStore names;
    private final Function<Migration, FactSheet> facts;
    private final Function<Migration, @Nullable Instant> goLive;

    /**
     * The rows of the migrations whose steps were prepared last. Only what a run keeps from its beginning is read from
     * them: program, database, purpose, playbook, when it was made.
     */
    private final Map<MigrationId, Migration> begun = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<MigrationId, Migration> eldest) {
            return size() > REMEMBERED;
        }
    });

    /**
     * @param facts what is known of the migration's database
     * @param goLive when its wave goes live, or null while nothing is planned
     */
    public Preparation(
            MigrationStore migrations,
            ProgramStore programs,
            LibraryPlans plans,
            NameStore names,
            Function<Migration, FactSheet> facts,
            Function<Migration, @Nullable Instant> goLive) {
        this.migrations = migrations;
        this.programs = programs;
        this.plans = plans;
        this.names = names;
        this.facts = facts;
        this.goLive = goLive;
    }

    @Override
    public List<PrepareResult> prepare(List<PrepareRequest> requests) {
        List<PrepareResult> results = new ArrayList<>();
        for (PrepareRequest request : requests) {
            results.add(prepare(request));
        }
        return results;
    }

    private PrepareResult prepare(PrepareRequest request) {
        Migration migration = begun(request.migration());
        StepPreparer.Circumstances circumstances = circumstances(migration);
        PrepareResult result =
                plans.preparer(migration.playbookHash()).prepare(request, circumstances, namesOf(migration.id()));
        return soaked(result, circumstances.goLive(), migration.program());
    }

    private Migration begun(MigrationId id) {
        Migration known = begun.get(id);
        if (known == null) {
            known = migrations.require(id);
            begun.put(id, known);
        }
        return known;
    }

    /** A program may watch for a shorter time after the go-live than playbooks do by default. */
    private PrepareResult soaked(PrepareResult result, @Nullable Instant goLive, String program) {
        if (result.notBefore() == null || goLive == null) {
            return result;
        }
        Object minutes =
                programs.find(program).map(found -> found.policy().get(SOAK)).orElse(null);
        if (!(minutes instanceof Number number)) {
            return result;
        }
        Instant latest = goLive.plusSeconds(Math.round(number.doubleValue() * 60));
        if (!result.notBefore().isAfter(latest)) {
            return result;
        }
        return new PrepareResult(
                result.applies(),
                result.error(),
                result.items(),
                result.inputs(),
                latest,
                result.repeatDone(),
                result.factsVersion());
    }

    /** What the steps of a migration are resolved against. */
    StepPreparer.Circumstances circumstances(Migration migration) {
        Map<String, Object> parameters = programs.find(migration.program())
                .map(program -> parameters(program, migration.database()))
                .orElse(Map.of());
        return new StepPreparer.Circumstances(
                facts.apply(migration),
                parameters,
                new MigrationRef(migration.id(), migration.program(), migration.database(), migration.purpose()),
                goLive.apply(migration));
    }

    /** What the program says for all databases, and over it what it says for this one. */
    public static Map<String, Object> parameters(Program program, String database) {
        Map<String, Object> found = new TreeMap<>();
        member(program.policy(), PARAMETERS).forEach((name, value) -> found.put(String.valueOf(name), value));
        member(member(member(program.policy(), DATABASES), database), PARAMETERS)
                .forEach((name, value) -> found.put(String.valueOf(name), value));
        return found;
    }

    private static Map<?, ?> member(Map<?, ?> of, String name) {
        return of.get(name) instanceof Map<?, ?> found ? found : Map.of();
    }

    private NameSource namesOf(MigrationId migration) {
        return (system, kind, step, proposal, maxLength, pattern) -> {
            List<String> proposals = proposals(proposal, maxLength).stream()
                    .filter(name -> name.matches(pattern))
                    .toList();
            if (proposals.isEmpty()) {
                throw new NameSource.Unavailable("No name for " + kind + " of step " + step + ": '" + proposal
                        + "' does not match " + pattern + " within " + maxLength
                        + " characters. Correct the name's template.");
            }
            try {
                return names.allocate(new NameRequest(system, kind, migration + "/" + step), proposals);
            } catch (NameExhaustedException e) {
                throw new NameSource.Unavailable(String.valueOf(e.getMessage()));
            }
        };
    }

    /** The template's own name first, then numbered ones, each within the system's limit. */
    private static List<String> proposals(String proposal, int maxLength) {
        List<String> proposals = new ArrayList<>();
        if (proposal.length() <= maxLength) {
            proposals.add(proposal);
        }
        for (int i = 1; i <= PROPOSALS; i++) {
            String number = String.valueOf(i);
            proposals.add(proposal.substring(0, Math.min(proposal.length(), maxLength - number.length())) + number);
        }
        return proposals;
    }
}
