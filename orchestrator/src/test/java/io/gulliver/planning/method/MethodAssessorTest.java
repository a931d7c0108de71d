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
    void givesARangeByTheRatesAlone() {
        MethodAssessment a = assessor.assess(facts("data_gb", 600.0), Rates.defaults(), Duration.ofHours(8));
        MethodAssessment.Outage outage = a.judged(Method.DATA_PUMP).outage();
        // 3600 s fixed, 3500 s by rates
        assertThat(outage.likely()).isEqualTo(Duration.ofSeconds(7100));
        assertThat(outage.shortest()).isEqualTo(Duration.ofSeconds(6292));
        assertThat(outage.longest()).isEqualTo(Duration.ofSeconds(9433));
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
