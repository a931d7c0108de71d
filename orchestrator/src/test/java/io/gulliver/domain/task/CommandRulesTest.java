package io.gulliver.domain.task;

import static io.gulliver.domain.people.RuleViolation.Kind.NOT_NOW;
import static io.gulliver.domain.people.RuleViolation.Kind.NOT_SO;
import static io.gulliver.domain.people.RuleViolation.Kind.NOT_YOU;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.people.Speaker;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CommandRulesTest {
    static final MigrationId MIGRATION = new MigrationId("p.db.1");
    static final StepKey STEP = StepKey.parse("decide");

    static Task task(TaskKind kind, boolean fourEyes, @Nullable String holder) {
        return new Task(
                "t1",
                "p",
                MIGRATION,
                "db",
                STEP,
                null,
                kind,
                "dba",
                "Go or no-go",
                null,
                fourEyes,
                0,
                holder,
                holder,
                null,
                null,
                Instant.EPOCH,
                null,
                null,
                1);
    }

    static PersonCommand command(Verb verb, @Nullable String outcome, @Nullable String reason, String... roles) {
        return new PersonCommand(
                MIGRATION,
                verb,
                verb.concernsStep() ? STEP : null,
                outcome,
                reason,
                List.of(),
                null,
                "ana",
                new Speaker("ana", "ana", Set.of(roles)));
    }

    private static RuleViolation.@Nullable Kind kind(PersonCommand command, @Nullable Task task) {
        return CommandRules.violation(command, task).map(RuleViolation::kind).orElse(null);
    }

    @ParameterizedTest
    @CsvSource({
        "PAUSE,,false",
        "RESUME,,false",
        "RETRY,,false",
        "SKIP,,true",
        "ABORT,,true",
        "ROLL_BACK,,true",
        "FALL_BACK,,true",
        "COMPLETE,done,false",
        "DECIDE,approve,false",
        "DECIDE,reject,true"
    })
    void whatEndsLeavesOutOrTurnsDownNeedsAReason(Verb verb, @Nullable String outcome, boolean needed) {
        assertThat(CommandRules.needsReason(verb, outcome)).isEqualTo(needed);
        assertThat(CommandRules.missing(verb, true, outcome, " ").contains(CommandRules.Missing.REASON))
                .isEqualTo(needed);
        assertThat(CommandRules.missing(verb, true, outcome, "because")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Verb.class)
    void whatConcernsAStepNamesIt(Verb verb) {
        assertThat(CommandRules.missing(verb, false, "approve", "because").contains(CommandRules.Missing.STEP))
                .isEqualTo(verb.concernsStep());
    }

    @Test
    void aGateIsApprovedOrRejectedAndNothingElse() {
        assertThat(kind(command(Verb.DECIDE, "perhaps", null, "dba"), task(TaskKind.GATE, true, null)))
                .isEqualTo(NOT_SO);
        assertThat(kind(command(Verb.DECIDE, "approve", null, "dba"), task(TaskKind.GATE, true, null)))
                .isNull();
        assertThat(kind(command(Verb.DECIDE, "approve", null, "dba"), task(TaskKind.TASK, false, null)))
                .isEqualTo(NOT_NOW);
        assertThat(kind(command(Verb.DECIDE, "approve", null, "dba"), null)).isEqualTo(NOT_NOW);
    }

    @Test
    void peopleSpeakForThemselvesOnly() {
        PersonCommand borrowed = new PersonCommand(
                MIGRATION,
                Verb.PAUSE,
                null,
                null,
                null,
                List.of(),
                null,
                "ben",
                new Speaker("ana", "ana", Set.of("dba")));

        assertThat(kind(borrowed, null)).isEqualTo(NOT_YOU);
    }

    @Test
    void aTaskThatAnotherHoldsIsCompletedByThatPerson() {
        assertThat(kind(command(Verb.COMPLETE, "done", null, "dba"), task(TaskKind.TASK, false, "ben")))
                .isEqualTo(NOT_NOW);
        assertThat(kind(command(Verb.COMPLETE, "done", null, "dba"), task(TaskKind.TASK, false, "ana")))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "PAUSE,dba,true", "PAUSE,viewer,false", "ABORT,dba,false", "ABORT,cutover-manager,true",
        "ROLL_BACK,migration-manager,true", "FALL_BACK,approver,false", "RETRY,storage,false", "SKIP,dba,true"
    })
    void eachVerbBelongsToItsRoles(Verb verb, String role, boolean allowed) {
        assertThat(kind(command(verb, null, "because", role), null)).isEqualTo(allowed ? null : NOT_YOU);
    }

    @Test
    void anApproverDecidesInWhosesoeverQueueTheGateStandsButCompletesNoTask() {
        assertThat(kind(command(Verb.DECIDE, "approve", null, "approver"), task(TaskKind.GATE, false, null)))
                .isNull();
        assertThat(kind(command(Verb.DECIDE, "approve", null, "storage"), task(TaskKind.GATE, false, null)))
                .isEqualTo(NOT_YOU);
        assertThat(kind(command(Verb.COMPLETE, "done", null, "approver"), task(TaskKind.TASK, false, null)))
                .isEqualTo(NOT_YOU);
    }

    @ParameterizedTest
    @CsvSource({"0,false", "600,false", "601,true", "-600,false", "-601,true"})
    void aCommandOlderThanTenMinutesOrFromTheFutureIsAskedForAgain(long secondsAgo, boolean outdated) {
        Instant now = Instant.parse("2026-03-07T20:00:00Z");
        assertThat(CommandDelivery.outdated(now.minusSeconds(secondsAgo), now).isPresent())
                .isEqualTo(outdated);
    }
}
