package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.gulliver.testing.Seeds;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlaybookLoaderTest {
    private static final PlaybookLoader LOADER = new PlaybookLoader(Files.catalogue());

    /** Lines 1 to 12; the steps of each case start in line 13. */
    private static final String HEAD = """
            name: demo
            version: 1
            method: demo
            title: A demo
            facts:
              size_gb: {type: double, unit: GB}
              size_mb: {type: double, unit: MB}
              cpus: {type: int}
              hosts: {type: list, of: string}
              standby: {type: string, optional: true}
            parameters: {limit: {type: double, default: 5}}
            steps:
            """;

    private static final String LOOK = "  - {id: look, title: L, stage: build, action: conformance.look}\n";

    private static PlaybookLoader.Outcome load(String text) {
        return LOADER.load("demo.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<PlaybookProblem> problems(PlaybookLoader.Outcome outcome) {
        assertThat(outcome).isInstanceOf(PlaybookLoader.Refused.class);
        return ((PlaybookLoader.Refused) outcome).problems();
    }

    private static String step(String id, String rest) {
        return "  - {id: " + id + ", title: T, stage: build, " + rest + "}\n";
    }

    private static String note(String rest) {
        return step("note", "action: conformance.note, inputs: {text: x}" + (rest.isEmpty() ? "" : ", " + rest));
    }

    private static Arguments refused(String steps, int line, String message) {
        return Arguments.of(steps, line, message);
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                refused(step("x", "action: conformance.nope"), 13, "no action is called 'conformance.nope'"),
                refused(step("x", "kind: action"), 13, "the field 'action' is missing"),
                refused(LOOK + LOOK, 14, "the step id 'look' is taken by step 1 of the list"),
                refused(LOOK + note("needs: [luk]"), 14, "no step is called 'luk'"),
                refused(
                        step("a", "action: conformance.look, needs: [c]")
                                + step("b", "action: conformance.look, needs: [a]")
                                + step("c", "action: conformance.look, needs: [b]"),
                        14,
                        "steps wait for each other: a needs c needs b needs a"),
                refused(note("needs: [note]"), 13, "note needs note"),
                refused(note("purpose: practice"), 13, "purpose"),
                refused(
                        step("go", "purpose: production, kind: task, role: dba, outputs: {word: {type: string}}")
                                + step(
                                        "n",
                                        "needs: [go], action: conformance.note, inputs: {text: '${steps.go.outputs.word}'}"),
                        14,
                        "step 'n' reads outputs of 'go', which is of production alone: a rehearsal would never have them"),
                refused(
                        step("go", "purpose: production, kind: task, role: dba, outputs: {word: {type: string}}")
                                + note("needs: [go], when: 'has(steps[\"go\"].outputs.word)'"),
                        14,
                        "step 'note' reads outputs of 'go', which is of production alone"),
                refused(
                        step("dry", "purpose: rehearsal, kind: task, role: dba, outputs: {word: {type: string}}")
                                + step(
                                        "n",
                                        "needs: [dry], action: conformance.note, inputs: {text: '${steps.dry.outputs.word}'}"),
                        14,
                        "a production run would never have them"),
                refused(
                        step("go", "purpose: production, kind: gate, role: dba")
                                + note("needs: [go], pointOfNoReturn: true"),
                        14,
                        "a rehearsal has no point of no return"),
                refused(
                        LOOK + note("when: 'steps[\"look\"].outputs.lag > 1'"),
                        14,
                        "step 'look' is not among the steps before"),
                refused(
                        LOOK + step("n", "action: conformance.note, inputs: {text: '${steps.look.outputs.text}'}"),
                        14,
                        "step 'look' does not come before this one"),
                refused(
                        LOOK
                                + step(
                                        "n",
                                        "needs: [look], action: conformance.note, inputs: {text: '${steps.look.outputs.nope}'}"),
                        14,
                        "step 'look' has no output 'nope'"),
                refused(
                        step("n", "action: conformance.note, inputs: {text: '${steps.nope.outputs.x}'}"),
                        13,
                        "no step is called 'nope'"),
                refused(
                        step("n", "action: conformance.note, inputs: {text: '${facts.nope}'}"),
                        13,
                        "the fact 'nope' is not declared"),
                refused(
                        step("n", "action: conformance.note, inputs: {text: '${params.nope}'}"),
                        13,
                        "the parameter 'nope'"),
                refused(
                        step("n", "action: conformance.note, inputs: {text: '${names.nope}'}"),
                        13,
                        "no name 'nope' is allocated"),
                refused(step("n", "action: conformance.note, inputs: {text: '${what.ever}'}"), 13, "cannot be read"),
                refused(step("n", "action: conformance.note, inputs: {text: 'a ${item'}"), 13, "has no closing }"),
                refused(
                        step("n", "action: conformance.note, inputs: {text: '${item}'}"),
                        13,
                        "only to a step with forEach"),
                refused(
                        step("n", "action: conformance.note, inputs: {text: '${iteration}'}"),
                        13,
                        "only to a step that repeats"),
                refused(
                        step("n", "action: conformance.note"),
                        13,
                        "the input 'text' (string) of conformance.note is missing"),
                refused(
                        step("n", "action: conformance.note, inputs: {text: 5}"),
                        13,
                        "'text': whole number 5, wanted string"),
                refused(step("n", "action: conformance.note, inputs: {text: x, nope: 1}"), 13, "has no input 'nope'"),
                refused(
                        step("n", "action: conformance.look, inputs: {number: '${facts.size_gb}'}"),
                        13,
                        "'number' is int, but ${facts.size_gb} is double"),
                refused(
                        step("n", "action: conformance.look, inputs: {number: '1${facts.cpus}'}"),
                        13,
                        "a text with references is a string"),
                refused(
                        step("n", "action: conformance.note, inputs: {text: x, size: '${facts.size_mb}'}"),
                        13,
                        "'size' is in GB, but ${facts.size_mb} is in MB"),
                refused(note("when: 'facts.size_gb > 5'"), 13, "a double and an int are not compared"),
                refused(note("when: facts.size_gb"), 13, "gives double, wanted bool"),
                refused(note("when: 'facts.nope == 1'"), 13, "undefined field 'nope'"),
                refused(note("when: 'facts.standby == \"x\"'"), 13, "fact standby is optional"),
                refused(note("when: 'facts.cpus >'"), 13, "the condition 'facts.cpus >': column"),
                refused(note("forEach: {in: '${facts.cpus}'}"), 13, "${facts.cpus} is int, wanted list of string"),
                refused(note("forEach: {in: plain}"), 13, "'plain' is not a list"),
                refused(note("undo: true"), 13, "the action conformance.note has no undo"),
                refused(note("rerun: afterUndo"), 13, "rerun afterUndo, but the step is not undone"),
                refused(step("g", "kind: gate"), 13, "a gate needs a role"),
                refused(step("t", "kind: task"), 13, "a task needs a role"),
                refused(note("fourEyes: true"), 13, "only a gate has fourEyes, not an action"),
                refused(note("lookAgain: true"), 13, "only a gate has lookAgain, not an action"),
                refused(
                        step("g", "kind: gate, role: pm, lookAgain: true"),
                        13,
                        "before gate 'g' no step only looks, of which no other step has made use by then"),
                refused(step("g", "kind: gate, role: pm, undo: true"), 13, "'undo' does not belong to a gate"),
                refused(step("w", "kind: wait"), 13, "a wait needs notBefore, or repeat with until"),
                refused(note("notBefore: tomorrow"), 13, "does not look as wanted"),
                refused(note("notBefore: '2027-13-01T00:00:00Z'"), 13, "is not a time"),
                refused(note("callTimeout: 0s"), 13, "0s is outside 1s to 1d"),
                refused(note("callTimeout: soon"), 13, "does not look as wanted"),
                refused(note("forEach: {in: [a]}, repeat: {every: 1s, max: 2}"), 13, "forEach or repeat, not both"),
                refused(note("doneCheck: {action: conformance.note, inputs: {text: x}}"), 13, "cannot be a doneCheck"),
                refused(note("outputs: {x: {type: int}}"), 13, "only a task declares outputs"),
                refused(note("stage: later"), 13, "stands here a second time"),
                refused(
                        "  - {id: x, title: T, stage: later, action: conformance.look}\n",
                        13,
                        "\"later\" is not one of discovery"),
                refused(note("colour: red"), 13, "the field 'colour' is not known here"),
                refused("  - {title: T, stage: build, action: conformance.look}\n", 13, "the field 'id' is missing"),
                refused(note("retry: {attempts: many}"), 13, "\"many\" is not integer"),
                refused(
                        step("f", "action: conformance.look, forEach: {in: [a, b]}")
                                + step(
                                        "n",
                                        "needs: [f], action: conformance.note, inputs: {text: '${steps.f.outputs.text}'}"),
                        14,
                        "step 'f' has outputs for each item"),
                refused(
                        LOOK
                                + step(
                                        "n",
                                        "needs: [look], action: conformance.make, inputs: {tags: '${steps.look.items.text}'}"),
                        14,
                        "step 'look' has no items"),
                refused(
                        step("m", "action: conformance.make, inputs: {name: '${names.name}'}"),
                        13,
                        "collides with itself"),
                refused(
                        step("o", "phase: outage, action: conformance.look") + note("needs: [o]"),
                        14,
                        "a step before the outage cannot need 'o', which lies in it"),
                refused(asks("ports: {type: int, pattern: x}"), 13, "only a string has 'pattern', not a int"),
                refused(asks("zone: {type: string, pattern: '(x'}"), 13, "'(x' is no regular expression"),
                refused("  - {id: [], title: 5, stage: build}\n", 13, "is not string"));
    }

    private static String asks(String outputs) {
        return step("t", "kind: task, role: dba, instructions: Say it., outputs: {" + outputs + "}");
    }

    @ParameterizedTest(name = "{2}")
    @MethodSource("refusals")
    void refusesWithFileLineAndMessage(String steps, int line, String message) {
        List<PlaybookProblem> problems = problems(load(HEAD + steps));
        assertThat(problems).anySatisfy(problem -> {
            assertThat(problem.toString()).contains(message);
            assertThat(problem.file()).isEqualTo("demo.yaml");
            assertThat(problem.line()).as(problem.toString()).isEqualTo(line);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{type: string, default: blue, pattern: red|green}|default: \"blue\" does not match its pattern",
                "{type: int, pattern: '[0-9]'}|only a string has 'pattern'",
                "{type: string, pattern: '[a-z'}|is no regular expression"
            })
    void refusesAPatternThatItsOwnDefaultBreaks(String row) {
        String[] parts = row.split("\\|(?=default|only|is no)");
        String text = "name: demo\nversion: 1\nmethod: demo\ntitle: T\nfacts:\n  colour: " + parts[0]
                + "\nparameters:\n  shade: " + parts[0] + "\nsteps:\n" + LOOK;
        assertThat(problems(load(text)))
                .filteredOn(problem -> problem.message().contains(parts[1]))
                .extracting(PlaybookProblem::line)
                .containsExactly(6, 8);
    }

    @Test
    void saysSchemaAndOtherProblemsAllAtOnceInTheOrderOfTheLines() {
        List<PlaybookProblem> problems = problems(load(HEAD
                + step("a", "action: conformance.nope")
                + step("b", "action: conformance.look, colour: red")
                + step("c", "action: conformance.look, needs: [x, y]")
                + step("d", "action: conformance.look, when: '1 +'")));
        assertThat(problems).extracting(PlaybookProblem::line).isSorted().containsExactly(13, 14, 15, 15, 16);
        assertThat(problems.get(2).field()).isEqualTo("steps[2].needs[0]");
    }

    @Test
    void twoFactsMayNotBeAFactAndAGroup() {
        String text = HEAD.replace("  cpus:", "  cpus.online: {type: int}\n  cpus:") + LOOK;
        assertThat(problems(load(text)).toString()).contains("the fact 'cpus.online' collides with the fact 'cpus'");
    }

    @Test
    void refusesAPlanThatDoesNotFitAMigrationsRecord() {
        StringBuilder steps = new StringBuilder(HEAD);
        for (int i = 0; i < 200; i++) {
            steps.append(step("a-step-with-a-rather-long-name-" + i, "action: conformance.look"));
        }
        assertThat(problems(load(steps.toString())).toString()).contains("at most 65536 fit a migration's record");
    }

    static Stream<Arguments> hostile() {
        StringBuilder laughs = new StringBuilder("a: &a [x, x]\n");
        for (char c = 'b'; c < 'k'; c++) {
            laughs.append(c)
                    .append(": &")
                    .append(c)
                    .append(" [*")
                    .append((char) (c - 1))
                    .append(", *")
                    .append((char) (c - 1))
                    .append("]\n");
        }
        byte[] noise = new byte[10 * 1024 * 1024];
        new Random(7).nextBytes(noise);
        byte[] shortNoise = Arrays.copyOf(noise, 5_000);
        return Stream.of(
                Arguments.of("empty", new byte[0], 1, "the file is empty"),
                Arguments.of("blank", "  \n\n".getBytes(StandardCharsets.UTF_8), 1, "the file is empty"),
                Arguments.of("only a comment", "# hi\n".getBytes(StandardCharsets.UTF_8), 1, "the file is empty"),
                Arguments.of("10 MB of noise", noise, 1, "at most 524288 are read"),
                Arguments.of("noise", shortNoise, 1, "not UTF-8"),
                Arguments.of(
                        "NUL", "name: a\nversion: \0".getBytes(StandardCharsets.UTF_8), 2, "U+0000 is not allowed"),
                Arguments.of(
                        "anchors", laughs.toString().getBytes(StandardCharsets.UTF_8), 1, "anchor &a is not allowed"),
                Arguments.of("tag", "name: !!java.io.File x".getBytes(StandardCharsets.UTF_8), 1, "tag"),
                Arguments.of("deep", "[".repeat(100_000).getBytes(StandardCharsets.UTF_8), 1, "deeper than 24"),
                Arguments.of("deep blocks", "- ".repeat(50_000).getBytes(StandardCharsets.UTF_8), 1, "deeper than 24"),
                Arguments.of(
                        "many",
                        ("x: [" + "1,".repeat(90_000) + "]").getBytes(StandardCharsets.UTF_8),
                        1,
                        "too many values"),
                Arguments.of(
                        "two documents",
                        "name: a\n---\nname: b\n".getBytes(StandardCharsets.UTF_8),
                        2,
                        "more than one document"),
                Arguments.of("broken", "name: demo\ntitle: [a, b\n".getBytes(StandardCharsets.UTF_8), 3, "is not YAML"),
                Arguments.of("a list", "- a\n".getBytes(StandardCharsets.UTF_8), 1, "is not object"),
                Arguments.of("a text", "hello".getBytes(StandardCharsets.UTF_8), 1, "is not object"),
                Arguments.of("steps is a text", "steps: x".getBytes(StandardCharsets.UTF_8), 1, "is not array"),
                Arguments.of(
                        "steps of nothing",
                        "steps: [~, 5, [], {}]".getBytes(StandardCharsets.UTF_8),
                        1,
                        "is not object"),
                Arguments.of(
                        "huge number",
                        "version: 99999999999999999999".getBytes(StandardCharsets.UTF_8),
                        1,
                        "does not fit 64 bits"),
                Arguments.of(
                        "huge exponent",
                        "version: 1e999999999".getBytes(StandardCharsets.UTF_8),
                        1,
                        "not a finite number"),
                Arguments.of(
                        "a map as key", "? {a: b}\n: c\n".getBytes(StandardCharsets.UTF_8), 1, "must be plain text"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void answersHostileInputWithAProblem(String what, byte[] bytes, int line, String message) {
        assertThat(problems(LOADER.load("demo.yaml", bytes))).as(what).anySatisfy(problem -> {
            assertThat(problem.message()).contains(message);
            assertThat(problem.line()).isEqualTo(line);
        });
    }

    @Test
    void neverThrowsOnAFileWithARandomWound() {
        byte[] good = (HEAD
                        + LOOK
                        + note("needs: [look], when: 'steps[\"look\"].outputs.lag > 1 && facts.size_gb > 1.0'"))
                .getBytes(StandardCharsets.UTF_8);
        assertThat(LOADER.load("demo.yaml", good)).isInstanceOf(PlaybookLoader.Loaded.class);
        Seeds.forAll(1_500, (seed, random) -> {
            byte[] wounded = good.clone();
            for (int n = random.nextInt(3); n >= 0; n--) {
                wounded[random.nextInt(wounded.length)] = (byte) " {}[]:,'\"$&*!-\n#~0aé".charAt(random.nextInt(20));
            }
            assertThat(LOADER.load("demo.yaml", wounded))
                    .as(new String(wounded, StandardCharsets.UTF_8))
                    .isNotNull();
        });
    }

    @Test
    void fillsEveryDefaultIn() {
        Playbook playbook = ((PlaybookLoader.Loaded) load(HEAD + note("phase: outage, slots: [team]"))).playbook();
        Step step = playbook.requireStep("note");
        assertThat(step.retry()).isEqualTo(new Step.Retry(5, java.time.Duration.ofSeconds(5)));
        assertThat(step.callTimeout()).isEqualTo(java.time.Duration.ofMinutes(1));
        assertThat(step.role()).isEqualTo("dba");
        assertThat(step.undo()).isFalse();
        assertThat(playbook.hash()).matches("[0-9a-f]{64}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"playbook", "action"})
    void eachSchemaFollowsTheMetaSchema(String name) throws Exception {
        try (InputStream in = getClass().getResourceAsStream("/gulliver/schema/" + name + ".schema.json")) {
            String text = new String(java.util.Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))
                            .validate(text, InputFormat.JSON))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "undo: true, mutating: false|nothing to undo",
                "mutating: true, inputs: {a: {type: int, default: x}}|default: text 'x', wanted int",
                "mutating: true, inputs: {a: {type: int, required: true, default: 1}}|is required and has a default",
                "mutating: true, inputs: {a: {type: int, of: int}}|only a list or a map has 'of'",
                "mutating: true, names: {a: {system: s, template: x, maxLength: 8, pattern: '[a-z'}}|is not a regular expression",
                "mutating: true, names: {a: {system: s, template: x, maxLength: 8, pattern: '.*'}}|is not a string input",
                "mutating: perhaps|is not boolean"
            })
    void refusesABrokenAction(String row) {
        String[] parts = row.split("\\|");
        TreeMap<String, byte[]> files = new TreeMap<>();
        files.put(
                "a.yaml",
                ("actions:\n  - {name: a.b, title: T, summary: S, queue: host, " + parts[0] + "}\n")
                        .getBytes(StandardCharsets.UTF_8));
        ActionCatalogue.Outcome outcome = ActionCatalogue.load(files);
        assertThat(outcome).isInstanceOf(ActionCatalogue.Refused.class);
        assertThat(((ActionCatalogue.Refused) outcome).problems()).anySatisfy(problem -> {
            assertThat(problem.message()).contains(parts[1]);
            assertThat(problem.line()).isEqualTo(2);
        });
    }
}
