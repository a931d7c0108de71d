package io.gulliver.ui.api;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Says everything that is wrong with a program's policy when it is typed, instead of when a plan is made of it. */
final class PolicyCheck {
    private PolicyCheck() {}

    /**
     * The policy as given, empty for none.
     *
     * @throws Refusal 422 with a pointer for each thing that is wrong
     */
    static Map<String, Object> accepted(@Nullable Map<String, Object> policy, Words words) {
        if (policy == null) {
            return Map.of();
        }
        List<FieldProblem> problems = ProgramPolicy.parse(
                        policy, RuleTables.shipped().facts())
                .problems()
                .stream()
                .map(problem -> new FieldProblem(
                        "/policy" + problem.pointer(),
                        words.text(
                                "form.policy." + problem.code(),
                                problem.arguments().toArray())))
                .toList();
        if (!problems.isEmpty()) {
            throw Refusal.invalid(problems);
        }
        return policy;
    }
}
