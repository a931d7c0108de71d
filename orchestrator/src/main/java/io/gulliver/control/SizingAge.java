package io.gulliver.control;

import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.Stores;
import io.gulliver.persistence.decision.DecisionRow;
import io.gulliver.persistence.migration.MigrationQuery;
import io.gulliver.persistence.migration.StepRow;
import io.gulliver.planning.sizing.Staleness;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Knows when the sizing of a database was made, and for what size: by the newest run that sized it, or else when the oldest
 * figure that it rests on was measured; and whether somebody confirmed it since.
 */
public final class SizingAge {
    private static final String SIZES_TARGETS = "sizing.target";
    private static final List<String> SIZES = List.of("files_gb", "storage.sizeGb.last");
    private static final List<String> RESTS_ON = List.of(
            "files_gb",
            "storage.sizeGb.last",
            "sga_mb",
            "memory.sgaGb.max",
            "cpu.busyCores.p95",
            "host.cores",
            "cores");

    private final Stores stores;

    public SizingAge(Stores stores) {
        this.stores = stores;
    }

    private record Made(Instant at, double gigabytes) {}

    /** When a step of a run ended, or empty while it has not. */
    public Optional<Instant> ended(MigrationId migration, String step) {
        return stores.migrations()
                .step(migration, StepKey.parse(step))
                .map(row -> row.run().endedAt());
    }

    /** Judges a sizing of that moment and size by the program's limits, with what a person confirmed since. */
    public Staleness of(String program, String database, Instant sized, double sizedGb) {
        return judge(
                program,
                database,
                new Made(sized, sizedGb),
                Staleness.Limits.of(stores.programs().require(program).policy()));
    }

    /** Judges the sizing of a database as it stands at this moment. */
    Staleness of(String program, String database, Staleness.Limits limits) {
        Optional<Made> run = byRun(program, database);
        Optional<Made> made = run.isPresent() ? run : byEvidence(program, database);
        Optional<DecisionRow> confirmed = stores.decisions().last(program, database, DecisionRow.Kind.SIZING);
        if (made.isEmpty() && confirmed.isEmpty()) {
            return new Staleness(true, List.of("Nothing was measured: a sizing would rest on the inventory alone"));
        }
        return judge(
                program,
                database,
                made.orElseGet(() -> new Made(confirmed.orElseThrow().at(), 0)),
                limits);
    }

    private Staleness judge(String program, String database, Made made, Staleness.Limits limits) {
        Optional<DecisionRow> confirmed = stores.decisions().last(program, database, DecisionRow.Kind.SIZING);
        Double then = confirmed
                .map(row -> row.content().get("sizeGb"))
                .filter(Number.class::isInstance)
                .map(size -> ((Number) size).doubleValue())
                .orElse(null);
        return Staleness.judge(
                made.at(),
                stores.database().clock().instant(),
                made.gigabytes(),
                size(stores.facts().list(program, database)),
                confirmed.map(DecisionRow::at).orElse(null),
                then,
                limits);
    }

    /** The newest run whose sizing step is done, with the size it was given. */
    private Optional<Made> byRun(String program, String database) {
        List<Migration> runs = stores.migrations()
                .list(new MigrationQuery(program, database, null, Set.of(), null, 20))
                .rows();
        for (Migration run : runs) {
            if (run.evaluateOnly()) {
                continue;
            }
            for (StepRow step : stores.migrations().steps(run.id())) {
                Instant ended = step.run().endedAt();
                if (SIZES_TARGETS.equals(step.action())
                        && ended != null
                        && step.run().inputs().get("used_gb") instanceof Number used) {
                    return Optional.of(new Made(ended, used.doubleValue()));
                }
            }
        }
        return Optional.empty();
    }

    /** The oldest figure, and the size as it was known then. */
    private Optional<Made> byEvidence(String program, String database) {
        List<Fact> facts = stores.facts().list(program, database);
        Double size = size(facts);
        return facts.stream()
                .filter(fact -> RESTS_ON.contains(fact.name()))
                .map(Fact::at)
                .min(Comparator.naturalOrder())
                .map(oldest -> new Made(oldest, size == null ? 0 : size));
    }

    /** What is worth keeping with a confirmation. */
    Map<String, Object> measured(String program, String database) {
        Map<String, Object> content = new TreeMap<>();
        Double size = size(stores.facts().list(program, database));
        if (size != null) {
            content.put("sizeGb", size);
        }
        return content;
    }

    private static @Nullable Double size(List<Fact> facts) {
        for (String name : SIZES) {
            for (Fact fact : facts) {
                if (fact.name().equals(name) && fact.value() instanceof Number number) {
                    return number.doubleValue();
                }
            }
        }
        return null;
    }
}
