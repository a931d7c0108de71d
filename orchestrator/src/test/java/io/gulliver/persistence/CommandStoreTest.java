package io.gulliver.persistence;

import static io.gulliver.testing.Atlas.ANA;
import static io.gulliver.testing.Atlas.BEN;
import static io.gulliver.testing.Atlas.MIA;
import static io.gulliver.testing.Atlas.VIC;
import static io.gulliver.testing.Atlas.batch;
import static io.gulliver.testing.Atlas.command;
import static io.gulliver.testing.Atlas.entry;
import static io.gulliver.testing.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.Redelivery;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.CommandDelivery;
import io.gulliver.domain.task.GateApproval;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.domain.task.Task;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.CommandState;
import io.gulliver.service.migration.TaskService;
import io.gulliver.testing.Atlas;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the command store promises: one row a key, the right people, two persons where two are wanted. */
class CommandStoreTest extends StoreContract {

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

        assertThatThrownBy(() -> stores.commands().record(command(m.id(), m.id() + "-1", Verb.RESUME, null, null, ANA)))
                .isInstanceOf(IdempotencyConflictException.class);
    }

    @Test
    void refusesWhoLacksTheRoleAndKeepsTheAttemptOnRecord() {
        Migration m = Atlas.migration(stores);

        assertThatThrownBy(() -> stores.commands().record(command(m.id(), m.id() + "-1", Verb.ABORT, null, null, VIC)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("cutover-manager");

        assertThat(stores.commands().find(m.id() + "-1")).isEmpty();
        assertThat(stores.audit().list("atlas", "migration/" + m.id(), null, 10).rows())
                .anySatisfy(row -> assertThat(row.event().action()).isEqualTo("command.refused"));
    }

    /** Two tasks of one step, each ended by somebody else, and one that the run ended. */
    @Test
    void ofATaskThatEndedItSaysWhoEndedIt() {
        Migration m = Atlas.migration(stores);
        StepKey step = StepKey.of("decide");
        assertThat(stores.tasks().last(m.id(), step)).as("none yet").isEmpty();
        stores.journal().flush(batch(m.id(), 1, entry(1, run("decide", StepState.PARKED))));
        Task first = stores.tasks().last(m.id(), step).orElseThrow();
        assertThat(stores.commands().ended(first)).as("it is open").isEmpty();

        ended(m, 2, ANA, run("decide", StepState.RUNNING));
        stores.journal().flush(batch(m.id(), 1, entry(10, run("decide", StepState.PARKED))));
        Task second = stores.tasks().last(m.id(), step).orElseThrow();
        assertThat(second.id()).isNotEqualTo(first.id());
        ended(m, 11, MIA, run("decide", StepState.RUNNING));
        stores.journal().flush(batch(m.id(), 1, entry(20, run("decide", StepState.PARKED))));
        Task third = stores.tasks().last(m.id(), step).orElseThrow();
        stores.journal().flush(batch(m.id(), 1, entry(30, run("decide", StepState.DONE))));

        assertThat(List.of(first, second, third))
                .extracting(task -> stores.commands()
                        .ended(stores.tasks().find(task.id()).orElseThrow())
                        .map(row -> row.order().by())
                        .orElse("nobody"))
                .containsExactly("Ana", "Mia", "nobody");
        assertThat(stores.tasks().last(m.id(), step).orElseThrow().id())
                .as("none is open: that which ended last")
                .isEqualTo(third.id());
    }

    /** A retry, and what it did to the step, as the run log has them of one turn. */
    private void ended(Migration m, long seq, Speaker who, StepRun step) {
        String id = m.id() + "-" + seq;
        stores.commands().record(command(m.id(), id, Verb.RETRY, "decide", null, who));
        JournalEntry did = entry(seq, step);
        stores.journal()
                .flush(batch(
                        m.id(),
                        1,
                        did,
                        new JournalEntry(
                                seq + 1,
                                did.at(),
                                JournalEntry.COMMAND_APPLIED,
                                null,
                                null,
                                new CommandOutcome(id, true, "Retried."),
                                List.of(),
                                "Retried.")));
    }

    @Test
    void theAuditSaysForWhomADeputySpokeAndWasRefused() {
        Migration m = atTheGate();
        Atlas.account(stores, "carl", List.of(), List.of());
        Atlas.account(
                stores,
                "dora",
                List.of(new Account.HeldFunction("atlas", Function.APPROVER, null)),
                List.of(new Account.Deputy(
                        "carl", clock.instant(), clock.instant().plusSeconds(3600))));
        Speaker carl = new Speaker("carl", "carl", Set.of("approver"));
        stores.commands().record(command(m.id(), m.id() + "-1", Verb.DECIDE, "decide", "approve", carl));
        assertThatThrownBy(() -> stores.commands()
                        .record(command(m.id(), m.id() + "-2", Verb.DECIDE, "decide", "approve", carl)))
                .as("one voice, whoever it is for")
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> stores.commands().record(command(m.id(), m.id() + "-3", Verb.PAUSE, null, null, carl)))
                .as("steering is no function that is acted for")
                .isInstanceOf(RefusedException.class);
        Speaker dora = new Speaker("dora", "dora", Set.of("approver"));
        stores.commands().record(command(m.id(), m.id() + "-4", Verb.DECIDE, "decide", "approve", dora));

        assertThat(stores.audit().list("atlas", "migration/" + m.id(), null, 50).rows())
                .filteredOn(row -> row.event().action().startsWith("command."))
                .extracting(row -> row.event().action() + " " + row.event().actor() + " "
                        + row.event().details().get("for"))
                .containsExactlyInAnyOrder(
                        "command.recorded carl [dora]",
                        "command.refused carl [dora]",
                        "command.refused carl null",
                        "command.recorded dora null");
    }

    @Test
    void twoPersonsMustApproveAndTheFirstIsNotDelivered() {
        Migration m = atTheGate();
        CommandRow first =
                stores.commands().record(command(m.id(), m.id() + "-1", Verb.DECIDE, "decide", "approve", ANA));
        assertThat(first.state()).isEqualTo(CommandState.AWAITING_SECOND);
        assertThat(stores.commands().hear(m.id() + "-1", "task 1")).isEmpty();

        assertThatThrownBy(() ->
                        stores.commands().record(command(m.id(), m.id() + "-2", Verb.DECIDE, "decide", "approve", ANA)))
                .isInstanceOf(RefusedException.class);
        Speaker otherAccount = new Speaker("Ana (private)", ANA.subject(), Set.of("approver"));
        assertThatThrownBy(() -> stores.commands()
                        .record(command(m.id(), m.id() + "-3", Verb.DECIDE, "decide", "approve", otherAccount)))
                .as("a second account of the same person")
                .isInstanceOf(RefusedException.class);

        CommandRow second =
                stores.commands().record(command(m.id(), m.id() + "-4", Verb.DECIDE, "decide", "approve", BEN));
        assertThat(second.state()).isEqualTo(CommandState.RECORDED);
        assertThat(stores.commands().hear(m.id() + "-4", "task 1")).contains(second.order());

        stores.commands().settled(m.id() + "-4", true, "Gate passed.", clock.instant());
        assertThat(stores.commands().find(m.id() + "-1").orElseThrow().state()).isEqualTo(CommandState.APPLIED);
    }

    @Test
    void ofTwoWhoApproveAtOnceExactlyOneIsTheSecond() throws Exception {
        Migration m = atTheGate();

        List<CommandRow> rows = atOnce(List.of(
                () -> stores.commands().record(command(m.id(), m.id() + "-1", Verb.DECIDE, "decide", "approve", ANA)),
                () -> stores.commands().record(command(m.id(), m.id() + "-2", Verb.DECIDE, "decide", "approve", BEN))));

        assertThat(rows)
                .extracting(CommandRow::state)
                .containsExactlyInAnyOrder(CommandState.AWAITING_SECOND, CommandState.RECORDED);
    }

    /** Hash of what the gate shows, as a page has it in its form. */
    private String shown(Migration m) {
        return stores.tasks()
                .open(m.id(), StepKey.of("decide"))
                .flatMap(stores.tasks()::shown)
                .orElseThrow()
                .sha256();
    }

    private NewCommand decision(Migration m, String id, String outcome, @Nullable String evidence, Speaker who) {
        NewCommand said = command(m.id(), id, Verb.DECIDE, "decide", outcome, who);
        return new NewCommand(said.migration(), said.order(), evidence, said.speaker());
    }

    private CommandRow approve(Migration m, String id, Speaker who) {
        return stores.commands().record(decision(m, id, "approve", shown(m), who));
    }

    @Test
    void anApprovalNamesWhatTheGateShowsAndARejectionMay() {
        Migration m = atTheGate();

        assertThatThrownBy(() -> stores.commands().record(decision(m, m.id() + "-1", "approve", null, ANA)))
                .isInstanceOf(RefusedException.class)
                .satisfies(e -> assertThat(((RefusedException) e).kind()).isEqualTo(RuleViolation.Kind.NOT_SO))
                .hasMessageContaining("Send evidenceHash");
        for (String outcome : List.of("approve", "reject")) {
            assertThatThrownBy(() -> stores.commands().record(decision(m, m.id() + outcome, outcome, "deadbeef", ANA)))
                    .isInstanceOf(RefusedException.class)
                    .satisfies(e -> assertThat(((RefusedException) e).kind()).isEqualTo(RuleViolation.Kind.NOT_NOW))
                    .hasMessageContaining("does not show the evidence deadbeef")
                    .hasMessageContaining("It never showed the other");
        }
        Task task = stores.tasks().open(m.id(), StepKey.of("decide")).orElseThrow();
        assertThat(stores.tasks().approvals(task.id())).isEmpty();
        CommandRow rejected = stores.commands().record(decision(m, m.id() + "-2", "reject", null, ANA));
        assertThat(rejected.evidenceHash()).as("given on what the gate shows").isEqualTo(shown(m));
    }

    @Test
    void whoApprovesWhatTheGateShowedBeforeLearnsWhatHasChanged() {
        Migration m = Atlas.migration(stores);
        StepRun run = run("decide", StepState.WAITING_PERSON);
        stores.journal().flush(batch(m.id(), 1, entry(1, showing(run, Map.of("lag", "2 s", "rows", "equal")))));
        String read = shown(m);
        stores.journal().flush(batch(m.id(), 1, entry(2, showing(run, Map.of("lag", "90 s", "rows", "equal")))));

        assertThatThrownBy(() -> stores.commands().record(decision(m, m.id() + "-1", "approve", read, ANA)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Since then: gone 'lag = 2 s'; new 'lag = 90 s'.");
        assertThat(approve(m, m.id() + "-2", ANA).state()).isEqualTo(CommandState.AWAITING_SECOND);
    }

    @Test
    void aDecisionCarriesTheHashOfWhatTheGateShowsAndKeepsIt() throws Exception {
        Migration m = Atlas.migration(stores);
        stores.journal().flush(batch(m.id(), 1, entry(1, run("decide", StepState.WAITING_PERSON))));
        CommandRow first = approve(m, m.id() + "-1", ANA);
        String hash = String.valueOf(first.evidenceHash());
        assertThat(hash).matches("[0-9a-f]{64}");
        assertThat(approve(m, m.id() + "-1", ANA)).as("the same again").isEqualTo(first);
        Task task = stores.tasks().open(m.id(), StepKey.of("decide")).orElseThrow();
        assertThat(stores.tasks().approvals(task.id()))
                .extracting(GateApproval::evidenceHash)
                .containsExactly(hash);
        try (InputStream kept = stores.evidence().open(hash)) {
            assertThat(new String(kept.readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("Gate: Title of decide\nMigration: " + m.id() + ", step decide\n")
                    .contains("path = /u01", "size = 5");
        }
        assertThat(stores.evidence().list(m.id(), StepKey.of("decide")))
                .extracting(row -> row.ref().name() + " " + row.ref().sha256())
                .containsExactly("shown.txt " + hash);
        assertThat(approve(m, m.id() + "-2", BEN).state())
                .as("both saw the same")
                .isEqualTo(CommandState.RECORDED);
    }

    @Test
    void approvalsOfDifferentEvidenceDoNotCountTogether() {
        Migration m = Atlas.migration(stores);
        StepRun run = run("decide", StepState.WAITING_PERSON);
        stores.journal().flush(batch(m.id(), 1, entry(1, showing(run, Map.of("lag", "2 s")))));
        approve(m, m.id() + "-1", ANA);
        stores.journal().flush(batch(m.id(), 1, entry(2, showing(run, Map.of("lag", "90 s")))));

        assertThat(approve(m, m.id() + "-2", BEN).state()).isEqualTo(CommandState.AWAITING_SECOND);
    }

    @Test
    void aFileThatIsShownWithAGateIsInWhatAnApprovalNames() throws Exception {
        Migration m = atTheGate();
        Task gate = stores.tasks().open(m.id(), StepKey.of("decide")).orElseThrow();
        TaskService service = new TaskService(stores.tasks(), stores.evidence(), clock);
        String bare = shown(m);
        approve(m, m.id() + "-1", ANA);
        assertThat(shown(m)).as("what a decision kept is no file of the gate").isEqualTo(bare);

        service.attach(gate, "risk.txt", new ByteArrayInputStream(new byte[] {1}), ANA);
        assertThat(shown(m)).isNotEqualTo(bare);
        assertThatThrownBy(() -> stores.commands().record(decision(m, m.id() + "-2", "approve", bare, BEN)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(
                        "Since then: new 'Files'; new '" + Json.sha256(new String(new char[] {1})) + "  risk.txt'.");
        assertThat(stores.tasks().approvals(gate.id()))
                .as("given before, it keeps the hash that it named")
                .extracting(GateApproval::evidenceHash)
                .containsExactly(bare);
        assertThat(approve(m, m.id() + "-3", BEN).state())
                .as("two persons on the same evidence: the first saw no file")
                .isEqualTo(CommandState.AWAITING_SECOND);
        assertThat(approve(m, m.id() + "-4", ANA).state()).isEqualTo(CommandState.RECORDED);
    }

    @Test
    void aDecisionThatBringsAFileRestsOnWhatItsPersonSawAndTheFile() throws Exception {
        Migration m = atTheGate();
        Task gate = stores.tasks().open(m.id(), StepKey.of("decide")).orElseThrow();
        TaskService service = new TaskService(stores.tasks(), stores.evidence(), clock);
        String read = shown(m);
        for (int again = 0; again < 2; again++) {
            String named = service.attach(gate, "mine.txt", new ByteArrayInputStream(new byte[] {1}), ANA, read);
            assertThat(named).isNotEqualTo(read).isEqualTo(shown(m));
            assertThat(stores.commands()
                            .record(decision(m, m.id() + "-1", "approve", named, ANA))
                            .state())
                    .as("the same again is the same")
                    .isEqualTo(CommandState.AWAITING_SECOND);
        }
        service.attach(gate, "other.txt", new ByteArrayInputStream(new byte[] {2}), BEN);
        assertThat(service.attach(gate, "mine.txt", new ByteArrayInputStream(new byte[] {3}), ANA, read))
                .as("somebody else attached one meanwhile: what was read is not shown")
                .isEqualTo(read);
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
                                        run.factsVersion(),
                                        run.losses(),
                                        run.slotsHeld(),
                                        null))));
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
                shown(m),
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
                        .record(decision(m, m.id() + "-4", "reject", null, ANA))
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
        assertThat(stores.audit().list("atlas", "migration/" + m.id(), null, 10).rows())
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
        assertThatThrownBy(() ->
                        stores.commands().record(command(m.id(), m.id() + "-1", Verb.DECIDE, "decide", "approve", ANA)))
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

        assertThatThrownBy(() ->
                        stores.commands().record(command(m.id(), m.id() + "-1", Verb.COMPLETE, "sign", "done", BEN)))
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
        assertThatThrownBy(() -> stores.commands().record(command(m.id(), m.id() + "-1", Verb.PAUSE, null, null, MIA)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("ended");
    }

    private List<CommandRow> waiting(Migration m) {
        return stores.commands().waiting(20).stream()
                .filter(row -> row.migration().equals(m.id()))
                .toList();
    }

    @Test
    void offersWhatHasNoOutcomeInOrderAndKeepsTheFirstOutcome() {
        Migration m = Atlas.migration(stores);
        String id = m.id() + "-9";
        stores.commands().record(command(m.id(), id, Verb.PAUSE, null, null, ANA));
        stores.commands().record(command(m.id(), m.id() + "-1", Verb.RESUME, null, null, ANA));
        assertThat(waiting(m)).extracting(c -> c.order().id()).containsExactly(id, m.id() + "-1");

        stores.commands().postponed(id, clock.instant().plusSeconds(5), "The engine does not answer.");
        assertThat(waiting(m).get(0).nextAttemptAt()).isEqualTo(clock.instant().plusSeconds(5));
        stores.commands().delivered(id, clock.instant());
        assertThat(waiting(m).get(0).state()).isEqualTo(CommandState.DELIVERED);

        stores.commands().deliverAgain();
        assertThat(waiting(m)).hasSize(2).allSatisfy(row -> {
            assertThat(row.state()).isEqualTo(CommandState.RECORDED);
            assertThat(row.nextAttemptAt()).isNull();
        });

        stores.commands().settled(id, true, "Paused.", clock.instant());
        stores.commands().settled(id, false, "Late news.", clock.instant());
        assertThat(stores.commands().find(id).orElseThrow().message()).isEqualTo("Paused.");
        assertThat(waiting(m)).extracting(c -> c.order().id()).containsExactly(m.id() + "-1");
    }

    @Test
    void tellsACommandThatAnEngineLostFromOneReadTwiceInOneTask() {
        Migration m = Atlas.migration(stores);
        String id = m.id() + "-1";
        stores.commands().record(command(m.id(), id, Verb.PAUSE, null, null, ANA));

        assertThat(stores.commands().hear(id, "task 1").orElseThrow().redelivery())
                .isNull();
        assertThat(stores.commands().hear(id, "task 1").orElseThrow().redelivery())
                .as("the answer to the first reading was lost")
                .isNull();
        Redelivery again = stores.commands().hear(id, "task 2").orElseThrow().redelivery();
        assertThat(again).isNotNull();
        assertThat(again.refusal()).isNull();
    }

    @Test
    void refusesWhatWaitedTooLongAndWhatWasDecidedOnOtherEvidence() {
        Migration m = Atlas.migration(stores);
        StepRun shown = run("sign", StepState.WAITING_PERSON);
        stores.journal().flush(batch(m.id(), 1, entry(1, shown)));
        stores.commands().record(command(m.id(), m.id() + "-late", Verb.PAUSE, null, null, ANA));
        stores.commands().record(command(m.id(), m.id() + "-sign", Verb.COMPLETE, "sign", "done", ANA));
        stores.commands().hear(m.id() + "-sign", "task 1");
        stores.journal().flush(batch(m.id(), 1, entry(2, showing(shown, Map.of("size", 6)))));

        assertThat(stores.commands()
                        .hear(m.id() + "-sign", "task 2")
                        .orElseThrow()
                        .redelivery())
                .satisfies(again -> assertThat(again.refusal()).contains("step sign shows has changed"));
        clock.advance(CommandDelivery.LONGEST_WAIT.plusSeconds(1));
        assertThat(stores.commands()
                        .hear(m.id() + "-late", "task 1")
                        .orElseThrow()
                        .redelivery())
                .satisfies(again -> assertThat(again.refusal()).contains("10 minutes ago"));
    }

    @Test
    void timePlaceAndListOfCommandsSayOneOrder() throws Exception {
        Migration m = Atlas.migration(stores);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<CommandRow> second = database.inTransaction(() -> {
                // As a flush, or somebody who was faster and is not done yet.
                database.jdbc()
                        .sql("select id from migrations where id = :id for update")
                        .param("id", m.id().value())
                        .query(String.class)
                        .single();
                Future<CommandRow> waits = thread.submit(
                        () -> stores.commands().record(command(m.id(), m.id() + "-a", Verb.RESUME, null, null, BEN)));
                await().atMost(Duration.ofSeconds(60)).until(() -> waitForALock() == 1);
                clock.advance(Duration.ofMinutes(1));
                return waits;
            });
            assertThat(second.get(60, TimeUnit.SECONDS).recordedAt())
                    .as("not before the one that it waited for")
                    .isEqualTo(clock.instant());
        } finally {
            thread.shutdownNow();
        }
        clock.advance(Duration.ofMinutes(-5));
        try {
            stores.commands().record(command(m.id(), m.id() + "-b", Verb.PAUSE, null, null, ANA));
            assertThat(stores.commands().list(m.id(), 10))
                    .as("newest first, whatever the clock did")
                    .extracting(row -> row.order().id())
                    .containsExactly(m.id() + "-b", m.id() + "-a");
        } finally {
            clock.advance(Duration.ofMinutes(5));
        }
    }

    /** Sessions of this database that wait for another's row. */
    private int waitForALock() {
        return database.jdbc().sql("""
                select count(distinct waiting.pid) from pg_locks waiting join pg_locks held on held.pid = waiting.pid
                    and held.database = (select oid from pg_database where datname = current_database())
                where not waiting.granted
                """).query(Integer.class).single();
    }

    @Test
    void whatWasGivenBeforeTheClockWasSetBackGoesBackToItsPerson() {
        Migration m = Atlas.migration(stores);
        stores.commands().record(command(m.id(), m.id() + "-pause", Verb.PAUSE, null, null, ANA));
        Duration back = CommandDelivery.LONGEST_WAIT.plusSeconds(1);
        clock.advance(back.negated());
        try {
            assertThat(stores.commands()
                            .hear(m.id() + "-pause", "task 1")
                            .orElseThrow()
                            .redelivery())
                    .satisfies(again -> assertThat(again.refusal()).contains("clock was set back"));
        } finally {
            clock.advance(back);
        }
    }

    @Test
    void whatIsReturnedIsNotHeardAnyMoreAndBothApproversMaySpeakAgain() {
        Migration m = atTheGate();
        stores.commands().record(command(m.id(), m.id() + "-1", Verb.DECIDE, "decide", "approve", ANA));
        stores.commands().record(command(m.id(), m.id() + "-2", Verb.DECIDE, "decide", "approve", BEN));

        stores.commands().returned(m.id() + "-2", "The engine lost it.", clock.instant());

        assertThat(stores.commands().hear(m.id() + "-2", "task 2")).isEmpty();
        assertThat(List.of("-1", "-2"))
                .allSatisfy(n -> assertThat(stores.commands().find(m.id() + n).orElseThrow())
                        .satisfies(row -> {
                            assertThat(row.state()).isEqualTo(CommandState.RETURNED);
                            assertThat(row.message()).contains("The engine lost it.", "say it again");
                        }));
        assertThat(stores.commands()
                        .record(command(m.id(), m.id() + "-3", Verb.DECIDE, "decide", "approve", ANA))
                        .state())
                .isEqualTo(CommandState.AWAITING_SECOND);
        assertThat(stores.audit().list("atlas", "migration/" + m.id(), null, 10).rows())
                .anySatisfy(row -> assertThat(row.event().action()).isEqualTo("command.returned"));
    }

    private static StepRun showing(StepRun shown, Map<String, Object> inputs) {
        return new StepRun(
                shown.key(),
                shown.state(),
                shown.attempt(),
                shown.iteration(),
                shown.round(),
                shown.failures(),
                shown.order(),
                inputs,
                shown.outputs(),
                shown.items(),
                shown.job(),
                shown.failure(),
                shown.reason(),
                shown.progress(),
                shown.wakeAt(),
                shown.startedAt(),
                shown.endedAt(),
                shown.waitedSince(),
                shown.waitedSeconds(),
                shown.factsVersion(),
                shown.losses(),
                shown.slotsHeld(),
                null);
    }
}
