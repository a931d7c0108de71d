package io.gulliver.assessment.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.check.CheckMoment;
import io.gulliver.domain.check.CheckSeverity;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.check.CheckVerdict;
import io.gulliver.domain.check.CheckWaiver;
import io.gulliver.playbook.CheckRule;
import io.gulliver.playbook.CheckRules;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Findings of rules, facts and waivers. */
class TuningChecksTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 6, 11);
    private static final CheckSubject SERVER = CheckSubject.server("lnx07");
    private static final List<CheckRule> RULES = CheckRules.shipped().at(CheckMoment.DESIGN, CheckSubject.Kind.SERVER);

    /** A partition whose huge pages are fewer than its SGAs, on one path. */
    private static Map<String, Object> facts() {
        return new TreeMap<>(Map.of(
                "hypervisor.kind", "lpar",
                "hypervisor.vcpus", 8L,
                "hypervisor.plan_ifls", 8L,
                "memory.gib", 64.0,
                "memory.plan_gib", 64.0,
                "memory.sga_mb", 8192L,
                "pages.total", 7600L,
                "pages.size_kb", 1024L));
    }

    private static CheckFinding of(List<CheckFinding> findings, String check) {
        return findings.stream()
                .filter(one -> one.check().equals(check))
                .findFirst()
                .orElseThrow();
    }

    private static CheckWaiver waiver(String check, LocalDate until, String by) {
        return new CheckWaiver(
                check,
                SERVER,
                "the SGA shrinks with the next release",
                until,
                by,
                Instant.parse("2026-06-01T08:00:00Z"));
    }

    @Test
    void hasOneFindingForEachRule() {
        List<CheckFinding> findings = TuningChecks.judge(RULES, facts(), List.of(), TODAY);
        assertThat(findings)
                .extracting(CheckFinding::check)
                .containsExactlyInAnyOrderElementsOf(
                        RULES.stream().map(rule -> rule.head().id()).toList());
    }

    @Test
    void saysWhatItSawAndWanted() {
        CheckFinding finding = of(TuningChecks.judge(RULES, facts(), List.of(), TODAY), "LNX-HUGE-01");
        assertThat(finding.verdict()).isEqualTo(CheckVerdict.FAIL);
        assertThat(finding.severity()).isEqualTo(CheckSeverity.BLOCKER);
        assertThat(finding.seen()).isEqualTo("7600 huge pages of 1024 kB");
        assertThat(finding.wanted()).isEqualTo("pages for 8192 MB of SGAs");
        assertThat(finding.remedy()).contains("nr_hugepages");
        assertThat(finding.source()).isEqualTo("documents 000 and 004 (stated)");
    }

    @Test
    void putsWhatStopsAGateFirst() {
        List<CheckFinding> findings = TuningChecks.judge(RULES, facts(), List.of(), TODAY);
        assertThat(findings.get(0).check()).isEqualTo("LNX-HUGE-01");
        assertThat(TuningChecks.blocking(findings))
                .containsExactly(
                        "LNX-HUGE-01 Huge pages hold every SGA (blocker): seen 7600 huge pages of 1024 kB, wanted pages for 8192 MB of SGAs");
    }

    @Test
    void theOrderOfRulesChangesNothing() {
        List<CheckFinding> wanted = TuningChecks.judge(RULES, facts(), List.of(), TODAY);
        for (int seed = 0; seed < 30; seed++) {
            List<CheckRule> shuffled = new ArrayList<>(RULES);
            Collections.shuffle(shuffled, new Random(seed));
            assertThat(TuningChecks.judge(shuffled, facts(), List.of(), TODAY)).isEqualTo(wanted);
        }
    }

    @Test
    void anAbsentFactNeverPasses() {
        Map<String, Object> nothing = Map.of();
        assertThat(TuningChecks.judge(RULES, nothing, List.of(), TODAY))
                .allSatisfy(finding -> assertThat(finding.verdict()).isEqualTo(CheckVerdict.NOT_MEASURED))
                .allSatisfy(finding -> assertThat(finding.note()).startsWith("not known: "));
    }

    @Test
    void takingAwayAFactNeverLetsACheckPass() {
        for (String missing : facts().keySet()) {
            Map<String, Object> rest = facts();
            rest.remove(missing);
            List<CheckFinding> before = TuningChecks.judge(RULES, facts(), List.of(), TODAY);
            for (CheckFinding after : TuningChecks.judge(RULES, rest, List.of(), TODAY)) {
                if (after.verdict() == CheckVerdict.PASS) {
                    assertThat(of(before, after.check()).verdict()).isEqualTo(CheckVerdict.PASS);
                }
            }
        }
    }

    @Test
    void aWaiverLetsAFailedCheckPassUntilItsLastDay() {
        List<CheckWaiver> waivers = List.of(waiver("LNX-HUGE-01", TODAY, "Ada"));
        CheckFinding finding = of(TuningChecks.judge(RULES, facts(), waivers, TODAY), "LNX-HUGE-01");
        assertThat(finding.verdict()).isEqualTo(CheckVerdict.WAIVED);
        assertThat(finding.blocking()).isFalse();
        assertThat(finding.note()).isEqualTo("waived until 2026-06-11 by Ada: the SGA shrinks with the next release");
        CheckFinding after = of(TuningChecks.judge(RULES, facts(), waivers, TODAY.plusDays(1)), "LNX-HUGE-01");
        assertThat(after.verdict()).isEqualTo(CheckVerdict.FAIL);
        assertThat(after.blocking()).isTrue();
    }

    @Test
    void aWaiverOfAnotherCheckChangesNothing() {
        List<CheckWaiver> waivers = List.of(waiver("LNX-HUGE-04", TODAY, "Ada"));
        assertThat(TuningChecks.judge(RULES, facts(), waivers, TODAY))
                .isEqualTo(TuningChecks.judge(RULES, facts(), List.of(), TODAY));
    }

    @Test
    void aWaiverNeverMakesWhatIsNotMeasuredPass() {
        Map<String, Object> rest = facts();
        rest.remove("pages.total");
        List<CheckWaiver> waivers = List.of(waiver("LNX-HUGE-01", TODAY, "Ada"));
        assertThat(of(TuningChecks.judge(RULES, rest, waivers, TODAY), "LNX-HUGE-01")
                        .verdict())
                .isEqualTo(CheckVerdict.NOT_MEASURED);
    }

    @Test
    void theLongestOfSeveralWaiversIsTold() {
        List<CheckWaiver> waivers =
                List.of(waiver("LNX-HUGE-01", TODAY, "Ada"), waiver("LNX-HUGE-01", TODAY.plusDays(9), "Bo"));
        assertThat(of(TuningChecks.judge(RULES, facts(), waivers, TODAY), "LNX-HUGE-01")
                        .note())
                .contains("by Bo");
    }

    @Test
    void aWaiverNeedsAReasonAndAnEndThatIsNear() {
        assertThat(CheckWaiver.refusal("short", TODAY, TODAY)).isPresent();
        assertThat(CheckWaiver.refusal("a reason that helps", TODAY.minusDays(1), TODAY))
                .isPresent();
        assertThat(CheckWaiver.refusal("a reason that helps", TODAY.plusDays(181), TODAY))
                .isPresent();
        assertThat(CheckWaiver.refusal("a reason that helps", TODAY.plusDays(180), TODAY))
                .isEmpty();
        assertThat(CheckWaiver.refusal("a reason that helps", TODAY, TODAY)).isEmpty();
    }
}
