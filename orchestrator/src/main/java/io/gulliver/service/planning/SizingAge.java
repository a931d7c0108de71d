package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.decision.DecisionStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.migration.MigrationStore.EndedStep;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.planning.facts.CanonicalFacts;
import io.gulliver.planning.facts.Said;
import io.gulliver.planning.sizing.Staleness;
import io.gulliver.service.collection.CollectedFacts;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Knows when the sizing of a database was made, and for what size: by the newest run that sized it, or else when the oldest
 * figure that it rests on was measured; and whether somebody confirmed it since.
 */
public final class SizingAge {
    /** Action of the step that sizes a target. */
    static final String SIZES_TARGETS = "sizing.target";

    private static final String SIZE = "size_gb";
    private static final List<String> RESTS_ON =
            List.of(SIZE, "sga_max_mb", "sga_mb", "memory.sgaGb.max", "cpu.busyCores.p95", "host.cores");

    private final StoreDatabase database;
    private final DecisionStore decisions;
    private final DatabaseStore databases;
    private final CollectedFacts collected;
    private final MigrationStore migrations;
    private final ProgramStore programs;

    public SizingAge(
            StoreDatabase database,
            DecisionStore decisions,
            DatabaseStore databases,
            CollectedFacts collected,
            MigrationStore migrations,
            ProgramStore programs) {
        this.database = database;
        this.decisions = decisions;
        this.databases = databases;
        this.collected = collected;
        this.migrations = migrations;
        this.programs = programs;
    }

    private record Made(Instant at, double gigabytes) {}

    /** When a step of a run ended, or empty while it has not. */
    public Optional<Instant> ended(MigrationId migration, String step) {
        return migrations
                .step(migration, StepKey.parse(step))
                .map(row -> row.run().endedAt());
    }

    /** Judges a sizing of that moment and size by the program's limits, with what a person confirmed since. */
    public Staleness of(String program, String database, Instant sized, double sizedGb) {
        return judge(
                program,
                new Made(sized, sizedGb),
                known(program, database),
                decisions.last(program, database, DecisionRow.Kind.SIZING).orElse(null),
                ProgramPolicy.of(programs.require(program)).sizing().stale());
    }

    /**
     * Judges the sizing of a database of a program as it stands at this moment.
     *
     * @param sizings ended steps that sized it, the newest run first
     * @param known what decisions read of it
     * @param confirmed what a person said last of the sizing, or null
     */
    Staleness of(
            String program,
            List<EndedStep> sizings,
            CanonicalFacts known,
            @Nullable DecisionRow confirmed,
            Staleness.Limits limits) {
        Optional<Made> run = byRun(sizings);
        Optional<Made> made = run.isPresent() ? run : byEvidence(known);
        if (made.isEmpty() && confirmed == null) {
            return new Staleness(true, List.of("Nothing was measured: a sizing would rest on the inventory alone"));
        }
        return judge(program, made.orElseGet(() -> new Made(confirmed.at(), 0)), known, confirmed, limits);
    }

    private Staleness judge(
            String program, Made made, CanonicalFacts known, @Nullable DecisionRow confirmed, Staleness.Limits limits) {
        return Staleness.judge(
                made.at(),
                database.now(program),
                made.gigabytes(),
                size(known),
                confirmed == null ? null : confirmed.at(),
                confirmed != null && confirmed.content().get("sizeGb") instanceof Number size
                        ? (Double) size.doubleValue()
                        : null,
                limits);
    }

    /** The newest run whose sizing step is done, with the size it was given. */
    private static Optional<Made> byRun(List<EndedStep> sizings) {
        for (EndedStep sizing : sizings) {
            Instant ended = sizing.step().run().endedAt();
            if (ended != null && sizing.step().run().inputs().get("used_gb") instanceof Number used) {
                return Optional.of(new Made(ended, used.doubleValue()));
            }
        }
        return Optional.empty();
    }

    /** The oldest figure, and the size as it was known then. */
    private static Optional<Made> byEvidence(CanonicalFacts known) {
        Double size = size(known);
        return RESTS_ON.stream()
                .map(known::find)
                .filter(fact -> fact != null && fact.teller() == Said.Teller.COLLECTED)
                .map(fact -> fact.told().at())
                .min(Comparator.naturalOrder())
                .map(oldest -> new Made(oldest, size == null ? 0 : size));
    }

    /** What is worth keeping with a confirmation. */
    Map<String, Object> measured(String program, String database) {
        Map<String, Object> content = new TreeMap<>();
        Double size = size(known(program, database));
        if (size != null) {
            content.put("sizeGb", size);
        }
        return content;
    }

    private CanonicalFacts known(String program, String database) {
        return MethodFacts.resolved(
                ProgramPolicy.of(programs.require(program)),
                databases.require(program, database),
                collected.of(program, database));
    }

    private static @Nullable Double size(CanonicalFacts known) {
        CanonicalFacts.Known size = known.find(SIZE);
        return size != null && size.value() instanceof Number number ? (Double) number.doubleValue() : null;
    }
}
