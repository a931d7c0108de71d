package io.gulliver.planning.method;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Whether any way across takes a source of a release, by the rules on methods that ask for the source's release alone
 * (docs/domain/methods.md 1.1).
 *
 * @param reasons what is wrong, where no way takes it; empty while one may
 * @param remedy what opens the simplest way again, empty while one may be open
 */
public record ReleaseReach(List<String> reasons, String remedy) {
    private static final String FACT = "source_release";

    public ReleaseReach {
        reasons = List.copyOf(reasons);
    }

    /** Whether no way takes it, whatever else is known of the database. */
    public boolean nowhere() {
        return !reasons.isEmpty();
    }

    /**
     * Judges a release.
     *
     * @param release such as 11.2.0.4; one that is too vague to compare, or none, closes nothing
     */
    public static ReleaseReach of(MethodRules rules, String release) {
        Map<String, Object> facts =
                ReadFacts.of(Map.of(FACT, release), rules.facts()).values();
        SortedMap<Method, MethodRules.Rule> closed = new TreeMap<>();
        for (MethodRules.Rule rule : rules.rules()) {
            boolean alone = rule.when().stream().allMatch(one -> one.fact().equals(FACT) && one.other() == null);
            if (alone && rule.holds(facts)) {
                rule.effects().forEach((method, severity) -> {
                    if (severity == MethodRules.Severity.BLOCKER) {
                        closed.putIfAbsent(method, rule);
                    }
                });
            }
        }
        if (closed.size() < Method.values().length) {
            return new ReleaseReach(List.of(), "");
        }
        return new ReleaseReach(
                closed.values().stream().map(MethodRules.Rule::text).distinct().toList(),
                closed.get(closed.firstKey()).remedy());
    }
}
