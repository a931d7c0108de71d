package io.gulliver.assessment.change;

import io.gulliver.planning.facts.CanonicalFacts;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the facts of two moments say of the ways across, by the policy and the inventory of today.
 *
 * @param before preferred way then, or null when none was open
 * @param after preferred way now, or null when none is open
 * @param opened ways that were closed and are open now
 * @param closed ways that were open and are closed now
 * @param facts facts that decide on ways and are others than then, each with who says so; empty where nothing changed
 */
public record VerdictChange(
        @Nullable Method before, @Nullable Method after, List<Method> opened, List<Method> closed, List<String> facts) {
    public VerdictChange {
        opened = List.copyOf(opened);
        closed = List.copyOf(closed);
        facts = List.copyOf(facts);
    }

    /** Whether another way is preferred, or a way opened or closed. */
    public boolean changed() {
        return before != after || !opened.isEmpty() || !closed.isEmpty();
    }

    /** @param reads names of the facts that decide on ways */
    public static VerdictChange of(
            MethodAssessment then,
            MethodAssessment now,
            CanonicalFacts known,
            CanonicalFacts knownNow,
            Collection<String> reads) {
        List<Method> opened = new ArrayList<>();
        List<Method> closed = new ArrayList<>();
        for (Method method : Method.values()) {
            boolean was = then.judged(method).eligible();
            boolean is = now.judged(method).eligible();
            if (is && !was) {
                opened.add(method);
            } else if (was && !is) {
                closed.add(method);
            }
        }
        return new VerdictChange(
                then.preferred(), now.preferred(), opened, closed, knownNow.changedSince(known, reads));
    }
}
