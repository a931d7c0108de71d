package io.gulliver.persistence;

import static io.gulliver.persistence.Atlas.ANA;
import static io.gulliver.persistence.Atlas.BEN;
import static io.gulliver.persistence.Atlas.MIA;
import static io.gulliver.persistence.Atlas.VIC;
import static io.gulliver.persistence.Atlas.batch;
import static io.gulliver.persistence.Atlas.command;
import static io.gulliver.persistence.Atlas.entry;
import static io.gulliver.persistence.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.persistence.command.CommandRow;
import io.gulliver.persistence.command.CommandState;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.command.Speaker;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the command store promises: one row a key, the right people, two persons where two are wanted. */
class CommandStoreTest {
    @Nested
    class OnH2 extends Contract {
        OnH2() {
            super(Engine.H2);
        }
    }

    @Nested
    class OnPostgres extends Contract {
        OnPostgres() {
            super(Engine.POSTGRES);
        }
    }

    abstract static class Contract extends StoreContract {
        Contract(Engine engine) {
            super(engine);
        }

        private Migration atTheGate() {
            Migration m = Atlas.migration(stores);
            stores.journal().flush(batch(m.id(), 1, entry(1, run("decide", StepState.WAITING_PERSON))));
            return m;
        }

        @Test
        void theSameCommandTwiceAtOnceIsOneRow() throws Exception {
            Migration m = atTheGate();
            NewCommand said = command(m.id(), m.id() + "-1", Verb.DECIDE, "decide", "approve", ANA);

            List<CommandRow> rows =
                    atOnce(Collections.nCopies(6, () -> stores.commands().record(said)));

            assertThat(rows).allSatisfy(row -> assertThat(row).isEqualTo(rows.get(0)));
            assertThat(stores.commands().list(m.id(), 10)).hasSize(1);
        }

        @Test
        void theSameCommandWithoutAStepTwiceAtOnceIsOneRow() throws Exception {
            Migration m = Atlas.migration(stores);
            NewCommand said = command(m.id(), m.id() + "-1", Verb.PAUSE, null, null, ANA);

            atOnce(Collections.nCopies(6, () -> stores.commands().record(said)));

            assertThat(stores.commands().list(m.id(), 10)).hasSize(1);
        }

        @Test
        void refusesTheSameKeyWithOtherContent() {
            Migration m = Atlas.migration(stores);
            stores.commands().record(command(m.id(), m.id() + "-1", Verb.PAUSE, null, null, ANA));

            assertThatThrownBy(() ->
                            stores.commands().record(command(m.id(), m.id() + "-1", Verb.RESUME, null, null, ANA)))
                    .isInstanceOf(IdempotencyConflictException.class);
        }

        @Test
        void refusesWhoLacksTheRoleAndKeepsTheAttemptOnRecord() {
            Migration m = Atlas.migration(stores);

            assertThatThrownBy(
                            () -> stores.commands().record(command(m.id(), m.id() + "-1", Verb.ABORT, null, null, VIC)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("cutover-manager");

            assertThat(stores.commands().find(m.id() + "-1")).isEmpty();
            assertThat(stores.audit()
                            .list("atlas", "migration/" + m.id(), null, 10)
                            .rows())
                    .anySatisfy(row -> assertThat(row.event().action()).isEqualTo("command.refused"));
        }

        @Test
        void twoPersonsMustApproveAndTheFirstIsNotDelivered() {
            Migration m = atTheGate();
            CommandRow first =
                    stores.commands().record(command(m.id(), m.id() + "-1", Verb.DECIDE, "decide", "approve", ANA));
            assertThat(first.state()).isEqualTo(CommandState.AWAITING_SECOND);
            assertThat(stores.commands().order(m.id() + "-1")).isEmpty();

            assertThatThrownBy(() -> stores.commands()
                            .record(command(m.id(), m.id() + "-2", Verb.DECIDE, "decide", "approve", ANA)))
                    .isInstanceOf(RefusedException.class);
            Speaker otherAccount = new Speaker("Ana (private)", ANA.subject(), Set.of("approver"));
            assertThatThrownBy(() -> stores.commands()
                            .record(command(m.id(), m.id() + "-3", Verb.DECIDE, "decide", "approve", otherAccount)))
                    .as("a second account of the same person")
                    .isInstanceOf(RefusedException.class);

            CommandRow second =
                    stores.commands().record(command(m.id(), m.id() + "-4", Verb.DECIDE, "decide", "approve", BEN));
            assertThat(second.state()).isEqualTo(CommandState.RECORDED);
            assertThat(stores.commands().order(m.id() + "-4")).contains(second.order());

            stores.commands().settled(m.id() + "-4", true, "Gate passed.", clock.instant());
            assertThat(stores.commands().find(m.id() + "-1").orElseThrow().state())
                    .isEqualTo(CommandState.APPLIED);
        }

        @Test
        void ofTwoWhoApproveAtOnceExactlyOneIsTheSecond() throws Exception {
            Migration m = atTheGate();

            List<CommandRow> rows = atOnce(List.of(
                    () -> stores.commands()
                            .record(command(m.id(), m.id() + "-1", Verb.DECIDE, "decide", "approve", ANA)),
                    () -> stores.commands()
                            .record(command(m.id(), m.id() + "-2", Verb.DECIDE, "decide", "approve", BEN))));

            assertThat(rows)
                    .extracting(CommandRow::state)
                    .containsExactlyInAnyOrder(CommandState.AWAITING_SECOND, CommandState.RECORDED);
        }

        @Test
        void approvalsOfDifferentEvidenceDoNotCountTogether() {
            Migration m = atTheGate();
            stores.commands().record(command(m.id(), m.id() + "-1", Verb.DECIDE, "decide", "approve", ANA));
            NewCommand other = new NewCommand(
                    m.id(),
                    command(m.id(), m.id() + "-2", Verb.DECIDE, "decide", "approve", BEN)
                            .order(),
                    "f".repeat(64),
                    BEN);

            assertThat(stores.commands().record(other).state()).isEqualTo(CommandState.AWAITING_SECOND);
        }

        /** A gate whose one criterion is not met. */
        private Migration atTheGateWithADifference() {
            Migration m = Atlas.migration(stores);
            StepRun run = run("decide", StepState.WAITING_PERSON);
            Map<String, Object> inputs = Map.of(
                    GateCriterion.INPUT,
                    List.of(
                            new GateCriterion("same", "Tables are equal", GateCriterion.NOT_MET, "1 == 0").asInput(),
                            new GateCriterion("quiet", "Source is quiet", GateCriterion.MET, "true").asInput()));
            stores.journal()
                    .flush(batch(
                            m.id(),
                            1,
                            entry(
                                    1,
                                    new StepRun(
                                            run.key(),
                                            run.state(),
                                            run.attempt(),
                                            run.iteration(),
                                            run.round(),
                                            run.failures(),
                                            run.order(),
                                            inputs,
                                            run.outputs(),
                                            run.items(),
                                            run.job(),
                                            run.failure(),
                                            run.reason(),
                                            run.progress(),
                                            run.wakeAt(),
                                            run.startedAt(),
                                            run.endedAt(),
                                            run.waitedSince(),
                                            run.waitedSeconds(),
                                            run.factsVersion()))));
            return m;
        }

        private NewCommand waiving(Migration m, String key, List<String> waived, @Nullable String reason, Speaker who) {
            return new NewCommand(
                    m.id(),
                    new CommandOrder(
                            m.id() + key,
                            Verb.DECIDE,
                            io.gulliver.domain.migration.StepKey.of("decide"),
                            null,
                            "approve",
                            reason,
                            who.name(),
                            GateCriterion.waiving(waived)),
                    null,
                    who);
        }

        @Test
        void aCriterionThatIsNotMetIsApprovedByNobodyWithoutAWaiverAndAReason() {
            Migration m = atTheGateWithADifference();

            assertThatThrownBy(() -> stores.commands().record(waiving(m, "-1", List.of(), "all is well", ANA)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("same (Tables are equal: not met)")
                    .hasMessageContaining("waiver");
            assertThatThrownBy(() -> stores.commands().record(waiving(m, "-2", List.of("same"), " ", ANA)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("needs a reason");
            assertThatThrownBy(() -> stores.commands().record(waiving(m, "-3", List.of("same", "x"), "why", ANA)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("no criterion x");
            assertThat(stores.commands()
                            .record(command(m.id(), m.id() + "-4", Verb.DECIDE, "decide", "reject", ANA))
                            .state())
                    .as("rejecting needs no waiver")
                    .isEqualTo(CommandState.RECORDED);
        }

        @Test
        void eachOfTwoApproversWaivesForHimselfAndItIsOnRecord() {
            Migration m = atTheGateWithADifference();

            assertThat(stores.commands()
                            .record(waiving(m, "-1", List.of("same"), "a test row", ANA))
                            .state())
                    .isEqualTo(CommandState.AWAITING_SECOND);
            assertThatThrownBy(() -> stores.commands().record(waiving(m, "-2", List.of(), "as Ana says", BEN)))
                    .as("the first one's waiver is not the second one's")
                    .isInstanceOf(RefusedException.class);
            assertThat(stores.commands()
                            .record(waiving(m, "-3", List.of("same"), "a test row, seen", BEN))
                            .state())
                    .isEqualTo(CommandState.RECORDED);
            assertThat(stores.audit()
                            .list("atlas", "migration/" + m.id(), null, 10)
                            .rows())
                    .anySatisfy(row -> assertThat(row.event().details())
                            .containsEntry(GateCriterion.WAIVED, List.of("same"))
                            .containsEntry("reason", "a test row, seen"));
        }

        @Test
        void oneRejectionIsEnough() {
            Migration m = atTheGate();
            assertThat(stores.commands()
                            .record(command(m.id(), m.id() + "-1", Verb.DECIDE, "decide", "reject", ANA))
                            .state())
                    .isEqualTo(CommandState.RECORDED);
        }

        @Test
        void refusesADecisionWhenNoGateIsOpen() {
            Migration m = Atlas.migration(stores);
            assertThatThrownBy(() -> stores.commands()
                            .record(command(m.id(), m.id() + "-1", Verb.DECIDE, "decide", "approve", ANA)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("no open gate");
        }

        @Test
        void completesATaskOnlyByWhoHoldsIt() {
            Migration m = Atlas.migration(stores);
            stores.journal().flush(batch(m.id(), 1, entry(1, run("sign", StepState.WAITING_PERSON))));
            String task = stores.tasks()
                    .open(m.id(), io.gulliver.domain.migration.StepKey.of("sign"))
                    .orElseThrow()
                    .id();
            stores.tasks().claim(task, ANA);

            assertThatThrownBy(() -> stores.commands()
                            .record(command(m.id(), m.id() + "-1", Verb.COMPLETE, "sign", "done", BEN)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("Ana");
            assertThat(stores.commands()
                            .record(command(m.id(), m.id() + "-2", Verb.COMPLETE, "sign", "done", ANA))
                            .state())
                    .isEqualTo(CommandState.RECORDED);
        }

        @Test
        void saysNothingToAnEndedMigration() {
            Migration m = Atlas.migration(stores);
            stores.journal().flush(batch(m.id(), 1, Atlas.ended(1, 1)));
            assertThatThrownBy(
                            () -> stores.commands().record(command(m.id(), m.id() + "-1", Verb.PAUSE, null, null, MIA)))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("ended");
        }

        @Test
        void offersWhatIsDueAndKeepsTheFirstOutcome() {
            Migration m = Atlas.migration(stores);
            String id = m.id() + "-1";
            stores.commands().record(command(m.id(), id, Verb.PAUSE, null, null, ANA));
            assertThat(stores.commands().due(clock.instant(), clock.instant(), 1000))
                    .anyMatch(c -> c.order().id().equals(id));

            stores.commands().postponed(id, clock.instant().plusSeconds(5), "The engine does not answer.");
            assertThat(stores.commands().due(clock.instant(), clock.instant(), 1000))
                    .noneMatch(c -> c.order().id().equals(id));
            assertThat(stores.commands().due(clock.instant().plusSeconds(5), clock.instant(), 1000))
                    .anyMatch(c -> c.order().id().equals(id));

            stores.commands().delivered(id, clock.instant());
            assertThat(stores.commands().due(clock.instant().plusSeconds(9), clock.instant(), 1000))
                    .noneMatch(c -> c.order().id().equals(id));
            assertThat(stores.commands().due(clock.instant(), clock.instant().plusSeconds(1), 1000))
                    .as("without an outcome it is offered again")
                    .anyMatch(c -> c.order().id().equals(id));

            stores.commands().settled(id, true, "Paused.", clock.instant());
            stores.commands().settled(id, false, "Late news.", clock.instant());
            assertThat(stores.commands().find(id).orElseThrow().message()).isEqualTo("Paused.");
        }
    }
}
