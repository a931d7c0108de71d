package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.lease.SlotKind;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ShippedPlaybooksTest {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();

    @Test
    void everyShippedPlaybookLoadsAndCompiles() {
        assertThat(LIBRARY.playbooks())
                .extracting(Playbook::name)
                .contains(
                        "conformance-conditions",
                        "conformance-fan-out",
                        "conformance-long-work",
                        "conformance-people",
                        "conformance-shapes",
                        "conformance-six-stages",
                        "conformance-timing",
                        "conformance-undoing")
                .isSorted();
        for (Playbook playbook : LIBRARY.playbooks()) {
            assertThat(LIBRARY.findPlan(playbook.hash())).as(playbook.name()).isPresent();
            assertThat(LIBRARY.findPreparer(playbook.hash()))
                    .as(playbook.name())
                    .isPresent();
        }
    }

    /** Actions that may last and are still single calls. The list only ever gets shorter. */
    private static final Set<String> LASTING_CALLS = Set.of(
            "discovery.database",
            "movement.check-export",
            "movement.quiesce",
            "movement.remove-files",
            "movement.replay-grants",
            "validation.content",
            "validation.dictionary");

    /** What lasts over half a minute is started and awaited, so that it is found again after a kill and can be stopped. */
    @Test
    void whatLastsIsStartedAndAwaited() {
        Set<String> lasting = new TreeSet<>();
        for (Playbook playbook : LIBRARY.playbooks()) {
            for (PlanStep step : LIBRARY.findPlan(playbook.hash()).orElseThrow().steps()) {
                Integer estimate = step.estimateSeconds();
                boolean lasts = estimate != null && estimate > 30 || step.callTimeoutSeconds() > 300;
                if (step.kind() == StepKind.ACTION && !step.detached() && lasts) {
                    lasting.add(step.action());
                }
            }
        }
        assertThat(lasting)
                .as("actions estimated over 30 s, or with a limit over 5 min, that are one call: declare them detached")
                .isSubsetOf(LASTING_CALLS);
    }

    /** Work on a host that lasts and still copies nothing: it makes empty files, or reads. */
    private static final Set<String> MOVES_NOTHING = Set.of(
            "conformance.scan",
            "host.check-paths",
            "host.install-grid-home",
            "host.install-home",
            "host.prepare-asm",
            "host.prepare-dasd",
            "host.wait-reachable",
            "movement.checksum",
            "movement.compile",
            "movement.carry-around",
            "movement.complete-rights",
            "movement.gather-statistics",
            "movement.prepare-accounts",
            "movement.prepare-dictionary",
            "movement.prepare-tablespaces",
            "network.await-names",
            "oracle.create-database",
            "oracle.create-pdb",
            "oracle.datapatch",
            "oracle.size-files",
            "validation.content",
            "validation.dictionary",
            "validation.readiness");

    /**
     * A program limits how many dumps are written, copied and loaded, and how many targets are backed up at once, so each of
     * these steps must ask. Whoever adds an action that lasts says here that it copies nothing, or takes a slot.
     */
    @Test
    void whatMovesDataTakesASlot() {
        Map<String, List<String>> taken = new TreeMap<>();
        Set<String> without = new TreeSet<>();
        for (Playbook playbook : LIBRARY.playbooks()) {
            for (PlanStep step : LIBRARY.findPlan(playbook.hash()).orElseThrow().steps()) {
                String action = step.action();
                if (action == null
                        || !step.detached()
                        || !LIBRARY.actions().require(action).queue().equals("host")) {
                    continue;
                }
                if (step.slots().isEmpty()) {
                    without.add(action);
                }
                if (playbook.name().equals("data-pump") && !step.slots().isEmpty()) {
                    taken.put(step.id(), step.slots());
                }
            }
        }
        assertThat(without).isEqualTo(new TreeSet<>(MOVES_NOTHING));
        assertThat(taken)
                .containsOnly(
                        Map.entry("export", List.of("export")),
                        Map.entry("transfer", List.of("link")),
                        Map.entry("import", List.of("import")),
                        Map.entry("rehearse-export", List.of("export")),
                        Map.entry("rehearse-transfer", List.of("link")),
                        Map.entry("rehearse-import", List.of("import")),
                        Map.entry("level-0", List.of("backup")),
                        Map.entry("level-0-before", List.of("backup")),
                        Map.entry("restore-test", List.of("backup")));
        for (Playbook playbook : LIBRARY.playbooks()) {
            LIBRARY.findPlan(playbook.hash())
                    .orElseThrow()
                    .steps()
                    .forEach(step -> assertThat(SlotKind.keys())
                            .as("%s: %s: a policy limits no other kind", playbook.name(), step.id())
                            .containsAll(step.slots()));
        }
    }

    /** Nothing is built from a sizing that nobody looked at: every way into building passes the look. */
    @Test
    void everyStepThatBuildsComesAfterTheLookAtTheSizing() {
        List<String> sized = new ArrayList<>();
        for (Playbook playbook : LIBRARY.playbooks()) {
            Map<String, Step> steps = new HashMap<>();
            playbook.steps().forEach(step -> steps.put(step.id(), step));
            if (playbook.method().startsWith("conformance/")
                    || playbook.steps().stream().noneMatch(step -> step.stage() == Stage.SIZING)) {
                continue;
            }
            sized.add(playbook.name());
            for (Step step : playbook.steps()) {
                if (step.stage().compareTo(Stage.BUILD) >= 0 && !"sizing.fresh".equals(step.action())) {
                    assertThat(before(step, steps).stream().map(Step::action))
                            .as("%s: step %s", playbook.name(), step.id())
                            .contains("sizing.fresh");
                }
            }
        }
        assertThat(sized).contains("data-pump");
    }

    private static Set<Step> before(Step step, Map<String, Step> steps) {
        Set<Step> before = new HashSet<>();
        Deque<Step> open = new ArrayDeque<>(List.of(step));
        while (!open.isEmpty()) {
            for (String need : open.pop().needs()) {
                Step needed = steps.get(need);
                if (needed != null && before.add(needed)) {
                    open.push(needed);
                }
            }
        }
        return before;
    }

    @Test
    void theBenchmarkPlaybookHasSixtyStepsOverSixStages() {
        Playbook playbook = LIBRARY.findNewest("conformance-six-stages").orElseThrow();
        assertThat(playbook.steps()).hasSize(60);
        assertThat(playbook.steps()).extracting(Step::stage).contains(Stage.values());
    }

    @Test
    void theConformancePlaybooksTogetherNeedEveryConstruct() {
        List<PlanStep> steps = new ArrayList<>();
        for (Playbook playbook : LIBRARY.playbooks()) {
            if (playbook.method().startsWith("conformance/")) {
                steps.addAll(LIBRARY.findPlan(playbook.hash()).orElseThrow().steps());
            }
        }
        assertThat(steps)
                .as("all kinds")
                .extracting(PlanStep::kind)
                .contains(io.gulliver.domain.migration.StepKind.values());
        assertThat(steps).as("all stages").extracting(PlanStep::stage).contains(Stage.values());
        assertThat(steps)
                .as("all phases")
                .extracting(PlanStep::phase)
                .contains(io.gulliver.domain.migration.Phase.values());
        assertThat(steps).as("all reruns").extracting(PlanStep::rerun).contains(PlanStep.Rerun.values());
        assertThat(steps).as("queues").extracting(PlanStep::queue).contains("control", "device", "host");
        assertThat(steps).as("condition").anyMatch(PlanStep::conditional);
        assertThat(steps).as("fan-out with a limit").anyMatch(step -> step.fanOut() && step.maxParallel() > 1);
        assertThat(steps)
                .as("repeat until")
                .anyMatch(step -> step.repeat() != null && step.repeat().until());
        assertThat(steps)
                .as("repeat max")
                .anyMatch(step -> step.repeat() != null && !step.repeat().until());
        assertThat(steps).as("not before").anyMatch(PlanStep::notBefore);
        assertThat(steps).as("slots").anyMatch(step -> step.slots().size() > 1);
        assertThat(steps).as("four eyes").anyMatch(PlanStep::fourEyes);
        assertThat(steps).as("point of no return").anyMatch(PlanStep::pointOfNoReturn);
        assertThat(steps).as("detached, changing").anyMatch(step -> step.detached() && step.mutating());
        assertThat(steps).as("detached, read-only").anyMatch(step -> step.detached() && !step.mutating());
        assertThat(steps).as("undoable").anyMatch(PlanStep::undoable);
        assertThat(steps).as("changing without undo").anyMatch(step -> step.mutating() && !step.undoable());
        assertThat(steps).as("diamond").anyMatch(step -> step.needs().size() > 1);
        assertThat(steps).as("retry limits").anyMatch(step -> step.attempts() == 2 && step.backoffCapSeconds() == 1);
    }

    @Test
    void aBrokenFileNeverReplacesAGoodPlaybook() {
        PlaybookLibrary library = library();
        byte[] good = Files.minimal("demo", 1).getBytes(StandardCharsets.UTF_8);
        assertThat(library.add("demo/v1.yaml", good)).isInstanceOf(PlaybookLoader.Loaded.class);
        String hash = library.find("demo", 1).orElseThrow().hash();

        assertThat(library.add("demo/v1.yaml", "name: demo".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(PlaybookLoader.Refused.class);
        assertThat(library.add(
                        "demo/v1.yaml", (Files.minimal("demo", 1) + "# more\n").getBytes(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(
                        PlaybookLoader.Refused.class,
                        refused -> assertThat(refused.problems().get(0).message())
                                .contains("exists with another content"));
        assertThat(library.add("demo/v1.yaml", good)).isInstanceOf(PlaybookLoader.Loaded.class);

        assertThat(library.find("demo", 1).orElseThrow().hash()).isEqualTo(hash);
        assertThat(library.findByHash(hash)).isPresent();
    }

    @Test
    void findsTheNewestVersionByNumber() {
        PlaybookLibrary library = library();
        for (int version : new int[] {2, 10, 9}) {
            library.add(
                    "demo/v" + version + ".yaml", Files.minimal("demo", version).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(library.findNewest("demo").orElseThrow().version()).isEqualTo(10);
    }

    @Test
    void theStartFailsWithEveryProblemOfEveryFile() {
        TreeMap<String, byte[]> files = new TreeMap<>();
        files.put("a/v1.yaml", "name: [".getBytes(StandardCharsets.UTF_8));
        files.put("b/v1.yaml", Files.minimal("b", 2).getBytes(StandardCharsets.UTF_8));
        files.put("c/v1.yaml", new byte[0]);
        assertThatThrownBy(() -> PlaybookLibrary.of(Files.actions(), files))
                .isInstanceOf(PlaybookLibrary.Broken.class)
                .hasMessageContaining("a/v1.yaml:1")
                .hasMessageContaining("belong into the file b/v2.yaml")
                .hasMessageContaining("c/v1.yaml:1:1: the file is empty");
    }

    @Test
    void thePlanOfThePlaybookForBenchmarksFitsItsLimitWithRoom() {
        CompiledPlan plan = LIBRARY.findNewest("conformance-six-stages")
                .flatMap(playbook -> LIBRARY.findPlan(playbook.hash()))
                .orElseThrow();
        byte[] json = tools.jackson.databind.json.JsonMapper.builder().build().writeValueAsBytes(plan);
        assertThat(json.length).isLessThan(CompiledPlan.MAX_BYTES / 2);
    }

    @Test
    void everyStepOfEveryShippedPlaybookCanBeEvaluatedBeforeAnythingRan() {
        MigrationId id = new MigrationId("p/d/1");
        MigrationRef migration = new MigrationRef(id, "p", "d", Purpose.REHEARSAL);
        for (Playbook playbook : LIBRARY.playbooks()) {
            TreeMap<String, Object> facts = new TreeMap<>();
            playbook.facts()
                    .forEach((name, fact) -> facts.put(
                            name,
                            switch (fact.type().kind()) {
                                case STRING -> fact.pattern() == null ? "x" : String.valueOf(fact.defaultValue());
                                case INT, DOUBLE -> 1;
                                case BOOL -> true;
                                case DURATION -> "PT1S";
                                case LIST -> List.of("x");
                                case MAP -> Map.of("x", 1.0);
                            }));
            for (Step step : playbook.steps()) {
                StepKey key = new StepKey(step.id(), step.forEach() == null ? null : "x");
                PrepareResult result = LIBRARY.findPreparer(playbook.hash())
                        .orElseThrow()
                        .prepare(
                                new PrepareRequest(id, key, 1, true, Map.of()),
                                new StepPreparer.Circumstances(new FactSheet(1, facts), Map.of(), migration, null),
                                (system, kind, named, proposal, maxLength, pattern) -> proposal);
                assertThat(result.error()).as(playbook.name() + " " + key).isNull();
            }
        }
    }

    private static PlaybookLibrary library() {
        return PlaybookLibrary.of(Files.actions(), new TreeMap<>());
    }
}
