package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Purpose;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A rehearsal is another thing: what may only happen in production is in no plan of it. */
class RehearsalPlanTest {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();

    private static CompiledPlan plan(String name, int version, Purpose purpose) {
        return LIBRARY.findPlan(LIBRARY.find(name, version).orElseThrow().hash(), purpose)
                .orElseThrow();
    }

    private static List<String> ids(CompiledPlan plan) {
        return plan.steps().stream().map(PlanStep::id).toList();
    }

    @Test
    void aRehearsalOfDataPumpStopsRedirectsAndDecommissionsNothing() {
        assertThat(ids(plan("data-pump", 2, Purpose.REHEARSAL)))
                .contains("export", "import", "content", "smoke-test", "clean-target", "clean-source")
                .doesNotContain(
                        "rehearsed",
                        "hold",
                        "stop-applications",
                        "quiesce",
                        "go-2",
                        "drop-start",
                        "redirect",
                        "fence-at-opening",
                        "open",
                        "start-applications",
                        "jobs",
                        "release",
                        "drop-pre-open",
                        "retention",
                        "hypercare",
                        "decommission");
        assertThat(plan("data-pump", 2, Purpose.REHEARSAL).steps()).noneMatch(PlanStep::pointOfNoReturn);
        assertThat(ids(plan("data-pump", 2, Purpose.PRODUCTION)))
                .containsAll(ids(plan("data-pump", 2, Purpose.REHEARSAL)))
                .contains("quiesce", "redirect", "decommission");
    }

    /** On the source it reads, and what it makes there for itself it takes away again. */
    @Test
    void aRehearsalChangesNothingOfTheSourceButWhatItMadeThere() {
        CompiledPlan plan = plan("data-pump", 2, Purpose.REHEARSAL);
        Map<String, Step> written = new HashMap<>();
        LIBRARY.find("data-pump", 2).orElseThrow().steps().forEach(step -> written.put(step.id(), step));
        Set<String> changing = new TreeSet<>();
        plan.steps().stream()
                .filter(PlanStep::mutating)
                .map(step -> written.get(step.id()))
                .filter(step -> step.side() == Step.Side.SOURCE)
                .forEach(step -> changing.add(step.action()));
        assertThat(changing)
                .containsExactlyInAnyOrder(
                        "movement.prepare-side", "movement.export", "cutover.clean-up", "movement.remove-files");
    }

    @Test
    void whoNeedsAStepThatIsLeftOutNeedsWhatItNeeds() {
        PlaybookLoader.Outcome outcome =
                new PlaybookLoader(Files.catalogue()).load("demo.yaml", """
                name: demo
                version: 1
                method: demo
                title: A demo
                steps:
                  - {id: look, title: L, stage: build, action: conformance.look}
                  - {id: stop, title: S, stage: cutover, kind: task, role: dba, needs: [look], purpose: production}
                  - {id: quiet, title: Q, stage: cutover, kind: task, role: dba, needs: [stop], purpose: production}
                  - {id: dry, title: D, stage: cutover, kind: task, role: dba, needs: [look], purpose: rehearsal}
                  - {id: copy, title: C, stage: cutover, kind: task, role: dba, needs: [quiet, dry]}
                """.getBytes(StandardCharsets.UTF_8));
        assertThat(outcome).isInstanceOf(PlaybookLoader.Loaded.class);
        Playbook playbook = ((PlaybookLoader.Loaded) outcome).playbook();
        CompiledPlan rehearsal = new PlaybookCompiler().compile(playbook, Files.catalogue(), Purpose.REHEARSAL);
        assertThat(ids(rehearsal)).containsExactly("look", "dry", "copy");
        assertThat(rehearsal.steps().get(2).needs()).containsExactly("look", "dry");
        CompiledPlan production = new PlaybookCompiler().compile(playbook, Files.catalogue(), Purpose.PRODUCTION);
        assertThat(ids(production)).containsExactly("look", "stop", "quiet", "copy");
        assertThat(production.steps().get(3).needs()).containsExactly("quiet", "look");
    }

    /** What ran before there were purposes runs on as it was. */
    @Test
    void aPlaybookThatKnowsOfNoPurposeHasOnePlan() {
        for (Playbook playbook : LIBRARY.playbooks()) {
            if (playbook.steps().stream().allMatch(step -> step.purpose() == null)) {
                assertThat(LIBRARY.findPlan(playbook.hash(), Purpose.REHEARSAL))
                        .isEqualTo(LIBRARY.findPlan(playbook.hash(), Purpose.PRODUCTION));
            }
        }
    }
}
