package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing of a server is made before its design was settled, and held against what is built. */
class DesignBeforeBuildTest {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();

    private static CompiledPlan plan(Purpose purpose) {
        Playbook playbook = LIBRARY.findNewest("dpm-server").orElseThrow();
        return LIBRARY.findPlan(playbook.hash(), purpose).orElseThrow();
    }

    private static Set<String> before(CompiledPlan plan, String step) {
        Map<String, PlanStep> steps =
                plan.steps().stream().collect(Collectors.toMap(PlanStep::id, Function.identity()));
        Set<String> before = new TreeSet<>();
        Deque<String> left = new ArrayDeque<>(List.of(step));
        while (!left.isEmpty()) {
            for (String need : steps.get(left.pop()).needs()) {
                if (before.add(need)) {
                    left.push(need);
                }
            }
        }
        return before;
    }

    @ParameterizedTest
    @EnumSource(
            value = Purpose.class,
            names = {"PRODUCTION", "REHEARSAL"})
    void everyStepThatMakesSomethingWaitsUntilTheDesignIsStillTheSame(Purpose purpose) {
        CompiledPlan plan = plan(purpose);
        List<String> making = plan.steps().stream()
                .filter(PlanStep::mutating)
                .map(PlanStep::id)
                .toList();
        assertThat(making).contains("partition", "boot-volume", "data-volumes", "redo-volumes");
        assertThat(making)
                .allSatisfy(step -> assertThat(before(plan, step))
                        .contains("design", "accept-size", "same-design", "accept-change"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Purpose.class,
            names = {"PRODUCTION", "REHEARSAL"})
    void theDesignIsHeldAgainstTheSettledOneAfterEverythingThatTakesPeopleTheirTime(Purpose purpose) {
        CompiledPlan plan = plan(purpose);
        List<String> asked = plan.steps().stream()
                .filter(step -> step.kind() == StepKind.TASK || step.kind() == StepKind.GATE)
                .map(PlanStep::id)
                .filter(step -> before(plan, "partition").contains(step))
                .toList();
        assertThat(asked).containsExactlyInAnyOrder("accept-size", "addresses", "names", "accept-change");
        assertThat(before(plan, "same-design")).contains("accept-size", "addresses", "names");
    }
}
