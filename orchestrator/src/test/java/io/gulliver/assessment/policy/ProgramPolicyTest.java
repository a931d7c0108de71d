package io.gulliver.assessment.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.assessment.risk.RiskRules;
import io.gulliver.assessment.window.CollectionPolicy;
import io.gulliver.domain.plan.Rates;
import io.gulliver.domain.program.Program;
import io.gulliver.planning.facts.FactCatalogue;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.ProgramMethod;
import io.gulliver.planning.sizing.Staleness;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

class ProgramPolicyTest {
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

    private static Map<String, Object> json(String text) {
        return new JsonMapper().readValue(text, new TypeReference<Map<String, Object>>() {});
    }

    private static Program program(Map<String, Object> policy) {
        return new Program("atlas", "Atlas", ZoneId.of("UTC"), policy, 1, "Mia", NOW);
    }

    private static ProgramPolicy stored(String policy) {
        return ProgramPolicy.of(program(json(policy)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = """
            {"rates":{"link-criticality-1":9}}                         | /rates/link-criticality-1   | rate       | link-criticality-1
            {"rates":{"warp":9}}                                       | /rates/warp                 | rate       | warp
            {"rates":{"link":"fast"}}                                  | /rates/link                 | number     |
            {"rates":{"link":null}}                                    | /rates/link                 | number     |
            {"rates":{"link":0}}                                       | /rates/link                 | said       | Rate link: 0.0, wanted more than 0
            {"rates":{"build-seconds":-1}}                             | /rates/build-seconds        | said       | wanted 0 or more seconds
            {"rates":[1]}                                              | /rates                      | object     |
            {"rates":{" ":1}}                                          | /rates                      | unnamed    |
            {"rates":{"a/b~c":1}}                                      | /rates/a~1b~0c              | rate       | a/b~c
            {"measuredRates":{}}                                       | /measuredRates              | measured   |
            {"labSpeed":"1","methods":{"rates":{"link":true}}}         | /methods/rates/link         | number     |
            {"labSpeed":"1","methods":{"rates":7}}                     | /methods/rates              | object     |
            {"methods":{"rates":{}}}                                   | /methods/rates              | practised  |
            {"methods":{"windowTag":"night"}}                          | /methods/windowTag          | practised  |
            {"methods":{"forAll":{"method":"ferry","reason":"x"}}}     | /methods/forAll             | said       | methods.forAll.method is 'ferry', wanted one of data-pump, network-link
            {"methods":{"forAll":{"method":"data-pump"}}}              | /methods/forAll             | said       | methods.forAll.reason is missing
            {"methods":{"forAll":{"method":"xtts","reason":"x","by":1}}} | /methods/forAll           | said       | methods.forAll.by is unknown; known are method, reason
            {"methods":{"forAll":"data-pump"}}                         | /methods/forAll             | said       | methods.forAll is no object: data-pump
            {"clientNoticeDays":"soon"}                                | /clientNoticeDays           | days       |
            {"limits":7}                                               | /limits                     | object     |
            {"limits":{"exports":2}}                                   | /limits/exports             | limit      | array, cpc, link
            {"limits":{"import":-1}}                                   | /limits/import              | whole      |
            {"limits":{"import":"2"}}                                  | /limits/import              | whole      |
            {"clientNoticeDays":0}                                     | /clientNoticeDays           | days       |
            {"clientNoticeDays":1.5}                                   | /clientNoticeDays           | days       |
            {"clientNoticeDays":366}                                   | /clientNoticeDays           | days       |
            {"collection":"soon"}                                      | /collection                 | object     |
            {"collection":{"days":6}}                                  | /collection/days            | whole      | 7, 400
            {"collection":{"sample_minutes":2.5}}                      | /collection/sample_minutes  | whole      | 1, 1440
            {"collection":{"month_end":"yes"}}                         | /collection/month_end       | boolean    |
            {"collection":{"weeks":5}}                                 | /collection/weeks           | collection |
            {"facts":"x"}                                              | /facts                      | object     |
            {"parameters":7}                                           | /parameters                 | object     |
            {"databases":{"CRM":[]}}                                   | /databases/CRM              | object     |
            {"databases":{"CRM":{"parameters":"x"}}}                   | /databases/CRM/parameters   | object     |
            {"shared":{"server":[]}}                                   | /shared/server              | object     |
            {"shared":{"server":{"a/b":3}}}                            | /shared/server/a~1b         | object     |
            {"shared":{"server":{"l":{"playbook":7}}}}                 | /shared/server/l/playbook   | playbook   |
            {"shared":{"server":{"l":{"playbook":" "}}}}               | /shared/server/l/playbook   | playbook   |
            {"shared":{"server":{"l":{"facts":"x"}}}}                  | /shared/server/l/facts      | object     |
            {"sizing":7}                                               | /sizing                     | said       | sizing is no object: 7
            {"sizing":{"designPoint":7}}                               | /sizing                     | said       | sizing.designPoint is '7', wanted a number from 0.1 to 1.0
            {"sizing":{"months":"12"}}                                 | /sizing                     | said       | sizing.months is '12', wanted a number from 0.0 to 240.0
            {"sizing":{"eckd":"yes"}}                                  | /sizing                     | said       | sizing.eckd is 'yes', wanted true or false
            {"sizing":{"colour":1}}                                    | /sizing                     | said       | sizing.colour is unknown; known are addHeadroom, agentsMb, array
            {"sizing":{"verticalHigh":-1}}                             | /sizing                     | said       | sizing.verticalHigh is '-1'
            {"sizing":{"staleAfterDays":"soon"}}                       | /sizing                     | said       | sizing.staleAfterDays: 'soon' is no number
            {"sizing":{"staleAfterDays":0}}                            | /sizing                     | said       | both must be above 0
            {"cost":"much"}                                            | /cost                       | said       | cost is no object: much
            {"cost":{"currency":"EUR","rates":{"lunch":{"amount":1}}}} | /cost                       | said       | cost.rates.lunch is no item
            {"cost":{"currency":"EUR","rates":{"ifl":{"amount":-1}}}}  | /cost                       | said       | cost.rates.ifl.amount is '-1', wanted a number from 0.0 to 1000000000000
            {"cost":{"currency":"EUR","rates":{"ifl":5}}}              | /cost                       | said       | cost.rates.ifl is no object: 5
            {"cost":{"rates":{"ifl":{"amount":1}}}}                    | /cost                       | said       | cost.currency is missing
            {"cost":{"owned":{"Tuning":{"count":1,"metric":"yard"}}}}  | /cost                       | said       | cost.owned.Tuning.metric is 'yard', wanted processor
            {"cost":{"owned":{"Tuning":{}}}}                           | /cost                       | said       | cost.owned.Tuning.count is 'null'
            {"cost":{"owned":{"Tuning":-8}}}                           | /cost                       | said       | cost.owned.Tuning is '-8', wanted a number from 0.0 to 1000000
            {"cost":{"hoursPerDay":25}}                                | /cost                       | said       | cost.hoursPerDay is '25', wanted a number from 1.0 to 24
            {"cost":{"unestimated":[]}}                                | /cost                       | said       | cost.unestimated is no object
            {"completeness":7}                                         | /completeness               | object     |
            {"completeness":{"threshold":101}}                         | /completeness/threshold     | percent    |
            {"completeness":{"threshold":"much"}}                      | /completeness/threshold     | percent    |
            {"shared":{"server":{"x":{"y":1e999}}}}                    | /shared/server/x/y          | huge       |
            {"workingHour":{"from":"08:00"}}                           | /workingHour                | entry      | workingHours
            {"soakMinute":5}                                           | /soakMinute                 | entry      | soakMinutes
            """)
    void pointsAtWhatIsWrongAndGivesItItsDefault(String typed, String pointer, String code, String words) {
        ProgramPolicy.Parsed parsed = ProgramPolicy.parse(json(typed));
        assertThat(parsed.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.pointer()).isEqualTo(pointer);
            assertThat(problem.code()).isEqualTo(code);
            assertThat(problem.arguments().toString()).contains(words == null ? "" : words);
        });
        ProgramPolicy usual = stored("{}");
        ProgramPolicy read = stored(typed);
        assertThat(read).isEqualTo(parsed.policy());
        assertThat(read.rates()).isEqualTo(usual.rates());
        assertThat(read.judging()).isEqualTo(usual.judging());
        assertThat(read.clientNotice()).isEqualTo(usual.clientNotice());
        assertThat(read.collection()).isEqualTo(usual.collection());
        assertThat(read.facts()).isEmpty();
        assertThat(read.parametersOf("CRM")).isEmpty();
        assertThat(read.shared("server", "l")).isEqualTo(usual.shared("server", "l"));
        assertThat(read.sizing()).isEqualTo(usual.sizing());
        assertThat(read.cost().rates()).isEmpty();
        assertThat(read.cost().owned()).isEmpty();
        assertThat(read.cost().hoursPerDay()).isEqualTo(usual.cost().hoursPerDay());
        assertThat(read.completeness()).isNull();
        assertThat(read.limits()).isEmpty();
    }

    @Test
    void takesOneMethodForAllWithItsReason() {
        assertThat(stored("{\"methods\":{\"forAll\":{\"method\":\"data-pump\",\"reason\":\" One way \"}}}")
                        .forAll())
                .isEqualTo(new ProgramMethod(Method.DATA_PUMP, "One way"));
        assertThat(stored("{\"methods\":{\"forAll\":{\"method\":\"data-pump\"}}}")
                        .forAll())
                .as("half an entry decides nothing")
                .isNull();
        assertThat(stored("{}").forAll()).isNull();
    }

    @Test
    void saysEverythingThatIsWrongAtOnce() {
        assertThat(ProgramPolicy.parse(json("""
                        {"rates":{"warp":1,"link":-1},"collection":{"days":1},"sizing":{"months":-1,"colour":1},
                         "cost":{"rates":{"lunch":1}},"facts":7}
                        """)).problems())
                .extracting(PolicyProblem::pointer)
                .containsExactly(
                        "/rates/link",
                        "/rates/warp",
                        "/collection/days",
                        "/facts",
                        "/sizing",
                        "/sizing",
                        "/cost",
                        "/cost");
    }

    @Test
    void takesWhatIsDeepOrLargeForOneProblem() {
        String deep = "{\"parameters\":" + "{\"a\":".repeat(59) + "1" + "}".repeat(60);
        assertThat(ProgramPolicy.parse(json(deep)).problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("deep");
            assertThat(problem.pointer()).isEqualTo("/parameters" + "/a".repeat(40));
        });
        Map<String, Object> large = Map.of("parameters", Map.of("z", "z".repeat(300_000)), "facts", 7);
        assertThat(ProgramPolicy.parse(large).problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo("large");
            assertThat(problem.pointer()).isEmpty();
        });
        assertThat(ProgramPolicy.of(program(large)).parameters()).containsKey("z");
    }

    /** A misspelt entry passed without a word and was missed on the night; what is stored already stays readable. */
    @Test
    void refusesFactsThatNobodyKnowsOrCanReadAndGoesOnReadingWhatIsStored() {
        FactCatalogue catalogue = FactCatalogue.of(Map.of(
                "facts",
                List.of(
                        Map.of("name", "fallback_required", "type", "yes-no", "about", "a", "from", List.of("program")),
                        Map.of("name", "host.cores", "type", "whole", "about", "b", "from", List.of("D12")))));
        Map<String, Object> typed = json("""
                {"workingHour":{},"facts":{"fallback_reqired":true,"host.cores":"many","fallback_required":{"x":1}}}
                """);
        assertThat(ProgramPolicy.parse(typed, catalogue).problems())
                .extracting(problem -> problem.pointer() + " " + problem.code() + " " + problem.arguments())
                .satisfiesExactly(
                        entry -> assertThat(entry).startsWith("/workingHour entry [workingHour, workingHours, "),
                        value -> assertThat(value)
                                .isEqualTo("/facts/fallback_reqired fact [fallback_reqired, fallback_required]"),
                        map -> assertThat(map)
                                .startsWith("/facts/fallback_required said [")
                                .contains("wanted yes or no"),
                        many -> assertThat(many)
                                .isEqualTo("/facts/host.cores said [host.cores is 'many', wanted a number]"));
        assertThat(ProgramPolicy.of(program(typed)).facts()).containsEntry("fallback_reqired", true);
        assertThat(ProgramPolicy.parse(
                                json("{\"facts\":{\"fallback_required\":\"unknown\",\"host.cores\":\"12\"}}"),
                                catalogue)
                        .problems())
                .isEmpty();
    }

    @Test
    void readsEveryMember() {
        ProgramPolicy policy = stored("""
                {"labSpeed":"150","rates":{"link":500,"import":200},"measuredRates":{"import":250},
                 "methods":{"windowTag":"night","rates":{"link":90}},
                 "clientNoticeDays":30,"soakMinutes":1.5,"completeness":{"threshold":70},
                 "facts":{"gg_licensed":true},"sizing":{"months":24,"staleAfterDays":30,"verticalHigh":2},
                 "cost":{"currency":"EUR","rates":{"ifl":{"amount":5,"source":"offer 7"}},"owned":{"Tuning":8}},
                 "shared":{"server":{"lnx01":{"playbook":"dpm-server","facts":{"cpc":"A1"}}}},"anything":[1,"x"]}
                """);
        assertThat(policy.rates().of("link")).isEqualTo(500);
        assertThat(policy.rates().of("import")).as("measured").isEqualTo(250);
        assertThat(policy.judging().values())
                .isEqualTo(Rates.defaults().with("link", 90).values());
        assertThat(policy.windowTag()).isEqualTo("night");
        assertThat(policy.clientNotice()).isEqualTo(Duration.ofDays(30));
        assertThat(policy.soak()).isEqualTo(Duration.ofSeconds(90));
        assertThat(policy.completeness()).isEqualTo(70);
        assertThat(policy.facts()).containsEntry("gg_licensed", true);
        assertThat(policy.sizing().months()).isEqualTo(24);
        assertThat(policy.sizing().stale()).isEqualTo(new Staleness.Limits(30, 10));
        assertThat(policy.sizing().entitlement()).isNotNull();
        assertThat(policy.cost().rates().get("ifl").amount()).isEqualTo(5);
        assertThat(policy.cost().owned().get("Tuning").count()).isEqualTo(8);
        assertThat(policy.shared("server", "lnx01").playbook()).isEqualTo("dpm-server");
        assertThat(policy.shared("server", "lnx01").facts()).containsEntry("cpc", "A1");
        assertThat(policy.shared("server", "lnx02").facts()).isEmpty();
    }

    @Test
    void anEmptyPolicyHasTheUsualMembers() {
        ProgramPolicy policy = stored("{}");
        assertThat(policy.rates()).isEqualTo(Rates.defaults());
        assertThat(policy.judging()).isEqualTo(policy.rates());
        assertThat(policy.clientNotice()).isEqualTo(RiskRules.CLIENT_NOTICE);
        assertThat(policy.collection()).isEqualTo(new CollectionPolicy(35, true, 10, false));
        assertThat(policy.sizing().stale()).isEqualTo(Staleness.Limits.DEFAULT);
        assertThat(policy.soak()).isNull();
        assertThat(policy.windowTag()).isNull();
    }

    @Test
    void methodsAreJudgedByThePlansRatesAlsoWhereOthersWereToldOutsideOfPractice() {
        assertThat(stored("{\"rates\":{\"link\":7}}").judging().of("link")).isEqualTo(7);
        ProgramPolicy told =
                stored("{\"rates\":{\"link\":7},\"methods\":{\"rates\":{\"link\":9},\"windowTag\":\"night\"}}");
        assertThat(told.judging().of("link")).isEqualTo(7);
        assertThat(told.windowTag()).isNull();
        assertThat(stored("{\"labSpeed\":\"150\",\"rates\":{\"link\":7},\"methods\":{\"rates\":{}}}")
                        .judging())
                .isEqualTo(Rates.defaults());
    }

    @Test
    void takesWhatTheProgramSaysOfCollecting() {
        assertThat(stored("""
                        {"collection":{"days":60,"month_end":false,"sample_minutes":5},
                         "parameters":{"diagnostics_pack":"Licensed"}}
                        """).collection()).isEqualTo(new CollectionPolicy(60, false, 5, true));
        assertThat(stored("{\"parameters\":{\"diagnostics_pack\":true}}")
                        .collection()
                        .diagnosticsPack())
                .isFalse();
    }

    @Test
    void aDatabasesOwnWordCountsBeforeThatOfAll() {
        ProgramPolicy policy = stored("""
                {"parameters":{"diagnostics_pack":"licensed","paths":2},
                 "databases":{"A":{"parameters":{"diagnostics_pack":"unlicensed","parallel":1}}}}
                """);
        assertThat(policy.parametersOf("A"))
                .isEqualTo(Map.of("diagnostics_pack", "unlicensed", "paths", 2, "parallel", 1));
        assertThat(policy.parametersOf("B")).isEqualTo(Map.of("diagnostics_pack", "licensed", "paths", 2));
        assertThat(policy.collectionOf("A").diagnosticsPack()).isFalse();
        assertThat(policy.collectionOf("B").diagnosticsPack()).isTrue();
    }

    @Test
    void newPricesLeaveWhatNobodyTypedAsItWas() {
        Map<String, Object> before = json("""
                {"cost":{"currency":"EUR","hoursPerDay":7,"note":"list","coreFactor":{"x86":0.5,"power":1},
                 "rates":{"ifl":{"amount":5,"source":"offer 7","setBy":"Mia"}}},"rates":{"link":500}}
                """);
        Map<String, Object> typed = json("""
                {"currency":"USD","hoursPerDay":null,"coreFactor":{"x86":null,"ifl":2},
                 "rates":{"memory":{"amount":3,"source":"list"}},"owned":{}}
                """);
        assertThat(ProgramPolicy.priced(program(before), typed, "Ben", NOW)).isEqualTo(json("""
                {"cost":{"currency":"USD","note":"list","coreFactor":{"ifl":2,"power":1},"owned":{},
                 "rates":{"memory":{"amount":3,"source":"list","setBy":"Ben","setAt":"2026-03-01T00:00:00Z"}}},
                 "rates":{"link":500}}
                """));
        assertThatThrownBy(() -> ProgramPolicy.priced(
                        program(before), Map.of("hoursPerDay", 30, "owned", Map.of("A", -1)), "Ben", NOW))
                .hasMessageContaining("cost.hoursPerDay is '30'")
                .hasMessageContaining("cost.owned.A is '-1'");
    }

    @Test
    void aFixedTimeMayBeSetForOneCriticality() {
        ProgramPolicy.Parsed parsed =
                ProgramPolicy.parse(Map.of("rates", Map.of("validation-seconds-criticality-3", 600)));

        assertThat(parsed.problems()).isEmpty();
        assertThat(parsed.policy().rates().named("validation-seconds", 3))
                .isEqualTo("validation-seconds-criticality-3");
    }

    /** What was taken without a look told nobody that a soak of 'an hour' is none. */
    @Test
    void minutesAndTheColumnOfTheWindowAreChecked() {
        ProgramPolicy.Parsed parsed = ProgramPolicy.parse(Map.of(
                "labSpeed",
                60,
                "soakMinutes",
                "an hour",
                "leadMinutes",
                1e12,
                "methods",
                Map.of("windowTag", "Night minutes!")));

        assertThat(parsed.problems().toString())
                .contains("soakMinutes is 'an hour', wanted minutes")
                .contains("leadMinutes is '1.0E12', wanted minutes")
                .contains("methods.windowTag is 'Night minutes!', wanted the name of a column");
        assertThat(parsed.policy().soak()).isNull();
        assertThat(parsed.policy().windowTag()).isNull();
    }
}
