package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.task.GateCriterion;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StepPreparerTest {
    private static final MigrationRef MIGRATION =
            new MigrationRef(new MigrationId("atlas/orders/3"), "atlas", "orders", Purpose.REHEARSAL);
    private static final Instant GO_LIVE = Instant.parse("2027-05-01T20:00:00Z");
    private static final NameSource NAMES = (system, kind, step, proposal, maxLength, pattern) -> proposal + "-1";

    private static final String PLAYBOOK = """
            name: demo
            version: 1
            method: demo
            title: A demo
            facts:
              size_gb: {type: double, unit: GB}
              cpus: {type: int}
              disks: {type: list, of: string}
              disk_gb: {type: map, of: double, unit: GB}
              way: {type: string, optional: true, pattern: clone|by-hand, description: "How it comes there: clone or by-hand."}
            parameters:
              colour: {type: string, default: red, pattern: red|green}
              word: {type: string, default: hello}
              must: {type: string}
            steps:
              - {id: look, title: T, stage: build, action: conformance.look, inputs: {number: "${facts.cpus}", text: "${params.word} $${x} ${facts.size_gb} GB"}}
              - {id: each, title: T, stage: build, action: conformance.make, needs: [look], forEach: {in: "${facts.disks}"}, inputs: {size: "${facts.disk_gb[item]}", tags: {disk: "${item}", name: "${names.name}"}}}
              - {id: again, title: T, stage: build, action: conformance.note, needs: [each], forEach: {in: "${facts.disks}"}, inputs: {text: "${steps.each.outputs.uid}", size: "${steps.each.outputs.size}"}}
              - {id: all, title: T, stage: build, action: conformance.make, needs: [each], inputs: {name: given, tags: "${steps.each.items.uid}"}}
              - {id: cond, title: T, stage: build, action: conformance.note, needs: [look], when: 'steps["look"].outputs.lag > 5', inputs: {text: "lag ${steps.look.outputs.lag}"}}
              - {id: rep, title: T, stage: build, action: conformance.look, repeat: {every: 1s, until: "outputs.lag < 3", max: 9}}
              - {id: go, title: T, stage: cutover, kind: gate, role: pm, needs: [cond], notBefore: T-2h, instructions: "Go for ${migration.database} (${migration.purpose}, ${migration.id})?"}
              - {id: judged, title: T, stage: cutover, kind: gate, role: pm, needs: [look, cond], instructions: "Lag ${steps.look.outputs.lag}", criteria: [{id: small, title: The lag is small, holds: 'steps["look"].outputs.lag < 5'}, {id: cpus, title: Many processors, holds: "facts.cpus > 4"}]}
              - {id: must, title: T, stage: build, action: conformance.note, inputs: {text: "${params.must}"}}
            """;

    private static final StepPreparer PREPARER = preparer();

    private static StepPreparer preparer() {
        ActionCatalogue actions = Files.catalogue();
        PlaybookLoader.Outcome outcome =
                new PlaybookLoader(actions).load("demo.yaml", PLAYBOOK.getBytes(StandardCharsets.UTF_8));
        assertThat(outcome).isInstanceOf(PlaybookLoader.Loaded.class);
        return new StepPreparer(((PlaybookLoader.Loaded) outcome).playbook(), actions);
    }

    private static Map<String, Object> facts() {
        return Map.of("size_gb", 12, "cpus", 8, "disks", List.of("d1", "d2"), "disk_gb", Map.of("d1", 5, "d2", 7.5));
    }

    private static PrepareResult prepare(
            String step, int iteration, boolean evaluate, Map<String, Map<String, Object>> outputs) {
        return prepare(step, iteration, evaluate, outputs, facts(), GO_LIVE, NAMES);
    }

    private static PrepareResult prepare(
            String step,
            int iteration,
            boolean evaluate,
            Map<String, Map<String, Object>> outputs,
            Map<String, Object> facts,
            @Nullable Instant usersOut,
            NameSource names) {
        return PREPARER.prepare(
                new PrepareRequest(MIGRATION.id(), StepKey.parse(step), iteration, evaluate, outputs),
                new StepPreparer.Circumstances(FactSheet.of(17, facts), Map.of(), MIGRATION, usersOut),
                names);
    }

    private static void assertFails(PrepareResult result, FailureCode code, String... words) {
        assertThat(result.error()).isNotNull();
        assertThat(result.error().code()).isEqualTo(code.name());
        assertThat(result.error().message()).contains(words);
        assertThat(result.error().advice()).isNotBlank();
    }

    @Test
    void aWholeReferenceKeepsItsTypeAndATextIsFilledIn() {
        PrepareResult result = prepare("look", 1, false, Map.of());
        assertThat(result.error()).isNull();
        assertThat(result.inputs()).isEqualTo(Map.of("number", 8L, "text", "hello ${x} 12 GB"));
        assertThat(result.factsVersion()).isEqualTo(17);
    }

    @Test
    void aFactOrParameterThatDoesNotMatchItsPatternStopsTheFirstStepThoughALaterOneWouldUseIt() {
        Map<String, Object> facts = new TreeMap<>(facts());
        facts.put("way", "by-hand");
        assertThat(prepare("look", 1, false, Map.of(), facts, GO_LIVE, NAMES).error())
                .isNull();

        facts.put("way", "klone");
        assertFails(
                prepare("look", 1, false, Map.of(), facts, GO_LIVE, NAMES),
                FailureCode.INPUT_INVALID,
                "the fact way is \"klone\", which does not match clone|by-hand (How it comes there: clone or by-hand.)");
        assertFails(
                PREPARER.prepare(
                        new PrepareRequest(MIGRATION.id(), StepKey.parse("look"), 1, false, Map.of()),
                        new StepPreparer.Circumstances(
                                FactSheet.of(17, facts()), Map.of("colour", "blue"), MIGRATION, GO_LIVE),
                        NAMES),
                FailureCode.INPUT_INVALID,
                "the program's policy gives colour \"blue\", which does not match red|green");
    }

    @Test
    void aGatesCriteriaAreJudgedAndWhatIsNotKnownIsNotMet() {
        assertThat(GateCriterion.of(prepare("judged", 1, false, Map.of("look", Map.of("lag", 9.0, "text", "t")))
                        .inputs()))
                .extracting(GateCriterion::id, GateCriterion::verdict)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("small", GateCriterion.NOT_MET),
                        org.assertj.core.groups.Tuple.tuple("cpus", GateCriterion.MET));
        PrepareResult skipped = prepare("judged", 1, false, Map.of());
        assertThat(skipped.error()).as("a step before was skipped").isNull();
        assertThat(skipped.inputs().get("instructions"))
                .asString()
                .contains("(not known: the step “")
                .contains("” was skipped or did not say)")
                .doesNotContain("step look");
        assertThat(GateCriterion.of(skipped.inputs()).get(0).verdict()).isEqualTo(GateCriterion.NOT_MEASURED);
        assertThat(GateCriterion.of(prepare("judged", 1, true, Map.of()).inputs())
                        .get(0)
                        .verdict())
                .as("while only evaluating")
                .isEqualTo(GateCriterion.NOT_MEASURED);
    }

    @Test
    void aCriterionShowsTheFiguresThatItWasJudgedBy() {
        assertThat(GateCriterion.of(prepare("judged", 1, false, Map.of("look", Map.of("lag", 9.0, "text", "t")))
                                .inputs())
                        .get(0)
                        .why())
                .isEqualTo("steps[\"look\"].outputs.lag < 5 [lag of look = 9]");
        assertThat(GateCriterion.of(prepare("judged", 1, false, Map.of()).inputs())
                        .get(0)
                        .why())
                .endsWith("[lag of look = not known]");
    }

    @Test
    void anEvaluationTakesAnItemThatOnlyTheRunWillKnowForUnknown() {
        assertThat(prepare("each[«disks of look»]", 1, true, Map.of()).error()).isNull();
        assertThat(prepare("each[«disks of look»]", 1, true, Map.of()).inputs().get("size"))
                .isEqualTo("«facts.disk_gb[item]»");
    }

    @Test
    void aFanOutAnswersItsItemsAndEachItemItsInputsAndName() {
        assertThat(prepare("each", 1, false, Map.of()).items()).containsExactly("d1", "d2");
        PrepareResult item = prepare("each[d2]", 1, false, Map.of());
        assertThat(item.error()).isNull();
        assertThat(item.inputs())
                .isEqualTo(Map.of(
                        "name", "thing-orders-1", "size", 7.5, "tags", Map.of("disk", "d2", "name", "thing-orders-1")));
    }

    @Test
    void anItemSeesItsOwnOutputsOfTheSameItemsAndOthersSeeAll() {
        Map<String, Map<String, Object>> outputs = Map.of(
                "each",
                Map.of("items", Map.of("d1", Map.of("uid", "u1", "size", 5), "d2", Map.of("uid", "u2", "size", 7))));
        assertThat(prepare("again[d2]", 1, false, outputs).inputs())
                .containsEntry("text", "u2")
                .containsEntry("size", 7.0);
        assertThat(prepare("all", 1, false, outputs).inputs())
                .containsEntry("tags", Map.of("d1", "u1", "d2", "u2"))
                .containsEntry("name", "given");
    }

    @Test
    void aConditionIsTrueFalseOrAFailure() {
        assertThat(prepare("cond", 1, false, Map.of("look", Map.of("lag", 9))).inputs())
                .containsEntry("text", "lag 9");
        assertThat(prepare("cond", 1, false, Map.of("look", Map.of("lag", 1))).applies())
                .isFalse();
        assertFails(
                prepare("cond", 1, false, Map.of("look", Map.of())),
                FailureCode.CONDITION_FAILED,
                "Step cond",
                "neither true nor false",
                "lag");
    }

    @Test
    void anEvaluationShowsUnknownOutputsAndAllocatesNoName() {
        NameSource never = (system, kind, step, proposal, maxLength, pattern) -> {
            throw new AssertionError("a name was allocated");
        };
        assertThat(prepare("cond", 1, true, Map.of()).inputs()).containsEntry("text", "lag «lag of look»");
        assertThat(prepare("again[d2]", 1, true, Map.of()).inputs())
                .containsEntry("text", "«uid of each[d2]»")
                .containsEntry("size", "«size of each[d2]»");
        assertThat(prepare("each[d1]", 1, true, Map.of(), facts(), null, never).inputs())
                .containsEntry("name", "«name of each[d1]»");
        assertThat(prepare("all", 1, true, Map.of()).inputs()).containsEntry("tags", "«items of each»");
    }

    @Test
    void aRepeatEndsWhenItsConditionHolds() {
        assertThat(prepare("rep", 1, false, Map.of()).repeatDone()).isFalse();
        assertThat(prepare("rep", 2, false, Map.of("rep", Map.of("lag", 4))).repeatDone())
                .isFalse();
        assertThat(prepare("rep", 3, false, Map.of("rep", Map.of("lag", 2))).repeatDone())
                .isTrue();
        assertFails(prepare("rep", 2, false, Map.of()), FailureCode.CONDITION_FAILED, "until");
    }

    @Test
    void aPlannedTimeHangsOnUsersOut() {
        PrepareResult result = prepare("go", 1, false, Map.of());
        assertThat(result.notBefore()).isEqualTo(Instant.parse("2027-05-01T18:00:00Z"));
        assertThat(result.inputs()).containsEntry(StepRun.INSTRUCTIONS, "Go for orders (rehearsal, atlas/orders/3)?");
        assertFails(
                prepare("go", 1, false, Map.of(), facts(), null, NAMES),
                FailureCode.INPUT_INVALID,
                "users are out (T)",
                "none is set");
        assertThat(prepare("go", 1, true, Map.of(), facts(), null, NAMES).error())
                .isNull();
    }

    @Test
    void whatIsMissingIsNamed() {
        assertFails(
                prepare("look", 1, false, Map.of(), Map.of(), GO_LIVE, NAMES), FailureCode.INPUT_INVALID, "fact cpus");
        assertFails(prepare("must", 1, false, Map.of()), FailureCode.INPUT_INVALID, "no value for must");
        assertFails(prepare("each[d9]", 1, false, Map.of()), FailureCode.INPUT_INVALID, "nothing for the item 'd9'");
        assertFails(
                prepare("again[d1]", 1, false, Map.of()), FailureCode.INPUT_INVALID, "each[d1] gave no output 'size'");
        assertFails(prepare("unknown", 1, false, Map.of()), FailureCode.INPUT_INVALID, "has no such step");
        assertFails(
                prepare("look", 1, false, Map.of(), Map.of("cpus", 2.5, "size_gb", 1), GO_LIVE, NAMES),
                FailureCode.INPUT_INVALID,
                "fact cpus is number 2.5, wanted int");
    }

    @Test
    void itemsThatCannotNameWorkAreRefused() {
        for (List<String> disks : List.of(List.of("a", "a"), List.of("a[1]"), List.of(""))) {
            assertFails(
                    prepare("each", 1, false, Map.of(), Map.of("disks", disks), GO_LIVE, NAMES),
                    FailureCode.INPUT_INVALID,
                    "tem '");
        }
    }

    @Test
    void aNameThatCannotBeGivenOrDoesNotFitIsAFailure() {
        NameSource none = (system, kind, step, proposal, maxLength, pattern) -> {
            throw new NameSource.Unavailable("all 36 variants are taken");
        };
        assertFails(
                prepare("each[d1]", 1, false, Map.of(), facts(), GO_LIVE, none),
                FailureCode.NAME_TAKEN,
                "thing-orders",
                "all 36 variants are taken");
        NameSource loud = (system, kind, step, proposal, maxLength, pattern) -> "LOUD";
        assertFails(
                prepare("each[d1]", 1, false, Map.of(), facts(), GO_LIVE, loud),
                FailureCode.INPUT_INVALID,
                "'LOUD' does not fit");
    }
}
