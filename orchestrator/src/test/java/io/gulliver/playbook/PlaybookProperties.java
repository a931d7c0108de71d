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
import io.gulliver.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Random playbooks; a failure prints the seed of the one that failed, and {@code -Dgulliver.seed} starts with it. */
class PlaybookProperties {
    private static final ActionCatalogue ACTIONS = Files.catalogue();
    private static final PlaybookLoader LOADER = new PlaybookLoader(ACTIONS);

    private interface Property {
        void holds(Random random) throws Exception;
    }

    private static void forAll(int tries, Property property) {
        Seeds.forAll(tries, (seed, random) -> property.holds(random));
    }

    private static int between(Random random, int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    /** Any characters at all, those that mean something to YAML and to expressions more often than the rest. */
    private static String text(Random random, int longest) {
        String meaning = "{}[]:,'\"#&*!|>%@`$ \n\t\\-?.=<()";
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(longest + 1);
        for (int i = 0; i < length; i++) {
            switch (random.nextInt(4)) {
                case 0 -> text.append(meaning.charAt(random.nextInt(meaning.length())));
                case 1 -> text.append((char) random.nextInt(0x10000));
                case 2 -> text.appendCodePoint(random.nextInt(0x110000));
                default -> text.append((char) (' ' + random.nextInt(95)));
            }
        }
        return text.toString();
    }

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

    @Test
    void everyStepComesAfterItsNeedsAndEqualFilesGiveEqualPlans() {
        forAll(150, random -> {
            int size = between(random, 1, 30);
            String text = head() + String.join("", randomSteps(random, size));
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
        });
    }

    @Test
    void aRingIsAlwaysRefused() {
        forAll(100, random -> {
            int size = between(random, 2, 20);
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
        });
    }

    private static String lineOf(List<String> lines, int step) {
        return lines.stream()
                .filter(line -> line.contains("{id: s" + step + ","))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aReferenceGivesTheOutputExactlyOrSaysWhichIsMissing() {
        forAll(200, random -> {
            String value = text(random, 60);
            boolean given = random.nextBoolean();
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
        });
    }

    @Test
    void anyTextAtAllIsAnAnswer() {
        forAll(300, random -> {
            String text = text(random, 255);
            assertThat(load(text)).isNotNull();
            assertThat(load(head() + "  - {id: a, title: T, stage: build, action: conformance.look, when: "
                            + JsonMapper.shared().writeValueAsString(text) + "}\n"))
                    .isNotNull();
        });
    }

    @Test
    void aPlanSurvivesItsWayThroughJson() {
        forAll(50, random -> {
            int size = between(random, 1, 20);
            Playbook playbook =
                    ((PlaybookLoader.Loaded) load(head() + String.join("", randomSteps(random, size)))).playbook();
            CompiledPlan plan = new PlaybookCompiler().compile(playbook, ACTIONS);
            JsonMapper mapper = JsonMapper.shared();
            assertThat(mapper.readValue(mapper.writeValueAsBytes(plan), CompiledPlan.class))
                    .isEqualTo(plan);
        });
    }
}
