package io.gulliver.planning.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.method.MethodRules.Condition;
import io.gulliver.planning.method.MethodRules.Rule;
import io.gulliver.service.planning.RuleTables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule of the catalogue is in the file, speaks when it should, and is silent when it should be. */
class MethodRulesTest {
    private static final MethodRules RULES = RuleTables.shipped().methods();
    private static final MethodAssessor ASSESSOR = new MethodAssessor(RULES);

    /** Found by computing before the rules are read: the variant of the scripts, and the scan without tracking. */
    private static final Set<String> COMPUTED = Set.of("S11", "S15");

    @Test
    void holdsTheWholeCatalogue() {
        Set<String> there = new TreeSet<>();
        RULES.rules().forEach(rule -> there.add(rule.id().replaceFirst("-.*", "")));
        List<String> lacking = new ArrayList<>();
        for (int i = 1; i <= 52; i++) {
            String id = "R%02d".formatted(i);
            if (!there.contains(id)) {
                lacking.add(id);
            }
        }
        for (int i = 1; i <= 16; i++) {
            String id = "S%02d".formatted(i);
            if (!there.contains(id) && !COMPUTED.contains(id)) {
                lacking.add(id);
            }
        }
        assertThat(lacking).isEmpty();
    }

    static List<Rule> conditional() {
        return RULES.rules().stream().filter(rule -> !rule.when().isEmpty()).toList();
    }

    @ParameterizedTest
    @MethodSource("conditional")
    void speaksOnOneSideOfItsThresholdOnly(Rule rule) {
        Map<String, Object> on = new HashMap<>();
        rule.when().forEach(condition -> meet(condition, on, true));
        assertThat(rule.holds(on)).as("%s with %s", rule.id(), on).isTrue();
        for (Condition condition : rule.when()) {
            Map<String, Object> off = new HashMap<>(on);
            meet(condition, off, false);
            assertThat(rule.holds(off)).as("%s with %s", rule.id(), off).isFalse();
            assertThat(condition.told(on)).startsWith(condition.fact() + " is ");
        }
        assertThat(rule.text()).isNotBlank();
        assertThat(rule.remedy()).isNotBlank();
    }

    /** Puts the fact on the wanted side of the condition. */
    private static void meet(Condition condition, Map<String, Object> facts, boolean wanted) {
        Object value = condition.value();
        if (condition.other() != null) {
            boolean release = condition.operator().name().startsWith("RELEASE");
            value = release ? "19.10" : 100.0;
            facts.put(condition.other(), value);
        }
        assertThat(value).isNotNull();
        facts.put(
                condition.fact(),
                switch (condition.operator()) {
                    case EQUAL -> wanted ? value : opposite(value);
                    case NOT -> wanted ? opposite(value) : value;
                    case ABOVE -> ((Number) value).doubleValue() + (wanted ? 0.01 : 0);
                    case AT_LEAST -> ((Number) value).doubleValue() - (wanted ? 0 : 0.01);
                    case BELOW -> ((Number) value).doubleValue() - (wanted ? 0.01 : 0);
                    case RELEASE_ABOVE -> wanted ? "19.11" : value;
                    case RELEASE_BELOW -> wanted ? "9.1" : value;
                    case RELEASE_FROM -> wanted ? value : "9.1";
                });
    }

    private static Object opposite(Object value) {
        return value instanceof Boolean yes ? !yes : "something else";
    }

    private static Map<String, Object> large() {
        Map<String, Object> facts = new HashMap<>();
        facts.put("source_release", "19.22");
        facts.put("target_release", "19.22");
        facts.put("source_edition", "enterprise");
        facts.put("files_gb", 400.0);
        facts.put("data_gb", 250.0);
        facts.put("index_gb", 100.0);
        facts.put("incremental_gb", 4.0);
        facts.put("objects", 10_000L);
        facts.put("gg_licensed", true);
        facts.put("gg_none_gb", 0.0);
        return facts;
    }

    private static MethodAssessment assess(Map<String, Object> facts) {
        return ASSESSOR.assess(facts, Rates.defaults(), Duration.ofHours(8));
    }

    @Test
    void bonusesMoveTheRanking() {
        double plain = assess(large()).judged(Method.DATA_PUMP_NETWORK_LINK).score();
        Map<String, Object> wishes = large();
        wishes.put("wants_reorganisation", true);
        assertThat(assess(wishes).judged(Method.DATA_PUMP_NETWORK_LINK).score()).isEqualTo(plain + 15);
        assertThat(assess(wishes).judged(Method.XTTS_INCREMENTAL).score())
                .isEqualTo(assess(large()).judged(Method.XTTS_INCREMENTAL).score() - 10);
        Map<String, Object> shortOfRoom = large();
        shortOfRoom.put("staging_free_gb", 209.9);
        MethodAssessment link = assess(shortOfRoom);
        assertThat(link.judged(Method.DATA_PUMP_NETWORK_LINK).score()).isEqualTo(plain + 10);
        assertThat(link.preferred()).isEqualTo(Method.DATA_PUMP_NETWORK_LINK);
        assertThat(link.reasons())
                .anyMatch(reason -> reason.startsWith("data-pump is closed by S08-DP")
                        && reason.contains("staging_free_gb is 209.9, below data_pump_staging_gb 210"));
        assertThat(link.judged(Method.DATA_PUMP).remedies())
                .anyMatch(text -> text.startsWith("S08-DP: give it more room"));
        Map<String, Object> enough = large();
        enough.put("staging_free_gb", 480.0);
        assertThat(assess(enough).preferred()).isEqualTo(Method.DATA_PUMP);
    }

    @Test
    void tellsSpaceLicencesAssumptionsAndRank() {
        MethodAssessment all = assess(large());
        assertThat(all.methods()).extracting(MethodAssessment.Judged::rank).containsExactly(1, 2, 3, 4, 5, 6);
        MethodAssessment.Judged pump = all.judged(Method.DATA_PUMP);
        assertThat(pump.space())
                .extracting(space -> space.where() + " " + Math.round(space.gigabytes()))
                .containsExactly("target 520", "staging 210");
        assertThat(all.judged(Method.DATA_PUMP_NETWORK_LINK).space()).hasSize(1);
        assertThat(all.judged(Method.GOLDENGATE).licences()).anyMatch(text -> text.startsWith("GoldenGate"));
        assertThat(pump.licences()).noneMatch(text -> text.startsWith("GoldenGate"));
        assertThat(pump.assumptions()).contains("rate export 400 MB/s, a planning value nobody measured");
        MethodAssessment measured = ASSESSOR.assess(large(), Rates.defaults().with("export", 550), Duration.ofHours(8));
        assertThat(measured.judged(Method.DATA_PUMP).assumptions()).contains("rate export 550 MB/s, the program's own");
        // level 0 of 400 GB at 800 MB/s runs while users work
        MethodAssessment.Judged xtts = all.judged(Method.XTTS_INCREMENTAL);
        assertThat(xtts.elapsed()).isEqualTo(xtts.outage().likely().plusSeconds(500));
    }

    @Test
    void aLobThatTakesLongerThanTheWindowClosesDataPump() {
        Map<String, Object> facts = large();
        facts.put("largest_lob_gb", 864.0);
        assertThat(assess(facts).judged(Method.DATA_PUMP).blockers()).isEmpty();
        facts.put("largest_lob_gb", 864.1);
        assertThat(assess(facts).judged(Method.DATA_PUMP).blockers())
                .extracting(MethodAssessment.Reason::rule)
                .containsExactly("S09");
    }

    @Test
    void aPersonOverridesWithAReasonAndTheBlockersAreKept() {
        Map<String, Object> facts = large();
        facts.put("archivelog", false);
        MethodDecision decision = MethodDecision.of(assess(facts));
        assertThat(decision.method()).isEqualTo(Method.DATA_PUMP);
        MethodDecision other = decision.overridden(
                Method.XTTS_INCREMENTAL, "archiving is switched on next Sunday", "pm", java.time.Instant.EPOCH);
        assertThat(other.method()).isEqualTo(Method.XTTS_INCREMENTAL);
        assertThat(other.word()).isNotNull();
        assertThat(other.word().accepted()).singleElement().asString().startsWith("R05 (archivelog is false)");
        assertThat(other.on(assess(large())).word().accepted()).isEmpty();
        assertThat(other.on(assess(large())).method()).isEqualTo(Method.XTTS_INCREMENTAL);
        assertThatThrownBy(() -> decision.overridden(Method.GOLDENGATE, " ", "pm", java.time.Instant.EPOCH))
                .hasMessageContaining("needs a reason");
    }

    @Test
    void refusesABonusThatIsNoNumber() {
        assertThatThrownBy(() -> MethodRules.of(Map.of(
                        "rules",
                        List.of(Map.of(
                                "id",
                                "X",
                                "when",
                                List.of(),
                                "bonus",
                                Map.of("xtts", "much"),
                                "text",
                                "t",
                                "remedy",
                                "r")))))
                .hasMessageContaining("Rule X on methods: the bonus of xtts is no number");
    }
}
