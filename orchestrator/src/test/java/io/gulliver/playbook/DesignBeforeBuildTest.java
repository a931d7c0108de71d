package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing of a server is made before its design was settled, and held against what is built. */
class DesignBeforeBuildTest {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();

    /** What each playbook makes first, by all the ways that lead to it. */
    private static final Map<String, List<String>> FIRST = Map.of(
            "dpm-server", List.of("partition", "boot-volume", "data-volumes", "redo-volumes", "recovery-volumes"),
            "zvm-server", List.of("guest", "image", "data-volumes", "redo-volumes", "recovery-volumes"));

    /** Every playbook that builds a server, with each purpose of its runs. */
    static Stream<Arguments> builds() {
        return FIRST.keySet().stream()
                .sorted()
                .flatMap(playbook -> Stream.of(Purpose.PRODUCTION, Purpose.REHEARSAL)
                        .map(purpose -> Arguments.of(playbook, purpose)));
    }

    @Test
    void everyPlaybookThatBuildsAServerIsHere() {
        assertThat(LIBRARY.playbooks())
                .filteredOn(playbook -> playbook.method().endsWith("-server"))
                .extracting(Playbook::name)
                .containsExactlyInAnyOrderElementsOf(FIRST.keySet());
    }

    private static CompiledPlan plan(String name, Purpose purpose) {
        Playbook playbook = LIBRARY.findNewest(name).orElseThrow();
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
    @MethodSource("builds")
    void everyStepThatMakesSomethingWaitsUntilTheDesignIsStillTheSame(String playbook, Purpose purpose) {
        CompiledPlan plan = plan(playbook, purpose);
        List<String> making = plan.steps().stream()
                .filter(PlanStep::mutating)
                .map(PlanStep::id)
                .toList();
        assertThat(making).containsAll(FIRST.get(playbook));
        assertThat(making)
                .allSatisfy(step -> assertThat(before(plan, step))
                        .contains("design", "accept-size", "same-design", "accept-change"));
    }

    @ParameterizedTest
    @MethodSource("builds")
    void theDesignIsHeldAgainstTheSettledOneAfterEverythingThatTakesPeopleTheirTime(String playbook, Purpose purpose) {
        CompiledPlan plan = plan(playbook, purpose);
        List<String> asked = plan.steps().stream()
                .filter(step -> step.kind() == StepKind.TASK || step.kind() == StepKind.GATE)
                .map(PlanStep::id)
                .filter(step -> before(plan, FIRST.get(playbook).get(0)).contains(step))
                .toList();
        assertThat(asked)
                .containsExactlyInAnyOrderElementsOf(
                        playbook.equals("zvm-server")
                                // A person is asked for ECKD volumes before the design is held against what is built,
                                // and told of
                                // those that were made for it after that, which takes minutes.
                                ? List.of(
                                        "accept-size",
                                        "addresses",
                                        "names",
                                        "eckd-devices",
                                        "accept-change",
                                        "eckd-online")
                                : List.of("accept-size", "addresses", "names", "eckd-devices", "accept-change"));
        assertThat(before(plan, "same-design")).contains("accept-size", "addresses", "names", "eckd-devices");
    }

    /** As a run prepares a step, with what the steps before it answered. */
    private static PrepareResult prepared(String playbook, String step, boolean ask, boolean evaluate) {
        MigrationId id = new MigrationId("atlas/server-lnx01/1");
        Map<String, Object> design = Map.of(
                "hash",
                "a".repeat(64),
                "lines",
                Map.of("ifls", List.of("IFLs", "3", "")),
                "ask",
                ask,
                "approved_by",
                ask ? "" : "Pia",
                "differs",
                List.of("pool: pool0 was approved, pool9 would be built"),
                "told",
                "IFLs: 3\n- memory at its start: 64 GiB");
        Map<String, Map<String, Object>> outputs = Map.of(
                "size",
                Map.of("decide", true, "too_small", List.of(), "told", "as sized"),
                "check-design",
                Map.of("blocking", List.of(), "told", "all passed"),
                "design",
                design,
                "same-design",
                design);
        return LIBRARY.findPreparer(LIBRARY.findNewest(playbook).orElseThrow().hash())
                .orElseThrow()
                .prepare(
                        new PrepareRequest(id, StepKey.of(step), 1, evaluate, outputs),
                        new StepPreparer.Circumstances(
                                new FactSheet(1, new TreeMap<>(Map.of("server.name", "lnx01"))),
                                Map.of(),
                                new MigrationRef(id, "atlas", "server:lnx01", Purpose.PRODUCTION),
                                null),
                        (system, kind, key, proposal, maxLength, pattern) -> proposal);
    }

    @ParameterizedTest
    @CsvSource({
        "dpm-server, accept-size",
        "dpm-server, keep-design",
        "dpm-server, accept-change",
        "dpm-server, keep-change",
        "zvm-server, accept-size",
        "zvm-server, keep-design",
        "zvm-server, accept-change",
        "zvm-server, keep-change"
    })
    void aPersonIsAskedAndTheAnswerKeptOnlyWhereTheDesignSaysSo(String playbook, String step) {
        assertThat(prepared(playbook, step, false, false)).satisfies(result -> {
            assertThat(result.error()).isNull();
            assertThat(result.applies()).isFalse();
        });
        assertThat(prepared(playbook, step, true, false)).satisfies(result -> {
            assertThat(result.error()).isNull();
            assertThat(result.applies()).isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"dpm-server", "zvm-server"})
    void theGatesShowTheDesignItsHashAndWhatDiffers(String playbook) {
        assertThat(prepared(playbook, "accept-size", true, false).inputs().toString())
                .contains("a".repeat(64), "memory at its start: 64 GiB", "pool0 was approved", "all passed");
        assertThat(prepared(playbook, "accept-change", true, false).inputs().toString())
                .contains("a".repeat(64), "pool: pool0 was approved, pool9 would be built");
        assertThat(prepared(playbook, "keep-change", true, false).inputs())
                .containsEntry("hash", "a".repeat(64))
                .containsEntry("gate", "accept-change")
                .containsEntry("lines", Map.of("ifls", List.of("IFLs", "3", "")));
    }
}
