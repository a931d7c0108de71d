package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.check.CheckMoment;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.check.CheckVerdict;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The shipped checks judge their own examples as those say, and broken files are refused with file, line and field. */
class CheckRulesTest {
    private static final String FACTS = """
            facts:
              - {name: pages.total, type: int, about: "pages", design: "the playbook", target: "meminfo"}
              - {name: pages.kind, type: string, about: "kind", target: "meminfo"}
            """;

    private static final String GOOD = """
            area: linux
            title: Linux
            rules:
              - id: LNX-HUGE-01
                title: Pages are there
                of: server
                severity: high
                moments: [target]
                needs: [pages.total]
                holds: facts.pages.total > 10
                seen: "${facts.pages.total} pages"
                wanted: more than 10
                remedy: Give more.
                basis: stated
                source: document 000
                cases:
                  - {facts: {pages.total: 11}, verdict: pass}
                  - {facts: {pages.total: 10}, verdict: fail}
            """;

    private static CheckRules.Outcome load(String facts, String rules) {
        SortedMap<String, byte[]> files = new TreeMap<>();
        files.put("checks/facts.yaml", facts.getBytes(StandardCharsets.UTF_8));
        files.put("checks/linux.yaml", rules.getBytes(StandardCharsets.UTF_8));
        return CheckRules.load(files);
    }

    private static List<PlaybookProblem> problems(CheckRules.Outcome outcome) {
        assertThat(outcome).isInstanceOf(CheckRules.Refused.class);
        return ((CheckRules.Refused) outcome).problems();
    }

    static Stream<Arguments> shippedCases() {
        List<Arguments> cases = new ArrayList<>();
        CheckRules.shipped().rules().forEach((id, rule) -> {
            for (CheckRule.Case one : rule.cases()) {
                cases.add(Arguments.of(id, one));
            }
        });
        return cases.stream();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("shippedCases")
    void judgesAnExampleAsItSays(String id, CheckRule.Case one) {
        CheckRule rule = CheckRules.shipped().rules().get(id);
        CheckRule.Judgement judged = rule.judge(one.facts());
        assertThat(judged.verdict()).isEqualTo(one.verdict());
        assertThat(judged.severity()).isEqualTo(one.severity() == null ? judged.severity() : one.severity());
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("shippedCases")
    void neverPassesWithoutAFact(String id, CheckRule.Case one) {
        CheckRule rule = CheckRules.shipped().rules().get(id);
        for (String missing : one.facts().keySet()) {
            Map<String, Object> rest = new TreeMap<>(one.facts());
            rest.remove(missing);
            assertThat(rule.judge(rest).verdict())
                    .as("without " + missing)
                    .isNotIn(CheckVerdict.PASS, CheckVerdict.FAIL);
        }
        assertThat(rule.judge(Map.of()).verdict()).isEqualTo(CheckVerdict.NOT_MEASURED);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("shippedCases")
    void takesNoFactOfAnotherType(String id, CheckRule.Case one) {
        CheckRule rule = CheckRules.shipped().rules().get(id);
        for (String wrong : one.facts().keySet()) {
            Map<String, Object> broken = new TreeMap<>(one.facts());
            broken.put(wrong, Map.of("a", "map"));
            assertThat(rule.judge(broken).verdict())
                    .as(wrong + " is a map")
                    .isNotIn(CheckVerdict.PASS, CheckVerdict.FAIL);
        }
    }

    @Test
    void shipsRulesForAllAreasAndMoments() {
        CheckRules rules = CheckRules.shipped();
        assertThat(rules.rules()).hasSizeGreaterThan(80);
        assertThat(new TreeSet<>(rules.rules().values().stream()
                        .map(rule -> rule.head().area())
                        .toList()))
                .containsExactly("hypervisor", "linux", "multipath", "network", "oracle", "storage");
        for (CheckMoment moment : CheckMoment.values()) {
            for (CheckSubject.Kind kind : CheckSubject.Kind.values()) {
                assertThat(rules.at(moment, kind)).as(moment + " " + kind).hasSizeGreaterThan(5);
            }
        }
    }

    @Test
    void everyFactIsReadByARule() {
        Set<String> read = new TreeSet<>();
        CheckRules.shipped()
                .rules()
                .values()
                .forEach(rule -> read.addAll(rule.needs().keySet()));
        assertThat(read).isEqualTo(CheckRules.shipped().facts().keySet());
    }

    @Test
    void followsTheCatalogueWhereItContradictsItself() {
        CheckRules rules = CheckRules.shipped();
        assertThat(verdict(rules, "LNX-SWAP-01", Map.of("linux.swappiness", 0L)))
                .isEqualTo(CheckVerdict.FAIL);
        assertThat(verdict(rules, "NET-SYN-02", Map.of("network.somaxconn", 4096L)))
                .isEqualTo(CheckVerdict.PASS);
        assertThat(verdict(rules, "STG-RR-01", Map.of("paths.rr_min_io_rq", 1000L)))
                .isEqualTo(CheckVerdict.FAIL);
        assertThat(verdict(rules, "LNX-HUGE-04", Map.of("pages.size_kb", 2048L)))
                .isEqualTo(CheckVerdict.FAIL);
        assertThat(rules.rules().get("ZVM-BIG-01").head().severity().blocking()).isFalse();
    }

    private static CheckVerdict verdict(CheckRules rules, String id, Map<String, Object> facts) {
        return rules.rules().get(id).judge(facts).verdict();
    }

    @Test
    void loadsAGoodFile() {
        assertThat(load(FACTS, GOOD)).isInstanceOf(CheckRules.Loaded.class);
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of(
                        "of a fact that nobody has",
                        GOOD.replace("needs: [pages.total]", "needs: [pages.all]"),
                        9,
                        "rules[0].needs[0]",
                        "there is no fact 'pages.all'"),
                Arguments.of(
                        "of a fact that is not known then",
                        GOOD.replace("moments: [target]", "moments: [design]")
                                .replace("needs: [pages.total]", "needs: [pages.total, pages.kind]"),
                        9,
                        "rules[0].needs[1]",
                        "nobody knows the fact 'pages.kind' at the moment 'design'"),
                Arguments.of(
                        "with a fact of another type",
                        GOOD.replace("facts.pages.total > 10", "facts.pages.total > 10.0"),
                        10,
                        "rules[0].holds",
                        "no matching overload"),
                Arguments.of(
                        "with a fact that it does not need",
                        GOOD.replace("facts.pages.total > 10", "facts.pages.total > 10 && facts.pages.kind == \"x\""),
                        10,
                        "rules[0].holds",
                        "undefined field"),
                Arguments.of(
                        "that needs what it does not read",
                        GOOD.replace("needs: [pages.total]", "needs: [pages.total, pages.kind]"),
                        9,
                        "rules[0].needs",
                        "'pages.kind' is needed and nothing reads it"),
                Arguments.of(
                        "without a case that fails",
                        GOOD.replace("verdict: fail", "verdict: not-applicable"),
                        16,
                        "rules[0].cases",
                        "no case has the verdict 'fail'"),
                Arguments.of(
                        "without a case that passes",
                        GOOD.replace("verdict: pass", "verdict: not-measured"),
                        16,
                        "rules[0].cases",
                        "no case has the verdict 'pass'"),
                Arguments.of(
                        "whose case is judged otherwise",
                        GOOD.replace("pages.total: 11", "pages.total: 9"),
                        17,
                        "rules[0].cases[0].verdict",
                        "the case says 'pass', the rule says 'fail'"),
                Arguments.of(
                        "whose case has a fact of another type",
                        GOOD.replace("pages.total: 11", "pages.total: many"),
                        17,
                        "rules[0].cases[0].facts.pages.total",
                        "wanted int"),
                Arguments.of(
                        "with an unknown severity",
                        GOOD.replace("severity: high", "severity: fatal"),
                        7,
                        "rules[0].severity",
                        "is not one of blocker, high, medium, info"),
                Arguments.of(
                        "with a word that no rule has",
                        GOOD.replace("    of: server", "    off: server"),
                        6,
                        "rules[0].off",
                        "is not known here"),
                Arguments.of(
                        "with a sentence about a stranger",
                        GOOD.replace("${facts.pages.total} pages", "${facts.pages.kind}"),
                        11,
                        "rules[0].seen",
                        "'pages.kind' is not in 'needs'"),
                Arguments.of(
                        "twice",
                        GOOD + GOOD.substring(GOOD.indexOf("  - id:")),
                        19,
                        "rules[1].id",
                        "'LNX-HUGE-01' is there a second time"),
                Arguments.of(
                        "of another area",
                        GOOD.replace("area: linux", "area: network"),
                        1,
                        "area",
                        "area is 'network' in checks/linux.yaml"));
    }

    @ParameterizedTest(name = "a rule {0}")
    @MethodSource("broken")
    void refusesWithFileLineAndField(String name, String rules, int line, String field, String message) {
        assertThat(problems(load(FACTS, rules))).anySatisfy(problem -> {
            assertThat(problem.file()).isEqualTo("checks/linux.yaml");
            assertThat(problem.line()).isEqualTo(line);
            assertThat(problem.field()).isEqualTo(field);
            assertThat(problem.message()).contains(message);
        });
    }

    @Test
    void refusesAFactThatNobodyEverKnows() {
        String facts = FACTS + "  - {name: pages.never, type: int, about: never}\n";
        assertThat(problems(load(facts, GOOD)))
                .extracting(PlaybookProblem::line, PlaybookProblem::message)
                .contains(org.assertj.core.groups.Tuple.tuple(4, "nobody ever knows the fact 'pages.never'"));
    }

    @Test
    void refusesFilesWithoutFacts() {
        SortedMap<String, byte[]> files = new TreeMap<>();
        files.put("checks/linux.yaml", GOOD.getBytes(StandardCharsets.UTF_8));
        assertThat(problems(CheckRules.load(files)))
                .extracting(PlaybookProblem::message)
                .contains("the file of facts is missing");
    }

    @Test
    void takesWhatIsToldByItsTypeAndMoment() {
        CheckRules rules = CheckRules.shipped();
        assertThat(rules.typed(
                        CheckMoment.TARGET,
                        Map.of(
                                "linux.swappiness", "1",
                                "memory.gib", "31.5",
                                "linux.libaio", "true",
                                "linux.schedulers", "none mq-deadline",
                                "network.unresolved_keys", "",
                                "linux.aio_nr", "many",
                                "linux.clock_synchronised", "perhaps",
                                "nobody.knows", "1")))
                .containsOnly(
                        Map.entry("linux.swappiness", 1L),
                        Map.entry("memory.gib", 31.5),
                        Map.entry("linux.libaio", true),
                        Map.entry("linux.schedulers", List.of("none", "mq-deadline")),
                        Map.entry("network.unresolved_keys", List.of()));
        assertThat(rules.typed(CheckMoment.DESIGN, Map.of("linux.swappiness", 1)))
                .isEmpty();
    }
}
