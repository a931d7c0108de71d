package io.gulliver.domain.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.people.Speaker;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GateDecisionTest {
    private static final GateCriterion MET = new GateCriterion("rows", "Rows agree", GateCriterion.MET, "0 = 0");
    private static final GateCriterion OPEN = new GateCriterion("lag", "No lag", GateCriterion.NOT_MET, "7 s > 5 s");

    private static PersonCommand says(
            String person, String outcome, @Nullable String evidence, @Nullable String reason, String... waived) {
        return new PersonCommand(
                CommandRulesTest.MIGRATION,
                Verb.DECIDE,
                CommandRulesTest.STEP,
                outcome,
                reason,
                List.of(waived),
                evidence,
                person,
                new Speaker(person, person, Set.of("dba")));
    }

    private static GateApproval said(String person, boolean approved, @Nullable String evidence) {
        return new GateApproval("t1", "c-" + person, person, person, approved, evidence, null, Instant.EPOCH);
    }

    private static GateDecision decision(
            PersonCommand command, boolean fourEyes, List<GateCriterion> criteria, GateApproval... before) {
        return new GateDecision(
                command, CommandRulesTest.task(TaskKind.GATE, fourEyes, null), criteria, List.of(before));
    }

    @Test
    void fourEyesAreTwoPersonsOnTheSameEvidence() {
        PersonCommand ana = says("ana", "approve", "e1", null);

        assertThat(decision(ana, false, List.of()).settles()).isTrue();
        assertThat(decision(ana, true, List.of()).settles()).isFalse();
        assertThat(decision(ana, true, List.of(), said("ben", true, "e1")).settles())
                .isTrue();
        assertThat(decision(ana, true, List.of(), said("ben", true, "e0")).settles())
                .as("other evidence")
                .isFalse();
        assertThat(decision(ana, true, List.of(), said("ben", false, "e1")).settles())
                .as("the other one rejected")
                .isFalse();
    }

    @Test
    void nobodyIsTheSecondPersonToThemselves() {
        GateDecision again = decision(says("ana", "approve", "e1", null), true, List.of(), said("ana", true, "e1"));

        assertThat(again.violation()).map(RuleViolation::kind).contains(RuleViolation.Kind.NOT_YOU);
        assertThat(again.settles()).isFalse();
    }

    @Test
    void aChangedMindOrChangedEvidenceReplacesTheEarlierDecision() {
        GateApproval earlier = said("ana", true, "e1");
        GateDecision rejected = decision(says("ana", "reject", "e1", "No"), true, List.of(), earlier);
        GateDecision fresh = decision(says("ana", "approve", "e2", null), true, List.of(), earlier);

        assertThat(rejected.violation()).isEmpty();
        assertThat(rejected.settles()).as("one rejection is enough").isTrue();
        assertThat(rejected.earlier()).contains(earlier);
        assertThat(fresh.violation()).isEmpty();
        assertThat(fresh.settles()).isFalse();
        assertThat(fresh.earlier()).contains(earlier);
    }

    @Test
    void aCriterionThatIsNotMetIsWaivedByNameAndWithAReason() {
        List<GateCriterion> criteria = List.of(MET, OPEN);

        assertThat(decision(says("ana", "approve", null, null), false, criteria).violation())
                .get()
                .satisfies(violation -> {
                    assertThat(violation.kind()).isEqualTo(RuleViolation.Kind.NOT_NOW);
                    assertThat(violation.message())
                            .contains("lag (No lag: not met)")
                            .doesNotContain("rows");
                });
        assertThat(decision(says("ana", "approve", null, null, "lag"), false, criteria)
                        .violation())
                .map(RuleViolation::kind)
                .contains(RuleViolation.Kind.NOT_SO);
        assertThat(decision(says("ana", "approve", null, "Agreed", "lag", "speed"), false, criteria)
                        .violation())
                .map(RuleViolation::message)
                .hasValueSatisfying(message -> assertThat(message).contains("no criterion speed"));
        assertThat(decision(says("ana", "approve", null, "Agreed", "lag"), false, criteria)
                        .violation())
                .isEmpty();
        assertThat(decision(says("ana", "reject", null, "No"), false, criteria).violation())
                .as("nothing stands against a rejection")
                .isEmpty();
    }
}
