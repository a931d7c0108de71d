package io.gulliver.control;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.plan.Rates;
import io.gulliver.domain.program.Program;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the rules on methods read: the inventory first, the program's word on licences and the like over it, collected data
 * over both. Facts of a capture stand in under the rules' names where discovery said nothing.
 */
final class MethodFacts {
    private static final Map<String, String> FROM_CAPTURES = Map.of(
            "source_release", "database.version",
            "redo_mb_s", "redo.mbPerSecond.mean",
            "redo_peak_mb_s", "redo.mbPerSecond.max",
            "size_gb", "storage.sizeGb.last",
            "archivelog", "archive_log");

    private MethodFacts() {}

    static SortedMap<String, Object> of(Program program, SourceDatabase database, Collection<Fact> collected) {
        SortedMap<String, Object> facts = new TreeMap<>();
        DatabaseProfile profile = database.profile();
        put(facts, "size_gb", profile.gigabytes());
        put(facts, "source_release", profile.oracleVersion());
        put(facts, "target_release", profile.targetRelease());
        if (profile.sourceTopology() != null) {
            facts.put("source_topology", profile.sourceTopology().name().toLowerCase(Locale.ROOT));
        }
        if (program.policy().get("facts") instanceof Map<?, ?> told) {
            told.forEach((name, value) -> put(facts, String.valueOf(name), value));
        }
        Map<String, Object> known = new TreeMap<>();
        collected.forEach(fact -> known.put(fact.name(), fact.value()));
        FROM_CAPTURES.forEach((name, capture) -> {
            if (known.containsKey(capture)) {
                facts.put(name, known.get(capture));
            }
        });
        if (known.get("database.instances") instanceof Number instances && instances.intValue() > 1) {
            facts.put("source_topology", "rac");
        }
        facts.putAll(known);
        return facts;
    }

    private static void put(Map<String, Object> facts, String name, @Nullable Object value) {
        if (value != null) {
            facts.put(name, value);
        }
    }

    /** Planning rates of the program: its policy, replaced by what its rehearsals measured. */
    static Rates rates(Program program) {
        Map<String, Double> measured = new TreeMap<>();
        if (program.policy().get("measuredRates") instanceof Map<?, ?> rates) {
            rates.forEach((name, value) -> {
                if (value instanceof Number number) {
                    measured.put(String.valueOf(name), number.doubleValue());
                }
            });
        }
        return Rates.of(program.policy(), measured);
    }
}
