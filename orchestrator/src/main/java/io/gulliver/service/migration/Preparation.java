package io.gulliver.service.migration;

import io.gulliver.assessment.policy.ClusterPlaces;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.assessment.policy.ServerPlaces;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.landscape.ArrayRules;
import io.gulliver.domain.landscape.OuterSystem;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.plan.OutageBounds;
import io.gulliver.domain.program.ClockPiece;
import io.gulliver.persistence.NameExhaustedException;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.name.NameRequest;
import io.gulliver.persistence.name.NameStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.playbook.MigrationRef;
import io.gulliver.playbook.NameSource;
import io.gulliver.playbook.StepPreparer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes steps ready from what the store knows: the migration's playbook, its database's facts, the program's policy. */
public final class Preparation implements Preparer {
    /** How many names are tried before a person is asked. */
    private static final int PROPOSALS = 99;

    private static final int REMEMBERED = 1000;

    private final MigrationStore migrations;
    private final ProgramStore programs;
    private final LibraryPlans plans;
    private final NameStore names;
    private final Function<Migration, FactSheet> facts;
    private final Function<Migration, @Nullable Instant> usersOut;
    private final Function<Migration, @Nullable OutageBounds> outages;
    private final Function<Migration, @Nullable ClockPiece> times;
    private final Function<String, Optional<OuterSystem>> systems;

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
     * @param usersOut T of the run: when its users are out; or null while nothing is planned
     * @param outages when its outage may begin, or null where nothing holds it
     * @param times the piece of its program's time that holds, or null for the wall clock
     * @param systems of the landscape, by name
     */
    public Preparation(
            MigrationStore migrations,
            ProgramStore programs,
            LibraryPlans plans,
            NameStore names,
            Function<Migration, FactSheet> facts,
            Function<Migration, @Nullable Instant> usersOut,
            Function<Migration, @Nullable OutageBounds> outages,
            Function<Migration, @Nullable ClockPiece> times,
            Function<String, Optional<OuterSystem>> systems) {
        this.migrations = migrations;
        this.programs = programs;
        this.plans = plans;
        this.names = names;
        this.facts = facts;
        this.usersOut = usersOut;
        this.outages = outages;
        this.times = times;
        this.systems = systems;
    }

    /** For runs whose outage nothing holds. */
    public Preparation(
            MigrationStore migrations,
            ProgramStore programs,
            LibraryPlans plans,
            NameStore names,
            Function<Migration, FactSheet> facts,
            Function<Migration, @Nullable Instant> usersOut) {
        this(
                migrations,
                programs,
                plans,
                names,
                facts,
                usersOut,
                migration -> null,
                migration -> null,
                name -> Optional.empty());
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
        return bounded(soaked(result, circumstances.usersOut(), migration.program()), request, migration)
                .by(times.apply(migration));
    }

    /**
     * A step of the outage hears when the outage may begin; whether it begins it, the run knows. One that waits for T does
     * not wait for it any more once two persons let the outage begin.
     */
    private PrepareResult bounded(PrepareResult result, PrepareRequest request, Migration migration) {
        Phase phase = plans.playbook(migration.playbookHash())
                .requireStep(request.step().step())
                .phase();
        if (phase != Phase.OUTAGE || request.evaluate() || !result.applies() || result.error() != null) {
            return result;
        }
        OutageBounds bounds = outages.apply(migration);
        boolean let =
                bounds != null && bounds.override() != null && Objects.equals(result.notBefore(), bounds.usersOut());
        return result.held(let ? null : result.notBefore(), bounds);
    }

    private Migration begun(MigrationId id) {
        Migration known = begun.get(id);
        if (known == null) {
            known = migrations.require(id);
            begun.put(id, known);
        }
        return known;
    }

    /** A program may watch for a shorter time after the outage begins than playbooks do by default. */
    private PrepareResult soaked(PrepareResult result, @Nullable Instant usersOut, String program) {
        if (result.notBefore() == null || usersOut == null) {
            return result;
        }
        Duration soak = programs.find(program)
                .map(found -> ProgramPolicy.of(found).soak())
                .orElse(null);
        if (soak == null) {
            return result;
        }
        Instant latest = usersOut.plus(soak);
        if (!result.notBefore().isAfter(latest)) {
            return result;
        }
        return result.held(latest, result.outage());
    }

    /** What the steps of a migration are resolved against. */
    StepPreparer.Circumstances circumstances(Migration migration) {
        FactSheet known = facts.apply(migration);
        Map<String, Object> parameters = programs.find(migration.program())
                .map(program -> parameters(ProgramPolicy.of(program), migration.database(), known))
                .orElse(Map.of());
        return new StepPreparer.Circumstances(
                known,
                parameters,
                new MigrationRef(migration.id(), migration.program(), migration.database(), migration.purpose()),
                usersOut.apply(migration));
    }

    /** What the program says counts before what its server is built with. */
    private static Map<String, Object> parameters(ProgramPolicy policy, String database, FactSheet known) {
        if (known.values().get("landing.servers") instanceof List<?> servers && servers.size() > 1) {
            // A cluster's database is made by those who run it, where they see fit; they registered where that is.
            SortedMap<String, Object> registered = ClusterPlaces.of(known.values());
            registered.putAll(policy.parametersOf(database));
            return registered;
        }
        Object server =
                known.values().getOrDefault("container.server", known.values().get("landing.server"));
        SortedMap<String, Object> all = new TreeMap<>(
                server == null
                        ? Map.of()
                        : ServerPlaces.of(
                                policy.shared("server", server.toString()).facts()));
        all.putAll(policy.parametersOf(database));
        return all;
    }

    private NameSource namesOf(MigrationId migration) {
        return new NameSource() {
            @Override
            public Optional<ArrayRules.Naming> namingOn(String system, String kind) {
                return systems.apply(system)
                        .flatMap(found -> Optional.ofNullable(found.arrayRules().naming(found.kind(), kind)));
            }

            @Override
            public String allocate(
                    String system, String kind, StepKey step, String proposal, int maxLength, String pattern)
                    throws Unavailable {
                return allocated(migration, new Wanted(system, kind, step, proposal, maxLength, pattern));
            }
        };
    }

    private record Wanted(String system, String kind, StepKey step, String proposal, int maxLength, String pattern) {}

    private String allocated(MigrationId migration, Wanted wanted) throws NameSource.Unavailable {
        List<String> proposals = proposals(wanted.proposal(), wanted.maxLength()).stream()
                .filter(name -> name.matches(wanted.pattern()))
                .toList();
        if (proposals.isEmpty()) {
            throw new NameSource.Unavailable("No name for " + wanted.kind() + " of step " + wanted.step() + ": '"
                    + wanted.proposal() + "' does not match " + wanted.pattern() + " within " + wanted.maxLength()
                    + " characters. Correct the name's template.");
        }
        try {
            return names.allocate(
                    new NameRequest(wanted.system(), wanted.kind(), migration + "/" + wanted.step()), proposals);
        } catch (NameExhaustedException e) {
            throw new NameSource.Unavailable(String.valueOf(e.getMessage()));
        }
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
