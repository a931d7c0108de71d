package io.gulliver.planning.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.method.MethodAssessment.Judged;
import io.gulliver.planning.method.MethodAssessment.Reason;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold of every ranking, whatever is known: tried on sheets of facts made from a seed. */
class MethodRankingPropertyTest {
    private static final int SHEETS = Seeds.many(60);
    private static final MethodRules RULES = RuleTables.shipped().methods();
    private static final MethodAssessor ASSESSOR = new MethodAssessor(RULES);
    private static final Set<String> READS = ASSESSOR.reads();
    private static final List<String> RELEASES = List.of(
            "10.2.0.5",
            "11.1.0.7",
            "11.2.0.2",
            "11.2.0.3",
            "11.2.0.4",
            "11.2",
            "12.1.0.2",
            "12.2.0.1",
            "18.14",
            "19",
            "19.17",
            "19.22",
            "21.3",
            "23.6");

    private static Map<String, Object> sheet(Random random) {
        Map<String, Object> facts = new TreeMap<>();
        RULES.facts().facts().forEach((name, entry) -> {
            if (!READS.contains(name) || random.nextInt(4) == 0) {
                return;
            }
            switch (entry.type()) {
                case "yes-no" -> facts.put(name, random.nextInt(4) == 0);
                case "number" -> facts.put(name, Math.exp(random.nextDouble() * 9));
                case "whole" -> facts.put(name, (long) random.nextInt(3));
                default -> {
                    // named below
                }
            }
        });
        facts.put("archivelog", random.nextInt(5) > 0);
        facts.put("objects", (long) random.nextInt(700_000));
        facts.put("source_edition", random.nextInt(4) == 0 ? "standard" : "enterprise");
        facts.put("source_release", RELEASES.get(random.nextInt(RELEASES.size())));
        facts.put("target_release", random.nextInt(3) == 0 ? "23.6" : "19.22");
        if (random.nextInt(5) == 0) {
            facts.keySet().removeIf(name -> random.nextInt(2) == 0);
        }
        return facts;
    }

    private static Duration window(Random random) {
        return random.nextInt(20) == 0 ? null : Duration.ofMinutes(10 + random.nextInt(3000));
    }

    private static MethodAssessment assess(MethodRules rules, Map<String, Object> facts, Duration window) {
        return new MethodAssessor(rules).assess(facts, Rates.defaults(), window);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1726, 20_261_121})
    void sameFactsGiveTheSameAnswerInWhateverOrderTheyCome(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < SHEETS; i++) {
            Map<String, Object> facts = sheet(random);
            Duration window = window(random);
            List<Map.Entry<String, Object>> entries = new ArrayList<>(facts.entrySet());
            Collections.shuffle(entries, random);
            Map<String, Object> other = new LinkedHashMap<>();
            entries.forEach(entry -> other.put(entry.getKey(), entry.getValue()));
            assertThat(assess(RULES, other, window)).isEqualTo(assess(RULES, facts, window));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 1726, 20_261_121})
    void everyMethodHasOneRankOfItsOwnAndOpenOnesComeFirst(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < SHEETS; i++) {
            Map<String, Object> facts = sheet(random);
            MethodAssessment assessment = assess(RULES, facts, window(random));
            assertThat(assessment.methods()).extracting(Judged::rank).containsExactly(1, 2, 3, 4, 5, 6);
            assertThat(new TreeSet<>(
                            assessment.methods().stream().map(Judged::method).toList()))
                    .hasSize(6);
            List<Judged> rest = assessment.methods().stream()
                    .filter(one -> one.method() != assessment.preferred())
                    .toList();
            for (int at = 1; at < rest.size(); at++) {
                Judged before = rest.get(at - 1);
                Judged after = rest.get(at);
                assertThat(before.eligible() || !after.eligible())
                        .as("%s", assessment.reasons())
                        .isTrue();
                assertThat(before.eligible() != after.eligible() || before.score() >= after.score())
                        .isTrue();
            }
            if (assessment.preferred() != null) {
                assertThat(assessment.methods().get(0).method()).isEqualTo(assessment.preferred());
                assertThat(assessment.methods().get(0).eligible()).isNotEqualTo(assessment.afterRemedy());
            }
        }
    }

    /** A new rule that closes one method: that method never rises, and no other one falls. */
    @ParameterizedTest
    @ValueSource(longs = {3, 1726, 20_261_121})
    void aBlockerNeverImprovesAMethod(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < SHEETS; i++) {
            Map<String, Object> facts = sheet(random);
            Duration window = window(random);
            Method closed = Method.values()[random.nextInt(6)];
            boolean remediable = random.nextBoolean();
            List<MethodRules.Rule> more = new ArrayList<>(RULES.rules());
            more.add(new MethodRules.Rule(
                    "X1",
                    List.of(),
                    Map.of(closed, MethodRules.Severity.BLOCKER),
                    Map.of(),
                    remediable,
                    remediable ? random.nextInt(9) : 0,
                    "closed for this test",
                    "open it"));
            MethodAssessment before = assess(RULES, facts, window);
            MethodAssessment after = assess(new MethodRules(more, RULES.facts()), facts, window);
            Judged was = before.judged(closed);
            Judged is = after.judged(closed);
            assertThat(is.eligible()).isFalse();
            assertThat(is.score()).isLessThanOrEqualTo(was.score());
            assertThat(is.rank()).as("%s of %s", closed, facts).isGreaterThanOrEqualTo(was.rank());
            if (after.preferred() == closed) {
                assertThat(before.preferred()).as("%s of %s", closed, facts).isEqualTo(closed);
                assertThat(after.afterRemedy()).isTrue();
            }
            for (Judged other : after.methods()) {
                if (other.method() != closed) {
                    Judged there = before.judged(other.method());
                    assertThat(other.eligible()).isEqualTo(there.eligible());
                    assertThat(other.score()).isEqualTo(there.score());
                    assertThat(other.blockers()).isEqualTo(there.blockers());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 1726, 20_261_121})
    void aWiderWindowOrFasterRatesCloseNothing(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < SHEETS; i++) {
            Map<String, Object> facts = sheet(random);
            Duration window = Duration.ofMinutes(10 + random.nextInt(3000));
            MethodAssessment before = assess(RULES, facts, window);
            MethodAssessment wider = assess(RULES, facts, window.multipliedBy(2));
            MethodAssessment faster = ASSESSOR.assess(
                    facts,
                    Rates.defaults()
                            .with("export", 800)
                            .with("import", 600)
                            .with("read", 2000)
                            .with("metadata", 80),
                    window);
            for (Method method : Method.values()) {
                if (before.judged(method).eligible()) {
                    assertThat(wider.judged(method).eligible())
                            .as("wider: %s", method)
                            .isTrue();
                    assertThat(faster.judged(method).eligible())
                            .as("faster: %s", method)
                            .isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 1726, 20_261_121})
    void everyClosedMethodSaysWhyAndEveryAnswerHasItsRow(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < SHEETS; i++) {
            Map<String, Object> facts = sheet(random);
            MethodAssessment assessment = assess(RULES, facts, window(random));
            assertThat(assessment.reasons())
                    .filteredOn(reason -> reason.startsWith("Row " + assessment.row() + ": "))
                    .hasSize(1);
            for (Judged one : assessment.methods()) {
                List<Reason> all = new ArrayList<>(one.blockers());
                all.addAll(one.warnings());
                assertThat(all).allSatisfy(reason -> {
                    assertThat(reason.text()).isNotBlank();
                    assertThat(reason.remedy()).isNotBlank();
                    assertThat(reason.rule().equals("R01") || !reason.facts().isBlank())
                            .as(reason.rule())
                            .isTrue();
                });
                if (!one.eligible()) {
                    assertThat(one.blockers().isEmpty() && one.lacking().isEmpty())
                            .as("%s is closed without a reason: %s", one.method(), assessment.reasons())
                            .isFalse();
                    String name = one.method().key();
                    assertThat(assessment.reasons())
                            .as(name)
                            .anyMatch(reason -> reason.startsWith(name + " is closed by ")
                                    || reason.startsWith(name + " has no estimate until ")
                                    || assessment.preferred() == one.method() && reason.startsWith("Row 8"));
                }
                one.unjudged()
                        .forEach(rule -> assertThat(assessment.questions())
                                .as("%s cannot be judged, and nothing asks why", rule)
                                .anyMatch(question -> question.rules().contains(rule)
                                        && question.couldClose()
                                                .contains(one.method().key())));
            }
        }
    }

    /** To learn a fact never turns an open question of another rule into silence: it speaks, is denied, or still asks. */
    @ParameterizedTest
    @ValueSource(longs = {6, 1726})
    void whatIsUnknownIsAskedForAndNeverDecided(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < SHEETS; i++) {
            Map<String, Object> facts = sheet(random);
            Duration window = window(random);
            MethodAssessment whole = assess(RULES, facts, window);
            String fact = new ArrayList<>(facts.keySet()).get(random.nextInt(facts.size()));
            Map<String, Object> less = new TreeMap<>(facts);
            less.remove(fact);
            MethodAssessment without = assess(RULES, less, window);
            for (Method method : Method.values()) {
                List<String> blockers = rules(whole.judged(method).blockers());
                List<String> still = rules(without.judged(method).blockers());
                List<String> asks = without.judged(method).unjudged();
                for (String rule : blockers) {
                    if (rule.equals("OUTAGE")) {
                        continue;
                    }
                    MethodRules.Rule found = RULES.rules().stream()
                            .filter(one -> one.id().equals(rule))
                            .findFirst()
                            .orElseThrow();
                    boolean reads = found.when().stream()
                            .anyMatch(condition ->
                                    ComputedFacts.inputs(condition.fact()).contains(fact)
                                            || condition.other() != null
                                                    && ComputedFacts.inputs(condition.other())
                                                            .contains(fact));
                    boolean sized = List.of(
                                    "data_gb",
                                    "files_gb",
                                    "gg_none_gb",
                                    "gg_bad_key_gb",
                                    "redo_mb_s",
                                    "incremental_gb",
                                    "basicfile_lobs",
                                    "target_release")
                            .contains(fact);
                    assertThat(still.contains(rule) || asks.contains(rule) || sized || rule.startsWith("R09") && reads)
                            .as("%s of %s vanished without %s", rule, method, fact)
                            .isTrue();
                }
            }
        }
    }

    private static List<String> rules(List<Reason> reasons) {
        return reasons.stream().map(Reason::rule).toList();
    }
}
