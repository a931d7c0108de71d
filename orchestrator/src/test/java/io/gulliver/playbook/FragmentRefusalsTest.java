package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Broken fragments and broken includes: each with the file and the line that must be mended. */
class FragmentRefusalsTest {
    /** Lines 1 to 9; what a case adds starts in line 10. */
    private static final String HEAD = """
            name: demo
            version: 1
            method: demo
            title: A demo
            facts:
              size_gb: {type: double, unit: GB}
              cpus: {type: int}
              hosts: {type: list, of: string}
            steps:
            """;

    /** A good fragment: line 3 to 6 its ends and words, line 8 its first step. */
    private static final String LOOKING = """
            fragment: stages/looking
            version: 1
            title: Looking
            inputs: {text: {type: string}, number: {type: int, default: 1}}
            outputs: {seen: "${steps.look.outputs.text}"}
            entry: [look]
            exit: [noted]
            steps:
              - {id: look, title: L, stage: build, action: conformance.look, inputs: {text: "${inputs.text}", number: "${inputs.number}"}}
              - {id: aside, title: A, stage: build, action: conformance.look, needs: [look]}
              - {id: noted, title: N, stage: build, action: conformance.note, needs: [look], inputs: {text: "${steps.look.outputs.text}"}}
            """;

    private static final String GOOD = "  - {include: stages/looking@v1, as: pre, with: {text: x}}\n";

    private static String step(String id, String rest) {
        return "  - {id: " + id + ", title: T, stage: build, " + rest + "}\n";
    }

    private static List<PlaybookProblem> problems(String playbook, String... fragments) {
        TreeMap<String, byte[]> files = new TreeMap<>();
        for (String text : fragments) {
            String name = text.substring("fragment: ".length(), text.indexOf('\n'));
            String version = text.contains("\nversion: 2\n") ? "2" : "1";
            files.put(name + "/v" + version + ".yaml", text.getBytes(StandardCharsets.UTF_8));
        }
        TreeMap<String, byte[]> playbooks = new TreeMap<>();
        playbooks.put("demo/v1.yaml", playbook.getBytes(StandardCharsets.UTF_8));
        PlaybookLibrary.Broken broken = catchThrowableOfType(
                PlaybookLibrary.Broken.class, () -> PlaybookLibrary.of(Files.actions(), files, playbooks));
        return broken == null ? List.of() : broken.problems();
    }

    private static Arguments refused(
            String what, String steps, String fragment, String file, int line, String message) {
        return Arguments.of(what, steps, fragment, file, line, message);
    }

    private static final String DEMO = "demo/v1.yaml";
    private static final String FILE = "stages/looking/v1.yaml";

    static Stream<Arguments> refusals() {
        return Stream.of(
                refused(
                        "a fragment that includes itself",
                        GOOD,
                        LOOKING + "  - {include: stages/looking@v1, as: again, needs: [look], with: {text: x}}\n",
                        FILE,
                        12,
                        "fragments include each other: stages/looking@v1 includes stages/looking@v1"),
                refused(
                        "an unknown fragment",
                        "  - {include: stages/loking@v1, as: pre}\n",
                        LOOKING,
                        DEMO,
                        10,
                        "no fragment is called 'stages/loking'. There are: stages/looking"),
                refused(
                        "an unknown version",
                        "  - {include: stages/looking@v2, as: pre, with: {text: x}}\n",
                        LOOKING,
                        DEMO,
                        10,
                        "the fragment 'stages/looking' has no version 2, but v1"),
                refused(
                        "an unknown fragment in a fragment",
                        GOOD,
                        LOOKING + "  - {include: stages/nope@v1, as: in, needs: [look]}\n",
                        FILE,
                        12,
                        "no fragment is called 'stages/nope'"),
                refused(
                        "a missing input",
                        "  - {include: stages/looking@v1, as: pre}\n",
                        LOOKING,
                        DEMO,
                        10,
                        "the input 'text' (string) of stages/looking@v1 is missing; it is declared in " + FILE + ":4"),
                refused(
                        "a constant of another type",
                        "  - {include: stages/looking@v1, as: pre, with: {text: 5}}\n",
                        LOOKING,
                        DEMO,
                        10,
                        "'text': whole number 5, wanted string"),
                refused(
                        "a reference of another type",
                        "  - {include: stages/looking@v1, as: pre, with: {text: '${facts.size_gb}'}}\n",
                        LOOKING,
                        DEMO,
                        10,
                        "'text' is string, but ${facts.size_gb} is double"),
                refused(
                        "a reference in another unit",
                        "  - include: stages/looking@v1\n    as: pre\n    with:\n      text: x\n      gb: '${facts.cpus}'\n",
                        LOOKING.replace("inputs: {text:", "inputs: {gb: {type: double, unit: GB, default: 1.0}, text:")
                                .replace(
                                        "action: conformance.note,",
                                        "action: conformance.note, when: 'inputs.gb > facts.size_gb',")
                                .replace("entry:", "facts: {size_gb: {type: double, unit: MB}}\nentry:"),
                        FILE,
                        6,
                        "'size_gb' is {\"type\":\"double\",\"unit\":\"MB\"} here and {\"type\":\"double\",\"unit\":\"GB\"} in demo/v1.yaml:6"),
                refused(
                        "an input that the fragment does not have",
                        "  - {include: stages/looking@v1, as: pre, with: {text: x, txt: y}}\n",
                        LOOKING,
                        DEMO,
                        10,
                        "the fragment stages/looking@v1 has no input 'txt'. It has: number, text"),
                refused(
                        "an input that no step of the fragment uses",
                        GOOD,
                        LOOKING.replace(", number: \"${inputs.number}\"", ""),
                        FILE,
                        4,
                        "no step uses the input 'number'"),
                refused(
                        "an input that the fragment does not declare",
                        GOOD,
                        LOOKING.replace("${inputs.number}", "${inputs.nummer}"),
                        FILE,
                        9,
                        "the input 'nummer' is not declared"),
                refused(
                        "an input outside of a fragment",
                        GOOD + step("n", "action: conformance.note, inputs: {text: '${inputs.text}'}"),
                        LOOKING,
                        DEMO,
                        11,
                        "${inputs.text}: only a fragment has inputs"),
                refused(
                        "an output of an inner step that is not declared",
                        GOOD
                                + step(
                                        "n",
                                        "needs: [pre], action: conformance.note, inputs: {text: '${steps.pre.outputs.lag}'}"),
                        LOOKING,
                        DEMO,
                        11,
                        "${steps.pre.outputs.lag}: the fragment stages/looking@v1 has no output 'lag'. Write"
                                + " ${steps.pre.outputs.x}; its outputs are: seen"),
                refused(
                        "an inner step by its id in the plan",
                        GOOD
                                + step(
                                        "n",
                                        "needs: [pre], action: conformance.note, inputs: {text: '${steps.pre-look.outputs.text}'}"),
                        LOOKING,
                        DEMO,
                        11,
                        "the step 'pre-look' lies inside stages/looking@v1, which does not show it"),
                refused(
                        "an inner step in a condition",
                        GOOD
                                + step(
                                        "n",
                                        "needs: [pre], action: conformance.look, when: 'steps[\"pre-look\"].outputs.lag > 3'"),
                        LOOKING,
                        DEMO,
                        11,
                        "the step 'pre-look' lies inside stages/looking@v1"),
                refused(
                        "an inner step of a fragment that keeps its ids",
                        GOOD.replace("as: pre", "as: pre, keepIds: true")
                                + step(
                                        "n",
                                        "needs: [pre], action: conformance.look, when: 'steps[\"look\"].outputs.lag > 3'"),
                        LOOKING,
                        DEMO,
                        11,
                        "the step 'look' lies inside stages/looking@v1"),
                refused(
                        "an output of a step that has none of that name",
                        GOOD,
                        LOOKING.replace(
                                "${steps.look.outputs.text}\"}\nentry", "${steps.look.outputs.colour}\"}\nentry"),
                        FILE,
                        5,
                        "step 'pre-look' has no output 'colour'"),
                refused(
                        "an output that is no output",
                        GOOD,
                        LOOKING.replace("{seen: \"${steps.look.outputs.text}\"}", "{seen: \"${facts.cpus}\"}"),
                        FILE,
                        5,
                        "the output 'seen' is not an output of one of its steps"),
                refused(
                        "two includes of one name",
                        GOOD + GOOD,
                        LOOKING,
                        DEMO,
                        11,
                        "the name 'pre' is taken by another include of this file"),
                refused(
                        "an include with the name of a step",
                        GOOD + step("pre", "action: conformance.look"),
                        LOOKING,
                        DEMO,
                        10,
                        "the name 'pre' is taken by a step of this file"),
                refused(
                        "kept ids that are taken",
                        GOOD.replace("as: pre", "as: pre, keepIds: true") + step("look", "action: conformance.look"),
                        LOOKING,
                        DEMO,
                        11,
                        "the step id 'look' is taken by step 1 of the list"),
                refused(
                        "needs of a step that is not an exit",
                        GOOD + step("n", "needs: [pre.aside], action: conformance.look"),
                        LOOKING,
                        DEMO,
                        11,
                        "the step 'aside' of stages/looking@v1 is not an exit of it. Its exits are: noted"),
                refused(
                        "needs of a step that the fragment does not have",
                        GOOD + step("n", "needs: [pre.nope], action: conformance.look"),
                        LOOKING,
                        DEMO,
                        11,
                        "the fragment stages/looking@v1 has no step 'nope'"),
                refused(
                        "needs of an inner step by its id in the plan",
                        GOOD + step("n", "needs: [pre-noted], action: conformance.look"),
                        LOOKING,
                        DEMO,
                        11,
                        "the step 'pre-noted' lies inside stages/looking@v1. Need 'pre', or one of its exits"),
                refused(
                        "a fragment that needs a step of its playbook",
                        step("first", "action: conformance.look") + GOOD,
                        LOOKING.replace("needs: [look], inputs", "needs: [first], inputs"),
                        FILE,
                        11,
                        "no step of this fragment is called 'first'. What it waits for outside, its include needs"),
                refused(
                        "a fragment that reads a step of its playbook",
                        step("first", "action: conformance.look") + GOOD,
                        LOOKING.replace(
                                "{text: \"${steps.look.outputs.text}\"}}", "{text: \"${steps.first.outputs.text}\"}}"),
                        FILE,
                        11,
                        "${steps.first.outputs.text}: no step of this fragment is called 'first'"),
                refused(
                        "a fragment that reads a fact of its playbook",
                        GOOD,
                        LOOKING.replace("needs: [look], inputs", "needs: [look], when: 'facts.cpus > 1', inputs"),
                        FILE,
                        11,
                        "the fact 'cpus' is not declared in this fragment"),
                refused(
                        "an id that is too long with its prefix",
                        GOOD.replace("as: pre", "as: a-name-that-is-much-too-long-for-a-prefix-of-any-kind-at-all"),
                        LOOKING,
                        FILE,
                        11,
                        "the id 'a-name-that-is-much-too-long-for-a-prefix-of-any-kind-at-all-noted' has 66 characters with its prefix"),
                refused(
                        "a step that begins by itself and is no entry",
                        GOOD,
                        LOOKING.replace("needs: [look]}\n", "slots: [team]}\n"),
                        FILE,
                        10,
                        "'aside' needs no step of the fragment and is none of its entries"),
                refused(
                        "an exit that is not there",
                        GOOD,
                        LOOKING.replace("exit: [noted]", "exit: [notet]"),
                        FILE,
                        7,
                        "no step of this fragment is called 'notet'"),
                refused(
                        "something given that does not come before",
                        step("last", "needs: [pre], action: conformance.look")
                                + "  - {include: stages/looking@v1, as: pre, with: {text: '${steps.last.outputs.text}'}}\n",
                        LOOKING,
                        DEMO,
                        11,
                        "step 'last' does not come before 'pre', which begins with 'pre-look'"),
                refused(
                        "an item that is given",
                        "  - {include: stages/looking@v1, as: pre, with: {text: '${item}'}}\n",
                        LOOKING,
                        DEMO,
                        10,
                        "${item} is known only to a step"),
                refused(
                        "a mistake inside of a fragment",
                        GOOD,
                        LOOKING.replace("conformance.note,", "conformance.nott,"),
                        FILE,
                        11,
                        "no action is called 'conformance.nott' (in 'pre', included in demo/v1.yaml:10)"),
                refused(
                        "an unknown word of an include",
                        GOOD.replace("as: pre", "as: pre, when: 'true'"),
                        LOOKING,
                        DEMO,
                        10,
                        "the field 'when' is not known here"),
                refused(
                        "an include without a name",
                        GOOD.replace(", as: pre", ""),
                        LOOKING,
                        DEMO,
                        10,
                        "the field 'as' is missing"),
                refused(
                        "an unknown word of a fragment",
                        GOOD,
                        LOOKING.replace("exit: [noted]", "exit: [noted]\ncolour: red"),
                        FILE,
                        8,
                        "the field 'colour' is not known here"),
                refused(
                        "a fragment in the wrong file",
                        GOOD,
                        LOOKING.replace("version: 1", "version: 7"),
                        FILE,
                        1,
                        "its name and version belong into the file stages/looking/v7.yaml"),
                refused(
                        "something held and never released",
                        step("n", "kind: task, role: dba, hold: jobs") + GOOD,
                        LOOKING,
                        DEMO,
                        10,
                        "'jobs' is held and never released after it"),
                refused(
                        "something released before it is held",
                        GOOD
                                + step("r", "kind: task, role: dba, release: jobs")
                                + step("h", "kind: task, role: dba, hold: jobs, needs: [r]"),
                        LOOKING,
                        DEMO,
                        12,
                        "'jobs' is held and never released after it"),
                refused(
                        "something released that nobody holds",
                        GOOD + step("r", "kind: task, role: dba, release: jobs"),
                        LOOKING,
                        DEMO,
                        11,
                        "no step holds 'jobs'"),
                refused(
                        "something held by two steps of two includes",
                        GOOD
                                + GOOD.replace("as: pre", "as: post, needs: [pre]")
                                + step("r", "kind: task, role: dba, release: jobs, needs: [post]"),
                        LOOKING.replace("{id: aside,", "{id: aside, hold: jobs,"),
                        FILE,
                        10,
                        "'jobs' is held by step 'pre-aside' already (in 'post', included in demo/v1.yaml:11)"),
                refused(
                        "the time of an undo that is not there",
                        GOOD + step("n", "action: conformance.look, undoEstimate: 5m"),
                        LOOKING,
                        DEMO,
                        11,
                        "undoEstimate, but the step is not undone"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void refusesWithFileAndLine(String what, String steps, String fragment, String file, int line, String message) {
        List<PlaybookProblem> problems = problems(HEAD + steps, fragment);
        assertThat(problems).as(what).anySatisfy(problem -> {
            assertThat(problem.toString()).contains(message);
            assertThat(problem.file()).isEqualTo(file);
            assertThat(problem.line()).isEqualTo(line);
        });
    }

    @Test
    void takesTheGoodOnes() {
        assertThat(problems(HEAD + GOOD, LOOKING)).isEmpty();
    }

    @Test
    void refusesACircleOfFragments() {
        String a = """
                fragment: stages/a
                version: 1
                title: A
                entry: [look]
                exit: [look]
                steps:
                  - {id: look, title: L, stage: build, action: conformance.look}
                  - {include: stages/b@v1, as: b, needs: [look]}
                """;
        String b = a.replace("stages/b@v1, as: b", "stages/a@v1, as: a")
                .replace("fragment: stages/a", "fragment: stages/b");
        assertThat(problems(HEAD + "  - {include: stages/a@v1, as: pre}\n", a, b))
                .extracting(problem -> problem.file() + ":" + problem.line() + " " + problem.message())
                .contains("stages/b/v1.yaml:8 fragments include each other: stages/a@v1 includes stages/b@v1 includes"
                        + " stages/a@v1");
    }

    @Test
    void refusesAFragmentThatWasChangedAfterAPublishedPlaybookUsedIt() {
        String published = text(LOOKING);
        String edited = LOOKING.replace("title: N,", "title: N, estimate: 5m,");
        PlaybookLibrary library = library(edited);
        PlaybookLibrary.Broken broken = catchThrowableOfType(
                PlaybookLibrary.Broken.class, () -> library.requireUnchanged("demo", 1, published));
        assertThat(broken).isNotNull();
        assertThat(broken.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.file()).isEqualTo(FILE);
            assertThat(problem.line()).isEqualTo(11);
            assertThat(problem.toString())
                    .contains("step 'pre-noted' is not as playbook demo v1 was published with: 'estimate' was not there"
                            + " and is \"5m\"")
                    .contains("A fragment is frozen once a published playbook uses it: put stages/looking@v1 back");
        });
    }

    @Test
    void refusesAStepThatIsGoneFromAFragmentOfAPublishedPlaybook() {
        String published = text(LOOKING);
        int aside = LOOKING.indexOf("  - {id: aside");
        PlaybookLibrary library =
                library(LOOKING.substring(0, aside) + LOOKING.substring(LOOKING.indexOf("  - {id: noted")));
        PlaybookLibrary.Broken broken = catchThrowableOfType(
                PlaybookLibrary.Broken.class, () -> library.requireUnchanged("demo", 1, published));
        assertThat(broken).isNotNull();
        assertThat(broken.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.file()).isEqualTo(FILE);
            assertThat(problem.message()).isEqualTo("step 'pre-aside' of playbook demo v1 as it was published is gone");
        });
    }

    /** What a comment says is not run, so a published playbook does not mind it. */
    @Test
    void takesACommentInAFragmentOfAPublishedPlaybook() {
        String published = text(LOOKING);
        library("fragment: stages/looking\n# why\n" + LOOKING.substring(LOOKING.indexOf('\n') + 1))
                .requireUnchanged("demo", 1, published);
    }

    private static PlaybookLibrary library(String fragment) {
        TreeMap<String, byte[]> fragments = new TreeMap<>();
        fragments.put(FILE, fragment.getBytes(StandardCharsets.UTF_8));
        TreeMap<String, byte[]> playbooks = new TreeMap<>();
        playbooks.put(DEMO, (HEAD + GOOD).getBytes(StandardCharsets.UTF_8));
        return PlaybookLibrary.of(Files.actions(), fragments, playbooks);
    }

    private static String text(String fragment) {
        PlaybookLibrary library = library(fragment);
        return library.findContent(library.find("demo", 1).orElseThrow().hash()).orElseThrow();
    }
}
