package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.planning.method.DecidedMethod;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a person's choice of a method is worth today: it holds while nothing stands against the method but what was accepted
 * with the choice.
 *
 * @param row the decision
 * @param method that was chosen
 * @param accepted blockers of today that were accepted with it
 * @param since blockers that came up since and that nobody accepted
 */
record ChosenMethod(DecisionRow row, Method method, List<String> accepted, List<String> since) {
    static @Nullable ChosenMethod of(@Nullable DecisionRow row, MethodAssessment assessment) {
        Method method = row == null || row.decided() == null ? null : Method.valueOf(row.decided());
        if (row == null || method == null) {
            return null;
        }
        Set<String> agreed = new HashSet<>();
        if (row.content().get("accepted") instanceof List<?> said) {
            said.forEach(one -> agreed.add(rule(String.valueOf(one))));
        }
        List<String> accepted = new ArrayList<>();
        List<String> since = new ArrayList<>();
        assessment.judged(method).blockers().forEach(blocker -> {
            String told = blocker.rule() + " (" + blocker.facts() + "): " + blocker.text();
            (agreed.contains(blocker.rule()) ? accepted : since).add(told);
        });
        return new ChosenMethod(row, method, List.copyOf(accepted), List.copyOf(since));
    }

    /** The method that a database takes, with what a person chose for it or null. */
    static @Nullable Method decided(@Nullable ChosenMethod chosen, ProgramPolicy policy, MethodAssessment assessment) {
        return DecidedMethod.of(
                        chosen == null ? null : chosen.method(),
                        chosen != null && chosen.holds(),
                        policy.forAll(),
                        assessment)
                .method();
    }

    private static String rule(String told) {
        int end = told.indexOf(" (");
        return end < 0 ? told : told.substring(0, end);
    }

    boolean holds() {
        return since.isEmpty();
    }

    /** Why it does not hold any more. */
    String broken() {
        return row.by() + " chose " + method.key() + ", and since then it is closed by " + String.join("; ", since)
                + ". Choose again with a reason, remove what closes it, or take the choice back";
    }
}
