package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are made to break the reader: each is refused with a line and in little time, and none is an exception. */
class HostilePlaybooksTest {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();

    private static final String HEAD = "name: evil\nversion: 1\nmethod: evil\ntitle: Evil\n";
    private static final String INCLUDE = "include: stages/discovery@v1, as: pre, with: {method: m}";

    private static final String OPEN =
            "{id: open, title: Open, stage: cutover, action: cutover.open, inputs: {host: '${facts.x}', service: '${facts.x}', credential: '${facts.x}'}}\n";

    static Stream<Arguments> files() {
        return Stream.of(
                Arguments.of("steps that are a mapping", HEAD + "steps:\n  a: {" + INCLUDE + "}\n"),
                Arguments.of("steps that are text", HEAD + "steps: include\n"),
                Arguments.of("a step that is a list", HEAD + "steps:\n  - [include]\n  - {" + INCLUDE + "}\n"),
                Arguments.of("an include that is a mapping", HEAD + "steps:\n  - {include: {a: b}, as: pre}\n"),
                Arguments.of("an include of nothing", HEAD + "steps:\n  - {include: null, as: pre}\n"),
                Arguments.of(
                        "with that is a list", HEAD + "steps:\n  - {include: stages/discovery@v1, as: p, with: [m]}\n"),
                Arguments.of(
                        "with that is text", HEAD + "steps:\n  - {include: stages/discovery@v1, as: p, with: m}\n"),
                Arguments.of("needs that are text", HEAD + "steps:\n  - {" + INCLUDE + ", needs: pre}\n"),
                Arguments.of("needs that are numbers", HEAD + "steps:\n  - {" + INCLUDE + ", needs: [1, {a: b}]}\n"),
                Arguments.of(
                        "an include that waits for itself", HEAD + "steps:\n  - {" + INCLUDE + ", needs: [pre]}\n"),
                Arguments.of(
                        "includes that wait for each other",
                        HEAD + "steps:\n  - {" + INCLUDE + ", needs: [post]}\n  - {"
                                + INCLUDE.replace("as: pre", "as: post") + ", needs: [pre]}\n"),
                Arguments.of(
                        "a step and an include that wait for each other",
                        HEAD + "steps:\n  - {id: x, title: X, stage: build, kind: task, role: dba, needs: [pre]}\n  - {"
                                + INCLUDE + ", needs: [x]}\n"),
                Arguments.of(
                        "the same kept ids twice",
                        HEAD + "steps:\n  - {" + INCLUDE + ", keepIds: true}\n  - {"
                                + INCLUDE.replace("as: pre", "as: post") + ", keepIds: true}\n"),
                Arguments.of(
                        "a name with a dot", HEAD + "steps:\n  - {" + INCLUDE.replace("as: pre", "as: a.b") + "}\n"),
                Arguments.of(
                        "a name that is empty", HEAD + "steps:\n  - {" + INCLUDE.replace("as: pre", "as: ''") + "}\n"),
                Arguments.of(
                        "a name and a step that meet",
                        HEAD + "steps:\n  - {id: pre-carry-over, title: X, stage: build, kind: task, role: dba}\n  - {"
                                + INCLUDE + "}\n"),
                Arguments.of(
                        "an input that closes a condition",
                        HEAD
                                + "facts: {x: {type: string}}\nsteps:\n  - {include: stages/sizing@v1, as: p, with: {files_gb: '${facts.x} || true'}}\n"),
                Arguments.of(
                        "an input that is an anchor",
                        HEAD + "steps:\n  - {include: stages/discovery@v1, as: p, with: {method: &m x}}\n"),
                Arguments.of(
                        "a merge of anchors", HEAD + "steps:\n  - &a {" + INCLUDE + "}\n  - <<: *a\n    as: post\n"),
                Arguments.of("a tag", HEAD + "steps:\n  - {include: !!java.net.URL stages/discovery@v1, as: p}\n"),
                Arguments.of(
                        "a path out of the folder", HEAD + "steps:\n  - {include: ../stages/discovery@v1, as: p}\n"),
                Arguments.of(
                        "a version beyond all", HEAD + "steps:\n  - {include: stages/discovery@v99999999999, as: p}\n"),
                include("without a version", "stages/discovery"),
                include("with a version that is no number", "stages/discovery@latest"),
                include("with a version of nothing", "stages/discovery@v"),
                include("with a version of nought", "stages/discovery@v0"),
                include("with two versions", "stages/discovery@v1@v1"),
                include("with a version that does not exist", "stages/discovery@v99999"),
                include("that is empty", "''"),
                include("that is a blank", "' '"),
                include("that is an at sign", "'@'"),
                include("that is a version alone", "'@v1'"),
                include("with blanks in it", "'stages / discovery@v1'"),
                include("with a blank at its end", "'stages/discovery@v1 '"),
                include("with a line break in it", "\"stages/discovery\\n@v1\""),
                include("that is a number", "1"),
                include("that is a truth", "true"),
                include("that is a list", "[stages/discovery@v1]"),
                include("that goes up", "../../etc/passwd"),
                include("that is longer than any name", "a".repeat(100_000)),
                include("in other letters", "stages/\u0434\u0438\u0441\u043a\u043e\u0432\u0435\u0440\u0438@v1"),
                include("with a digit of another script", "stages/discovery@v\u0661"),
                include("with half a pair of letters", "\"stages/discovery\\ud800@v1\""),
                Arguments.of(
                        "an origin that the author wrote",
                        HEAD
                                + "steps:\n  - {id: rm, title: Remove, stage: build, kind: task, role: dba, from: stages/discovery@v1}\n"),
                Arguments.of(
                        "an origin beside an include",
                        HEAD + "steps:\n  - {" + INCLUDE
                                + "}\n  - {id: rm, title: Remove, stage: build, kind: task, role: dba, from: stages/landing@v1}\n"),
                Arguments.of(
                        "an opening of the target in every run",
                        HEAD + "facts: {x: {type: string}}\nsteps:\n  - " + OPEN),
                Arguments.of(
                        "an opening of the target beside an include that knows of no purposes",
                        HEAD + "facts: {x: {type: string}}\nsteps:\n  - {" + INCLUDE + "}\n  - " + OPEN),
                Arguments.of(
                        "a point of no return in every run",
                        HEAD
                                + "facts: {x: {type: string}}\nsteps:\n  - {id: g, title: G, stage: cutover, kind: gate, role: dba}\n  - "
                                + OPEN.replace(
                                        "action: cutover.open",
                                        "action: cutover.fence, needs: [g], pointOfNoReturn: true")),
                Arguments.of("five hundred includes", HEAD + "steps:\n" + includes(500)),
                Arguments.of("as many includes as a file may hold", HEAD + "steps:\n" + includes(4900)),
                Arguments.of("more values than a file may hold", HEAD + "steps:\n" + includes(6000)),
                Arguments.of(
                        "a text that becomes many",
                        HEAD + "steps:\n  - {include: stages/discovery@v1, as: p, with: {method: " + "x".repeat(400_000)
                                + "}}\n"),
                Arguments.of(
                        "a ring through an exit",
                        HEAD + "steps:\n  - {id: a, title: A, stage: build, kind: task, role: dba, needs: [b]}\n  - {"
                                + INCLUDE
                                + ", needs: [a]}\n  - {id: b, title: B, stage: build, kind: task, role: dba, needs: [pre.accept-method]}\n"));
    }

    private static Arguments include(String what, String key) {
        return Arguments.of("an include " + what, HEAD + "steps:\n  - {include: " + key + ", as: pre}\n");
    }

    private static String includes(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "  - {" + INCLUDE.replace("as: pre", "as: p" + i) + "}\n")
                .collect(Collectors.joining());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void isRefusedWithALine(String what, String text) {
        PlaybookLoader.Outcome outcome = LIBRARY.check("evil/v1.yaml", text.getBytes(StandardCharsets.UTF_8));
        assertThat(outcome).as(what).isInstanceOfSatisfying(PlaybookLoader.Refused.class, refused -> {
            assertThat(refused.problems()).as(what).isNotEmpty();
            assertThat(refused.problems())
                    .allSatisfy(problem -> assertThat(problem.line()).isPositive());
        });
    }

    @Test
    void anIncludeWithoutAVersionIsToldWhichThereAre() {
        PlaybookLoader.Outcome outcome = LIBRARY.check(
                "evil/v1.yaml",
                (HEAD + "steps:\n  - {include: stages/discovery, as: pre}\n").getBytes(StandardCharsets.UTF_8));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        PlaybookLoader.Refused.class,
                        refused -> assertThat(refused.problems())
                                .anySatisfy(problem -> assertThat(problem.toString())
                                        .contains("the include 'stages/discovery' names no version of the fragment")
                                        .contains("v1", "written stages/discovery@v")));
    }

    /** Reading all of it first took half a minute: it ends at the include that passes the bound, and says so once. */
    @Test
    void aFileThatIncludesTooMuchIsLeftOffAtTheIncludeThatPassesTheBound() {
        PlaybookLoader.Outcome outcome =
                LIBRARY.check("evil/v1.yaml", (HEAD + "steps:\n" + includes(4900)).getBytes(StandardCharsets.UTF_8));
        assertThat(outcome).isInstanceOfSatisfying(PlaybookLoader.Refused.class, refused -> {
            assertThat(refused.problems())
                    .filteredOn(problem -> problem.toString().contains("there are more than 500 steps"))
                    .hasSize(1);
            assertThat(refused.problems())
                    .allSatisfy(problem -> assertThat(problem.line()).isLessThan(500));
        });
    }

    /** The same steps are taken once they say what they are for. */
    @Test
    void whatIsOfProductionAloneIsTakenWhereItSaysSo() {
        String text = HEAD + "facts: {x: {type: string}}\nsteps:\n  - "
                + OPEN.replace("action: cutover.open", "action: cutover.open, purpose: production");
        assertThat(LIBRARY.check("good/v1.yaml", text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(PlaybookLoader.Loaded.class);
    }

    /** Each fragment includes the next one ten times: a hundred million steps of a few lines. */
    @Test
    void fragmentsThatMultiplyAreCutOff() {
        SortedMap<String, byte[]> fragments = new TreeMap<>();
        for (int depth = 0; depth < 7; depth++) {
            StringBuilder text = new StringBuilder(
                    "fragment: stages/f" + depth + "\nversion: 1\ntitle: F\nentry: [s]\nexit: [s]\nsteps:\n"
                            + "  - {id: s, title: S, stage: build, action: conformance.look}\n");
            for (int i = 0; depth < 6 && i < 10; i++) {
                text.append("  - {include: stages/f" + (depth + 1) + "@v1, as: i" + i + ", needs: [s]}\n");
            }
            fragments.put("stages/f" + depth + "/v1.yaml", text.toString().getBytes(StandardCharsets.UTF_8));
        }
        SortedMap<String, byte[]> playbooks = new TreeMap<>();
        playbooks.put(
                "evil/v1.yaml",
                (HEAD + "steps:\n  - {include: stages/f0@v1, as: a}\n").getBytes(StandardCharsets.UTF_8));
        List<PlaybookProblem> problems = List.of();
        try {
            PlaybookLibrary.of(Files.actions(), fragments, playbooks);
        } catch (PlaybookLibrary.Broken broken) {
            problems = broken.problems();
        }
        assertThat(problems)
                .anySatisfy(problem -> assertThat(problem.toString()).contains("more than"));
    }
}
