package io.gulliver.control;

import io.gulliver.domain.estate.Fact;
import io.gulliver.persistence.Stores;
import io.gulliver.persistence.decision.DecisionRow;
import io.gulliver.planning.sizing.Staleness;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Knows what a sizing rests on and whether it is stale: made when its oldest figure was measured, for the size that was
 * known at that moment, until somebody confirms it.
 */
public final class SizingAge {
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

    /** Judges the sizing of a database at this moment. */
    public Staleness of(String program, String database, Staleness.Limits limits) {
        List<Fact> facts = stores.facts().list(program, database);
        Instant now = stores.database().clock().instant();
        Optional<DecisionRow> confirmed = stores.decisions().last(program, database, DecisionRow.Kind.SIZING);
        Optional<Instant> made = facts.stream()
                .filter(fact -> RESTS_ON.contains(fact.name()))
                .map(Fact::at)
                .min(Comparator.naturalOrder());
        if (made.isEmpty() && confirmed.isEmpty()) {
            return new Staleness(true, List.of("Nothing was measured: a sizing would rest on the inventory alone"));
        }
        Double current = size(facts);
        Double then = confirmed
                .map(row -> row.content().get("sizeGb"))
                .filter(Number.class::isInstance)
                .map(size -> ((Number) size).doubleValue())
                .orElse(null);
        return Staleness.judge(
                made.orElseGet(() -> confirmed.orElseThrow().at()),
                now,
                current == null ? 0 : current,
                current,
                confirmed.map(DecisionRow::at).orElse(null),
                then,
                limits);
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

    static @org.jspecify.annotations.Nullable Double size(List<Fact> facts) {
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
