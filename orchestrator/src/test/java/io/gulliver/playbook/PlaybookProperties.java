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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import tools.jackson.databind.json.JsonMapper;

class PlaybookProperties {
    private static final ActionCatalogue ACTIONS = Files.catalogue();
    private static final PlaybookLoader LOADER = new PlaybookLoader(ACTIONS);

    private static PlaybookLoader.Outcome load(String text) {
        return LOADER.load("random.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    private static String head() {
        return "name: random\nversion: 1\nmethod: random\ntitle: Random\nsteps:\n";
    }

    /** Edges from lower to higher numbers only, so never a ring; listed in any order. */
    private static List<String> randomSteps(Random random, int size) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<String> needs = new ArrayList<>();
            for (int j = 0; j < i; j++) {
                if (random.nextInt(4) == 0) {
                    needs.add("s" + j);
                }
            }
            lines.add("  - {id: s" + i + ", title: T, stage: build, action: conformance.look, needs: ["
                    + String.join(", ", needs) + "]}\n");
        }
        Collections.shuffle(lines, random);
        return lines;
    }

    @Property(tries = 150)
    void everyStepComesAfterItsNeedsAndEqualFilesGiveEqualPlans(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 30) int size) {
        String text = head() + String.join("", randomSteps(new Random(seed), size));
        Playbook playbook = ((PlaybookLoader.Loaded) load(text)).playbook();
        CompiledPlan plan = new PlaybookCompiler().compile(playbook, ACTIONS);
        Set<String> seen = new HashSet<>();
        for (PlanStep step : plan.steps()) {
            assertThat(seen).as("needs of " + step.id()).containsAll(step.needs());
            seen.add(step.id());
        }
        assertThat(seen).hasSize(size);
        Playbook same = ((PlaybookLoader.Loaded) load(text)).playbook();
        assertThat(new PlaybookCompiler().compile(same, ACTIONS)).isEqualTo(plan);
    }

    @Property(tries = 100)
    void aRingIsAlwaysRefused(@ForAll long seed, @ForAll @IntRange(min = 2, max = 20) int size) {
        Random random = new Random(seed);
        List<String> lines = randomSteps(random, size);
        int last = size - 1;
        int ring = random.nextInt(size - 1);
        String text = (head() + String.join("", lines))
                .replace(
                        "{id: s" + ring + ", title: T, stage: build, action: conformance.look, needs: [",
                        "{id: s" + ring + ", title: T, stage: build, action: conformance.look, needs: [s" + last
                                + (lineOf(lines, ring).contains("needs: []") ? "" : ", "))
                .replace(
                        "{id: s" + last + ", title: T, stage: build, action: conformance.look, needs: [",
                        "{id: s" + last + ", title: T, stage: build, action: conformance.look, needs: [s" + ring
                                + (lineOf(lines, last).contains("needs: []") ? "" : ", "))
                .replaceAll("\\[s" + ring + ", (.*)\\bs" + ring + "(, )?", "[s" + ring + ", $1");
        PlaybookLoader.Outcome outcome = load(text);
        assertThat(outcome).as(text).isInstanceOf(PlaybookLoader.Refused.class);
        assertThat(((PlaybookLoader.Refused) outcome).problems())
                .anySatisfy(problem -> assertThat(problem.message()).contains("wait for each other"));
    }

    private static String lineOf(List<String> lines, int step) {
        return lines.stream()
                .filter(line -> line.contains("{id: s" + step + ","))
                .findFirst()
                .orElseThrow();
    }

    @Property(tries = 200)
    void aReferenceGivesTheOutputExactlyOrSaysWhichIsMissing(
            @ForAll @StringLength(max = 60) String value, @ForAll boolean given) {
        Playbook playbook = ((PlaybookLoader.Loaded) load(head()
                        + "  - {id: a, title: T, stage: build, action: conformance.look}\n"
                        + "  - {id: b, title: T, stage: build, action: conformance.note, needs: [a],"
                        + " inputs: {text: '${steps.a.outputs.text}'}}\n"))
                .playbook();
        Map<String, Object> outputs = given ? Map.of("text", value) : Map.of();
        MigrationId id = new MigrationId("p/d/1");
        PrepareResult result = new StepPreparer(playbook, ACTIONS)
                .prepare(
                        new PrepareRequest(id, StepKey.of("b"), 1, false, Map.of("a", outputs)),
                        new StepPreparer.Circumstances(
                                FactSheet.of(1, Map.of()),
                                Map.of(),
                                new MigrationRef(id, "p", "d", Purpose.PRODUCTION),
                                null),
                        (system, kind, step, proposal, maxLength, pattern) -> proposal);
        if (given) {
            assertThat(result.error()).isNull();
            assertThat(result.inputs().get("text")).isEqualTo(value);
        } else {
            assertThat(result.error()).isNotNull();
            assertThat(result.error().message()).contains("step a gave no output 'text'");
        }
    }

    @Property(tries = 300)
    void anyTextAtAllIsAnAnswer(@ForAll String text) {
        assertThat(load(text)).isNotNull();
        assertThat(load(head() + "  - {id: a, title: T, stage: build, action: conformance.look, when: "
                        + JsonMapper.shared().writeValueAsString(text) + "}\n"))
                .isNotNull();
    }

    @Property(tries = 50)
    void aPlanSurvivesItsWayThroughJson(@ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int size)
            throws Exception {
        Playbook playbook = ((PlaybookLoader.Loaded)
                        load(head() + String.join("", randomSteps(new Random(seed), size))))
                .playbook();
        CompiledPlan plan = new PlaybookCompiler().compile(playbook, ACTIONS);
        JsonMapper mapper = JsonMapper.shared();
        assertThat(mapper.readValue(mapper.writeValueAsBytes(plan), CompiledPlan.class))
                .isEqualTo(plan);
    }
}
