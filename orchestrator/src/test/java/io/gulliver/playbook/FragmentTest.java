package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a playbook is once its fragments are in their places. */
class FragmentTest {
    private static final String COPYING = """
            fragment: stages/copying
            version: 1
            title: Copying
            facts:
              hosts: {type: list, of: string}
              standby: {type: string, optional: true}
            parameters: {limit: {type: int, default: 3}}
            inputs:
              from: {type: string}
              to: {type: string, default: there}
              least: {type: int, default: 0}
              extra: {type: string, default: none}
              method: {type: string}
            outputs:
              sum: "${steps.copy.outputs.checksum}"
              texts: "${steps.each.items.text}"
            entry: [copy, gate]
            exit: [looked, each]
            steps:
              - id: gate
                title: Accept ${inputs.method}
                stage: build
                kind: gate
                role: dba
                instructions: |
                  From ${inputs.from} to **${inputs.to}**, not $${this}.

                  Step ${steps.copy.id}: ${steps.copy.outputs.checksum}
                needs: [copy]
              - id: copy
                title: Copy
                stage: build
                action: conformance.copy
                inputs: {from: "${inputs.from}", to: "to ${inputs.to}"}
              - {id: each, title: Each, stage: build, action: conformance.look, needs: [copy], forEach: {in: "${facts.hosts}"}, inputs: {text: "${item}"}}
              - id: looked
                title: Looked
                stage: build
                action: conformance.look
                needs: [gate, each]
                when: 'steps["copy"].outputs.copied > inputs.least && params.limit > 0 && "steps[\\"copy\\"]" != inputs.extra && (!has(facts.standby) || facts.standby != "inputs.extra")'
                inputs: {text: "${steps.copy.outputs.checksum}"}
            """;

    private static final String OUTER = """
            fragment: stages/outer
            version: 2
            title: Outer
            inputs: {method: {type: string}}
            outputs: {sum: "${steps.in.outputs.sum}"}
            entry: [in]
            exit: [in]
            steps:
              - {include: stages/copying@v1, as: in, with: {from: here, method: "${inputs.method}"}}
            """;

    private static final String PLAYBOOK = """
            name: demo
            version: 1
            method: demo
            title: A demo
            steps:
              - {id: first, title: F, stage: discovery, action: conformance.look}
              - include: stages/copying@v1
                as: one
                needs: [first]
                with: {from: "${steps.first.outputs.text}", least: "${steps.first.outputs.lag}", method: Data Pump}
              - {include: stages/outer@v2, as: two, needs: [one], with: {method: "5 \\"steps\\""}}
              - id: last
                title: Last
                stage: build
                action: conformance.look
                needs: [two, one.each]
                when: 'steps["two"].outputs.sum != ""'
                inputs: {text: "${steps.one.outputs.sum} and ${steps.two.outputs.sum}"}
            """;

    private static PlaybookLibrary library(String playbook) {
        TreeMap<String, byte[]> fragments = new TreeMap<>();
        fragments.put("stages/copying/v1.yaml", COPYING.getBytes(StandardCharsets.UTF_8));
        fragments.put("stages/outer/v2.yaml", OUTER.getBytes(StandardCharsets.UTF_8));
        TreeMap<String, byte[]> playbooks = new TreeMap<>();
        playbooks.put("demo/v1.yaml", playbook.getBytes(StandardCharsets.UTF_8));
        return PlaybookLibrary.of(Files.actions(), fragments, playbooks);
    }

    private static final PlaybookLibrary LIBRARY = library(PLAYBOOK);

    private static Playbook demo() {
        return LIBRARY.find("demo", 1).orElseThrow();
    }

    @Test
    void idsHaveThePrefixesOfTheirIncludes() {
        assertThat(demo().steps())
                .extracting(Step::id)
                .containsExactly(
                        "first",
                        "one-gate",
                        "one-copy",
                        "one-each",
                        "one-looked",
                        "two-in-gate",
                        "two-in-copy",
                        "two-in-each",
                        "two-in-looked",
                        "last");
        assertThat(demo().requireStep("one-copy").from()).isEqualTo("stages/copying@v1");
        assertThat(demo().requireStep("last").from()).isNull();
    }

    @Test
    void entriesWaitForWhatTheIncludeNeedsAndOthersWaitForTheExits() {
        assertThat(demo().requireStep("one-copy").needs()).containsExactly("first");
        assertThat(demo().requireStep("one-gate").needs()).containsExactly("one-copy", "first");
        assertThat(demo().requireStep("one-each").needs()).containsExactly("one-copy");
        assertThat(demo().requireStep("two-in-copy").needs()).containsExactly("one-looked", "one-each");
        assertThat(demo().requireStep("last").needs()).containsExactly("two-in-looked", "two-in-each", "one-each");
    }

    @Test
    void inputsStandInTextsTitlesAndConditions() {
        Step gate = demo().requireStep("one-gate");
        assertThat(gate.title()).isEqualTo("Accept Data Pump");
        assertThat(gate.instructions())
                .isEqualTo("From ${steps.first.outputs.text} to **there**, not $${this}.\n\n"
                        + "Step ${steps.one-copy.id}: ${steps.one-copy.outputs.checksum}\n");
        assertThat(demo().requireStep("two-in-gate").title()).isEqualTo("Accept 5 \"steps\"");
        assertThat(demo().requireStep("one-copy").inputs())
                .containsEntry("from", "${steps.first.outputs.text}")
                .containsEntry("to", "to there");
        assertThat(demo().requireStep("one-looked").when())
                .isEqualTo("steps[\"one-copy\"].outputs.copied > steps[\"first\"].outputs.lag && params.limit > 0 &&"
                        + " \"steps[\\\"copy\\\"]\" != \"none\" &&"
                        + " (!has(facts.standby) || facts.standby != \"inputs.extra\")");
        assertThat(demo().requireStep("two-in-looked").when()).startsWith("steps[\"two-in-copy\"].outputs.copied > 0 ");
    }

    @Test
    void outsideAFragmentItsOutputsAreSeenThroughAllItsIncludes() {
        assertThat(demo().requireStep("last").inputs())
                .containsEntry("text", "${steps.one-copy.outputs.checksum} and ${steps.two-in-copy.outputs.checksum}");
        assertThat(demo().requireStep("last").when()).isEqualTo("steps[\"two-in-copy\"].outputs.checksum != \"\"");
    }

    @Test
    void factsAndParametersOfAFragmentAreThoseOfThePlaybook() {
        assertThat(demo().facts()).containsOnlyKeys("hosts", "standby");
        assertThat(demo().parameters()).containsOnlyKeys("limit");
    }

    @Test
    void keptIdsHaveNoPrefix() {
        Playbook kept = library(PLAYBOOK.replace("as: one\n", "as: one\n    keepIds: true\n"))
                .find("demo", 1)
                .orElseThrow();
        assertThat(kept.steps()).extracting(Step::id).contains("gate", "copy", "each", "looked", "two-in-copy");
    }

    /** The stored text needs no fragment: another Gulliver, without them, reads the same playbook under the same hash. */
    @Test
    void theTextIsCompleteAndItsHashCoversTheFragments() {
        String text = LIBRARY.findContent(demo().hash()).orElseThrow();
        PlaybookLoader.Outcome again =
                new PlaybookLoader(Files.catalogue()).load("demo/v1.yaml", text.getBytes(StandardCharsets.UTF_8));
        assertThat(again).isInstanceOfSatisfying(PlaybookLoader.Loaded.class, loaded -> {
            assertThat(loaded.playbook()).isEqualTo(demo());
            assertThat(loaded.text()).isEqualTo(text);
        });
        Playbook other = library(PLAYBOOK.replace("Data Pump", "GoldenGate"))
                .find("demo", 1)
                .orElseThrow();
        assertThat(other.hash()).isNotEqualTo(demo().hash());
    }

    /** The hash of what was published must not move with a version of Gulliver or of a library. */
    @Test
    void theTextOfEqualPlaybooksIsEqualForEver() {
        assertThat(demo().hash()).isEqualTo("9e81c55947db6ccf1a536cd4e5d93e4cc6c6af548475db6323dab54636f1db7d");
    }

    @Test
    void thePlanHasTheStepsOfTheFragments() {
        List<PlanStep> plan = LIBRARY.findPlan(demo().hash()).orElseThrow().steps();
        assertThat(plan).hasSize(10);
        assertThat(plan)
                .filteredOn(step -> step.id().equals("last"))
                .singleElement()
                .satisfies(
                        step -> assertThat(step.needs()).containsExactly("two-in-looked", "two-in-each", "one-each"));
    }

    @Test
    void anUploadedPlaybookIncludesWhatShips() {
        String uploaded = PLAYBOOK.replace("name: demo", "name: ours").replace("method: demo", "method: ours");
        PlaybookLoader.Outcome outcome = LIBRARY.check("ours.yaml", uploaded.getBytes(StandardCharsets.UTF_8));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        PlaybookLoader.Loaded.class,
                        loaded -> assertThat(loaded.text())
                                .doesNotContain("include:")
                                .contains("from: \"stages/copying@v1\""));
    }

    @Test
    void whatIsWrittenAsYamlReadsAsTheSameTree() {
        Seeds.forAll(1_000, (seed, random) -> {
            ObjectNode tree = JsonNodeFactory.instance.objectNode();
            for (int i = random.nextInt(6); i >= 0; i--) {
                tree.set(key(random, i), value(random, 4));
            }
            String text = YamlText.write(tree);
            YamlDocument document = YamlDocument.read("random", text.getBytes(StandardCharsets.UTF_8));
            assertThat(document.problems()).as(text).isEmpty();
            assertThat(document.root()).as(text).isEqualTo(tree);
        });
    }

    private static String key(Random random, int i) {
        return List.of("a", "inventory.host", "1", "true", "with blank", "ü", "a:b", "#", "")
                        .get(random.nextInt(9))
                + i;
    }

    private static JsonNode value(Random random, int depth) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        switch (random.nextInt(depth == 0 ? 6 : 9)) {
            case 0:
                return nodes.numberNode(random.nextLong());
            case 1:
                return nodes.numberNode(random.nextInt(1000) / 8.0 * (random.nextBoolean() ? 1 : 1e12));
            case 2:
                return nodes.booleanNode(random.nextBoolean());
            case 3, 4, 5:
                return nodes.stringNode(text(random));
            case 6, 7:
                ObjectNode object = nodes.objectNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    object.set(key(random, i), value(random, depth - 1));
                }
                return object;
            default:
                ArrayNode array = nodes.arrayNode();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(random, depth - 1));
                }
                return array;
        }
    }

    private static String text(Random random) {
        List<String> parts = List.of(
                "a",
                " ",
                "\n",
                "\n\n",
                ":",
                "#",
                "- ",
                "\"",
                "'",
                "\\",
                "5",
                "true",
                "null",
                "${facts.x}",
                "|",
                ">",
                "%",
                "@",
                "`",
                "ü",
                "\u2028",
                "\u0085",
                "\t",
                "~",
                "1.5",
                "{",
                "]",
                ",",
                "😀",
                "word",
                ".",
                "e5",
                "0x1");
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(7); i > 0; i--) {
            text.append(parts.get(random.nextInt(parts.size())));
        }
        return text.toString();
    }
}
