package io.gulliver.planning.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.plan.Rates;
import io.gulliver.service.planning.RuleTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The worked examples of {@code docs/domain/methods.md}, 6.5, with the rules that are shipped. */
class MethodAssessorTest {
    private final MethodAssessor assessor =
            new MethodAssessor(RuleTables.shipped().methods());

    private static Map<String, Object> facts(Object... pairs) {
        Map<String, Object> facts = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            facts.put((String) pairs[i], pairs[i + 1]);
        }
        return facts;
    }

    private static Map<String, Object> caseB() {
        return facts(
                "source_release",
                "19.22",
                "target_release",
                "19.22",
                "source_edition",
                "enterprise",
                "files_gb",
                10_000.0,
                "data_gb",
                6_000.0,
                "index_gb",
                3_000.0,
                "incremental_gb",
                40.0,
                "objects",
                60_000L,
                "gg_licensed",
                false);
    }

    private static long seconds(MethodAssessment assessment, Method method) {
        return assessment.judged(method).outage().likely().toSeconds();
    }

    private static List<String> blockers(MethodAssessment assessment, Method method) {
        return assessment.judged(method).blockers().stream()
                .map(MethodAssessment.Reason::rule)
                .toList();
    }

    @Test
    void caseATakesTheSimpleWay() {
        MethodAssessment a = assessor.assess(
                facts("source_release", "19", "source_edition", "enterprise", "data_gb", 200.0, "index_gb", 60.0),
                Rates.defaults(),
                Duration.ofHours(4));
        assertThat(seconds(a, Method.DATA_PUMP)).isEqualTo(5167);
        assertThat(a.judged(Method.DATA_PUMP).outage().terms())
                .extracting(term -> Math.round(term.seconds()))
                .containsExactly(900L, 500L, 667L, 400L, 0L, 1800L, 900L);
        assertThat(a.preferred()).isEqualTo(Method.DATA_PUMP);
        assertThat(a.row()).isEqualTo(3);
        assertThat(a.missing()).contains("incremental_gb", "objects");
    }

    @Test
    void caseBNeedsIncrementals() {
        MethodAssessment b = assessor.assess(caseB(), Rates.defaults(), Duration.ofHours(4));
        assertThat(seconds(b, Method.DATA_PUMP)).isEqualTo(58_600);
        assertThat(seconds(b, Method.DATA_PUMP_NETWORK_LINK)).isEqualTo(43_600);
        assertThat(seconds(b, Method.FULL_TRANSPORTABLE)).isEqualTo(19_400);
        assertThat(seconds(b, Method.XTTS_INCREMENTAL)).isEqualTo(6_990);
        assertThat(b.preferred()).isEqualTo(Method.XTTS_INCREMENTAL);
        assertThat(b.row()).isEqualTo(6);
        assertThat(b.judged(Method.XTTS_INCREMENTAL).variant()).isEqualTo("M5");
        assertThat(blockers(b, Method.DATA_PUMP)).containsExactly("OUTAGE");
        assertThat(blockers(b, Method.GOLDENGATE)).containsExactly("S04");
        assertThat(b.methods().get(0).method()).isEqualTo(Method.XTTS_INCREMENTAL);
    }

    @Test
    void aSourceOfTheTargetsByteOrderConvertsNothing() {
        Map<String, Object> facts = caseB();
        facts.put("endian", "Big");
        MethodAssessment piped = assessor.assess(facts, Rates.defaults(), Duration.ofHours(4));
        // 10,000 GB at 1000 MB/s of read instead of 800 of convert: 2,500 s less
        assertThat(seconds(piped, Method.FULL_TRANSPORTABLE)).isEqualTo(16_900);
        facts.put("transport_staged", true);
        MethodAssessment staged = assessor.assess(facts, Rates.defaults(), Duration.ofHours(4));
        assertThat(staged.judged(Method.FULL_TRANSPORTABLE).outage().terms())
                .extracting(MethodAssessment.Term::name)
                .contains("read")
                .doesNotContain("convert");
        assertThat(seconds(staged, Method.FULL_TRANSPORTABLE)).isEqualTo(16_900);
    }

    @Test
    void caseCTakesThemAfterARemedy() {
        Map<String, Object> facts = caseB();
        facts.put("tde_tablespace", true);
        MethodAssessment c = assessor.assess(facts, Rates.defaults(), Duration.ofHours(4));
        assertThat(c.row()).isEqualTo(8);
        assertThat(c.preferred()).isEqualTo(Method.XTTS_INCREMENTAL);
        assertThat(c.afterRemedy()).isTrue();
        assertThat(c.judged(Method.XTTS_INCREMENTAL).blockers()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo("R09");
            assertThat(reason.facts()).contains("tde_tablespace is true").contains("19.22");
            assertThat(reason.remedy()).contains("decrypt");
        });
    }

    @Test
    void caseDReplicates() {
        Map<String, Object> facts = caseB();
        facts.put("gg_licensed", true);
        facts.put("gg_none_gb", 2.0);
        MethodAssessment d = assessor.assess(facts, Rates.defaults(), Duration.ofMinutes(30));
        assertThat(seconds(d, Method.GOLDENGATE)).isEqualTo(1597);
        assertThat(d.preferred()).isEqualTo(Method.GOLDENGATE);
        assertThat(d.row()).isEqualTo(7);
        assertThat(d.judged(Method.GOLDENGATE).warnings())
                .extracting(MethodAssessment.Reason::rule)
                .contains("OUTAGE");
        assertThat(blockers(d, Method.XTTS_INCREMENTAL)).containsExactly("S10", "OUTAGE");
    }

    @Test
    void caseETakesTheLink() {
        Rates serial = new Rates(new TreeMap<>(Map.of("export", 80.0, "import", 60.0, "link", 80.0, "index", 100.0)));
        MethodAssessment e = assessor.assess(
                facts(
                        "source_release", "11.2.0.4",
                        "target_release", "19",
                        "source_edition", "standard",
                        "data_gb", 800.0,
                        "index_gb", 300.0),
                serial,
                Duration.ofHours(10));
        assertThat(seconds(e, Method.DATA_PUMP)).isEqualTo(29_933);
        assertThat(seconds(e, Method.DATA_PUMP_NETWORK_LINK)).isEqualTo(19_933);
        assertThat(blockers(e, Method.FULL_TRANSPORTABLE)).contains("R04");
        assertThat(blockers(e, Method.XTTS_INCREMENTAL)).contains("R04");
        assertThat(e.row()).isEqualTo(4);
        assertThat(e.preferred()).isEqualTo(Method.DATA_PUMP_NETWORK_LINK);
    }

    @Test
    void caseFHasNoWay() {
        Map<String, Object> facts = caseB();
        facts.put("fallback_required", true);
        facts.put("gg_licensed", true);
        facts.put("gg_none_gb", 500.0);
        MethodAssessment f = assessor.assess(facts, Rates.defaults(), Duration.ofMinutes(30));
        assertThat(blockers(f, Method.GOLDENGATE_FALLBACK)).contains("S05");
        assertThat(f.judged(Method.GOLDENGATE_FALLBACK).blockers().get(0).facts())
                .isEqualTo("gg_offline_seconds is 1666.7, above half_window_seconds 900, from gg_none_gb 500,"
                        + " outage_window_minutes 30");
        assertThat(f.row()).isEqualTo(2);
        assertThat(f.preferred()).isNull();
    }

    @Test
    void saysWhatIsMissingInsteadOfGuessing() {
        MethodAssessment a = assessor.assess(facts(), Rates.defaults(), null);
        assertThat(a.judged(Method.DATA_PUMP).outage()).isNull();
        assertThat(a.preferred()).isNull();
        assertThat(a.missing()).contains("data_gb", "files_gb", "objects", "outage_window_minutes");
        MethodAssessment b = assessor.assess(facts("size_gb", 100.0), Rates.defaults(), Duration.ofHours(8));
        assertThat(b.preferred()).isEqualTo(Method.DATA_PUMP);
        assertThat(b.reasons()).anyMatch(reason -> reason.contains("assumed size_gb, 100 GB"));
    }

    @Test
    void givesARangeByRatesAndByFixedTimes() {
        MethodAssessment a = assessor.assess(facts("data_gb", 600.0), Rates.defaults(), Duration.ofHours(8));
        MethodAssessment.Outage outage = a.judged(Method.DATA_PUMP).outage();
        // quiesce 900 (300 to 900), checks 1800, switch 900 (300 to 1200); 600 GB / 400 + 600 GB / 300 = 3500 s by
        // rates
        assertThat(outage.likely()).isEqualTo(Duration.ofSeconds(7100));
        // 300 + 1800 + 300 + 3500 / 1.3 = 5092.3
        assertThat(outage.shortest()).isEqualTo(Duration.ofSeconds(5092));
        // 900 + 1800 + 1200 + 3500 / 0.6 = 9733.3
        assertThat(outage.longest()).isEqualTo(Duration.ofSeconds(9733));
    }

    @Test
    void aReplicatedOutageHasARangeToo() {
        Map<String, Object> facts = caseB();
        facts.put("gg_licensed", true);
        facts.put("gg_none_gb", 2.0);
        MethodAssessment.Outage outage = assessor.assess(facts, Rates.defaults(), Duration.ofMinutes(30))
                .judged(Method.GOLDENGATE)
                .outage();
        // 300 + 60 + 30 + 2 GB / 300 = 6.7 + 300 + 900
        assertThat(outage.likely()).isEqualTo(Duration.ofSeconds(1597));
        // 300 + 60 / 1.3 + 30 + 6.7 / 1.3 + 300 + 300 = 981.3
        assertThat(outage.shortest()).isEqualTo(Duration.ofSeconds(981));
        // 900 + 60 / 0.6 + 30 + 6.7 / 0.6 + 300 + 1200 = 2541.1
        assertThat(outage.longest()).isEqualTo(Duration.ofSeconds(2541));
    }

    private static MethodAssessment.Term term(MethodAssessment assessment, Method method, String name) {
        return assessment.judged(method).outage().terms().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void drainsTheLagAtThePaceOfItsRedo() {
        Map<String, Object> facts =
                facts("gg_none_gb", 0.0, "gg_lag_seconds", 120.0, "redo_mb_s", 15.0, "redo_peak_mb_s", 60.0);
        MethodAssessment.Term drain = term(assessor.assess(facts, Rates.defaults(), null), Method.GOLDENGATE, "drain");
        // lag 120 s x redo 15 MB/s / apply 20 MB/s; the most at the peak of 60 MB/s and 0.6 of the apply rate
        assertThat(drain.seconds()).isEqualTo(90);
        assertThat(drain.least()).isEqualTo(90 / 1.3);
        assertThat(drain.most()).isEqualTo(120 * 60 / 20.0 / 0.6);
        assertThat(drain.formula()).isEqualTo("gg_lag_seconds 120 x redo_mb_s 15 to 60 MB/s / replicat 20 MB/s");
        MethodAssessment.Term unknown =
                term(assessor.assess(facts("gg_none_gb", 0.0), Rates.defaults(), null), Method.GOLDENGATE, "drain");
        assertThat(unknown.seconds()).isEqualTo(60);
        assertThat(unknown.formula()).contains("gg_lag_seconds is unknown").contains("redo_mb_s is unknown");
    }

    @Test
    void aConstantAloneClosesNoMethod() {
        // quiesce 900 + 40 GB / 400 + 40 GB / 300 + checks 1800 + switch 900 = 3833.3 s of 3600
        MethodAssessment a = assessor.assess(facts("data_gb", 40.0), Rates.defaults(), Duration.ofMinutes(60));
        MethodAssessment.Judged pump = a.judged(Method.DATA_PUMP);
        assertThat(seconds(a, Method.DATA_PUMP)).isEqualTo(3833);
        assertThat(pump.eligible()).isTrue();
        assertThat(pump.warnings())
                .filteredOn(reason -> reason.rule().equals("OUTAGE-FIXED"))
                .singleElement()
                .satisfies(reason -> assertThat(reason.remedy()).startsWith("trim checks from 1800 to 1566 s"));
        assertThat(a.reasons())
                .anyMatch(reason -> reason.startsWith("Row 9")
                        && reason.contains("data-pump takes 3833.3 s of 3600 s")
                        && reason.contains("is within the window with checks from 1800 to 1566 s"));
        // 27 min want all three: 3833.3 - 1500 - 600 - 113.3
        assertThat(assessor.assess(facts("data_gb", 40.0), Rates.defaults(), Duration.ofMinutes(27))
                        .judged(Method.DATA_PUMP)
                        .warnings())
                .anyMatch(reason -> reason.remedy()
                        .startsWith(
                                "trim checks from 1800 to 300 s, quiesce from 900 to 300 s, switch from 900 to 786 s"));
        // trimmed to 300 + 100 + 133.3 + 300 + 300 = 1133.3 s, which is more than 70 % of 26 min
        assertThat(blockers(
                        assessor.assess(facts("data_gb", 40.0), Rates.defaults(), Duration.ofMinutes(26)),
                        Method.DATA_PUMP))
                .containsExactly("OUTAGE");
    }

    @Test
    void fixedTimesAreSetByCriticality() {
        Rates rates = Rates.defaults().with("validation-seconds-criticality-3", 600);
        MethodAssessment third =
                assessor.assess(facts("data_gb", 40.0, "criticality", 3), rates, Duration.ofMinutes(60));
        // 900 + 100 + 133.3 + 600 + 900
        assertThat(seconds(third, Method.DATA_PUMP)).isEqualTo(2633);
        assertThat(term(third, Method.DATA_PUMP, "checks").formula())
                .isEqualTo("validation-seconds-criticality-3 600 (the program's own)");
        MethodAssessment first =
                assessor.assess(facts("data_gb", 40.0, "criticality", 1), rates, Duration.ofMinutes(60));
        assertThat(seconds(first, Method.DATA_PUMP)).isEqualTo(3833);
        assertThat(term(first, Method.DATA_PUMP, "quiesce").formula())
                .isEqualTo("quiesce-seconds 900, 300 to 900 (docs/domain/methods.md, 1.3)");
        assertThatThrownBy(() -> Rates.defaults().with("validation-seconds-criticality-9", 600))
                .hasMessageContaining("There is no rate");
        assertThatThrownBy(() -> Rates.defaults().with("export-criticality-1", 600))
                .hasMessageContaining("There is no rate");
    }

    @Test
    void whatAProgramSaysHasNoRangeOfTheDomain() {
        MethodAssessment.Term quiesce = term(
                assessor.assess(facts("data_gb", 40.0), Rates.defaults().with("quiesce-seconds", 5), null),
                Method.DATA_PUMP,
                "quiesce");
        assertThat(quiesce.least()).isEqualTo(5);
        assertThat(quiesce.most()).isEqualTo(5);
    }

    @Test
    void blocksOlderScriptsInASharedContainer() {
        Map<String, Object> facts = caseB();
        facts.put("source_release", "12.2");
        facts.put("target_shared", true);
        MethodAssessment a = assessor.assess(facts, Rates.defaults(), Duration.ofHours(4));
        assertThat(a.judged(Method.XTTS_INCREMENTAL).variant()).isEqualTo("V4");
        assertThat(blockers(a, Method.XTTS_INCREMENTAL)).contains("R39");
    }

    @Test
    void comparesReleasesByNumber() {
        List<String> order = new ArrayList<>(List.of("19.22", "9.2", "11gR2", "19c", "11.2.0.4", "23ai", "12.2"));
        order.sort(Release::compare);
        assertThat(order).containsExactly("9.2", "11gR2", "11.2.0.4", "12.2", "19c", "19.22", "23ai");
    }

    @Test
    void refusesABrokenRuleByName() {
        assertThatThrownBy(() -> MethodRules.of(Map.of(
                        "rules",
                        List.of(Map.of(
                                "id",
                                "X1",
                                "when",
                                List.of(Map.of("fact", "a", "is", "like", "value", 1)),
                                "blocker",
                                List.of("xtts"),
                                "text",
                                "t",
                                "remedy",
                                "r")))))
                .hasMessage("Rule X1 on methods: 'like' is no comparison");
    }
}
