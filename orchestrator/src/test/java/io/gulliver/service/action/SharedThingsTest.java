package io.gulliver.service.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.persistence.StoreContract;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.shared.JdbcSharedStore;
import io.gulliver.persistence.shared.SharedStore;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.planning.method.TopologyProposal;
import io.gulliver.testing.Atlas;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What several databases share is built once, kept while anybody lands there, and removed by the last to let go. */
class SharedThingsTest extends StoreContract {
    private static final ControlAction.Patience ONE_LOOK = (condition, seconds) -> condition.getAsBoolean();

    private final Map<String, Map<String, Object>> recorded = new ConcurrentHashMap<>();
    private final List<MigrationId> carried = new CopyOnWriteArrayList<>();
    private SharedStore things;
    private SharedThings action;

    @BeforeAll
    void prepare() {
        things = new JdbcSharedStore(database);
        stores.playbooks().save(Atlas.HASH, "dpm-server", 1, "steps: []", PlaybookStore.SHIPPED);
        stores.playbooks().approve(Atlas.HASH, PlaybookStore.SHIPPED);
        action = new SharedThings(
                things,
                stores.migrations(),
                stores.playbooks(),
                stores.commands(),
                run -> carried.add(run.id()),
                (program, database, values, source) -> recorded.put(database, values),
                clock);
    }

    private StepCall call(Migration who, String server, Operation operation) {
        return call(who, server, operation, 1, 1);
    }

    private StepCall call(Migration who, String server, Operation operation, int generation, int attempt) {
        return new StepCall(
                who.id(),
                "atlas",
                who.database(),
                Purpose.PRODUCTION,
                generation,
                StepKey.of("acquire"),
                attempt,
                1,
                operation,
                "shared.acquire",
                Atlas.HASH,
                Map.of("kind", "server", "name", server, "playbook", "dpm-server", "facts", Map.of("memoryGib", 64)),
                Map.of(),
                null,
                1);
    }

    private StepResult say(Migration who, String server, Operation operation) {
        return action.invoke(call(who, server, operation), ONE_LOOK);
    }

    private MigrationId run(String server) {
        return things.find("atlas", "server", server).orElseThrow().run();
    }

    private void holds(MigrationId run, long seq) {
        stores.journal().flush(Atlas.batch(run, 1, Atlas.entry(seq, Atlas.run("build", StepState.DONE))));
    }

    private void ends(MigrationId run, long seq, RunOutcome outcome) {
        stores.journal()
                .flush(Atlas.batch(
                        run,
                        1,
                        new io.gulliver.contract.workflow.JournalEntry(
                                seq,
                                clock.instant(),
                                "migration ended",
                                null,
                                Atlas.control(1, seq, RunMode.ENDED, outcome),
                                null,
                                List.of(),
                                null)));
    }

    @Test
    void isBuiltOnceHoweverManyAskAtOnce() throws Exception {
        List<Migration> users = new ArrayList<>();
        List<Callable<StepResult>> asks = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Migration user = Atlas.migration(stores);
            users.add(user);
            asks.add(() -> say(user, "once", Operation.START));
        }
        List<StepResult> answers = atOnce(asks);
        assertThat(answers).noneMatch(StepResult::finished);
        assertThat(things.find("atlas", "server", "once").orElseThrow().users()).hasSize(users.size());
        assertThat(stores.migrations().running())
                .filteredOn(m -> m.database().equals("server:once"))
                .hasSize(1);
        assertThat(recorded.get("server:once")).containsEntry("memoryGib", 64);
    }

    @Test
    void isReadyWhenItsRunHasEndedWell() {
        Migration user = Atlas.migration(stores);
        say(user, "ready", Operation.START);
        assertThat(say(user, "ready", Operation.AWAIT).finished()).isFalse();
        holds(run("ready"), 1);
        ends(run("ready"), 2, RunOutcome.COMPLETED);
        StepResult answer = say(user, "ready", Operation.AWAIT);
        assertThat(answer.finished()).isTrue();
        assertThat(answer.outputs()).containsEntry("run", run("ready").value());
    }

    @Test
    void staysWhileAnybodyLandsThereAndGoesWithTheLast() {
        Migration first = Atlas.migration(stores);
        Migration second = Atlas.migration(stores);
        say(first, "shared", Operation.START);
        say(second, "shared", Operation.START);
        MigrationId run = run("shared");
        assertThat(say(first, "shared", Operation.UNDO).message()).contains("stays");
        assertThat(stores.commands().list(run, 10)).isEmpty();
        assertThatThrownBy(() -> say(second, "shared", Operation.UNDO))
                .isInstanceOf(ControlAction.Refused.class)
                .hasMessageContaining("still being removed");
        assertThat(stores.commands().list(run, 10))
                .extracting(CommandRow::order)
                .extracting(order -> order.verb().name())
                .containsExactly("ROLL_BACK");
        ends(run, 1, RunOutcome.ROLLED_BACK);
        assertThat(say(second, "shared", Operation.UNDO).message()).contains("removed");
        assertThat(things.find("atlas", "server", "shared").orElseThrow().run()).isNull();
    }

    @Test
    void anAbortedRunKeepsNothingOnceItsDatabaseRunsAgain() {
        Migration aborted = Atlas.migration(stores);
        say(aborted, "aborted", Operation.START);
        ends(aborted.id(), 1, RunOutcome.ABORTED);
        Migration other = Atlas.migration(stores);
        say(other, "aborted", Operation.START);
        assertThat(things.find("atlas", "server", "aborted").orElseThrow().users())
                .as("another database's run changes nothing")
                .containsExactlyInAnyOrder(aborted.id(), other.id());
        Migration again = Atlas.migration(stores, aborted.database());
        say(again, "aborted", Operation.START);
        assertThat(things.find("atlas", "server", "aborted").orElseThrow().users())
                .containsExactlyInAnyOrder(other.id(), again.id());
    }

    @Test
    void isBuiltAnewWhenItsRunWasAbortedAndSomebodyAsksAgain() {
        Migration user = Atlas.migration(stores);
        say(user, "halfway", Operation.START);
        MigrationId old = run("halfway");
        ends(old, 1, RunOutcome.ABORTED);
        assertThatThrownBy(() -> say(user, "halfway", Operation.AWAIT))
                .isInstanceOf(ControlAction.Refused.class)
                .hasMessageContaining("left it unfinished");
        say(user, "halfway", Operation.START);
        assertThat(run("halfway")).isNotNull().isNotEqualTo(old);
    }

    @Test
    void isNotCalledRemovedWhenItsRunWasAborted() {
        Migration user = Atlas.migration(stores);
        say(user, "left", Operation.START);
        ends(run("left"), 1, RunOutcome.ABORTED);
        assertThatThrownBy(() -> say(user, "left", Operation.UNDO))
                .isInstanceOf(ControlAction.Refused.class)
                .hasMessageContaining("is still there");
    }

    @Test
    void isBuiltAnewForWhoComesWhileItIsRemoved() {
        Migration leaving = Atlas.migration(stores);
        say(leaving, "again", Operation.START);
        MigrationId old = run("again");
        assertThatThrownBy(() -> say(leaving, "again", Operation.UNDO)).isInstanceOf(ControlAction.Refused.class);
        Migration coming = Atlas.migration(stores);
        assertThat(say(coming, "again", Operation.START).outputs()).containsEntry("built", false);
        assertThat(say(coming, "again", Operation.AWAIT).finished()).isFalse();
        ends(old, 1, RunOutcome.ROLLED_BACK);
        assertThat(say(coming, "again", Operation.AWAIT).finished()).isFalse();
        assertThat(run("again")).as("a watch has nothing built").isEqualTo(old);
        assertThat(say(leaving, "again", Operation.UNDO).message()).contains("built anew");
        assertThat(run("again")).isNotNull().isNotEqualTo(old);
        assertThat(carried).contains(run("again"));
    }

    @Test
    void aWatchThatTheEngineHasGivenUpMakesNobodyAUserAgain() {
        Migration leaving = Atlas.migration(stores);
        Migration staying = Atlas.migration(stores);
        say(leaving, "watched", Operation.START);
        say(staying, "watched", Operation.START);
        say(leaving, "watched", Operation.UNDO);
        assertThatThrownBy(() -> say(leaving, "watched", Operation.AWAIT))
                .isInstanceOf(ControlAction.Refused.class)
                .hasMessageContaining("does not land there any more");
        assertThat(things.find("atlas", "server", "watched").orElseThrow().users())
                .containsExactly(staying.id());
    }

    @Test
    void aStartOfBeforeTheUndoIsRefusedAndOneOfAfterItIsTaken() {
        Migration user = Atlas.migration(stores);
        // The undo may even overtake the start that it undoes.
        action.invoke(call(user, "late", Operation.UNDO, 2, 5), ONE_LOOK);
        for (int[] older : new int[][] {{1, 9}, {2, 4}, {2, 5}}) {
            assertThatThrownBy(() -> action.invoke(call(user, "late", Operation.START, older[0], older[1]), ONE_LOOK))
                    .isInstanceOf(ControlAction.Refused.class)
                    .hasMessageContaining("has let go of server late");
        }
        assertThat(things.find("atlas", "server", "late").orElseThrow().users()).isEmpty();
        assertThat(run("late")).as("nothing is built for nobody").isNull();
        action.invoke(call(user, "late", Operation.START, 2, 6), ONE_LOOK);
        assertThat(things.find("atlas", "server", "late").orElseThrow().users()).containsExactly(user.id());
        assertThat(run("late")).isNotNull();
    }

    @Test
    void whoWaitsIsToldWhenTheUndoThatRemovesItWasSkipped() {
        Migration leaving = Atlas.migration(stores);
        say(leaving, "skipped", Operation.START);
        MigrationId old = run("skipped");
        assertThatThrownBy(() -> say(leaving, "skipped", Operation.UNDO)).isInstanceOf(ControlAction.Refused.class);
        Migration coming = Atlas.migration(stores);
        say(coming, "skipped", Operation.START);
        ends(old, 1, RunOutcome.ROLLED_BACK);
        assertThat(say(coming, "skipped", Operation.AWAIT).finished()).isFalse();
        clock.advance(Duration.ofMinutes(11));
        assertThatThrownBy(() -> say(coming, "skipped", Operation.AWAIT))
                .isInstanceOf(ControlAction.Refused.class)
                .hasMessageContaining("ended ROLLED_BACK");
        action.invoke(call(coming, "skipped", Operation.START, 1, 2), ONE_LOOK);
        assertThat(run("skipped")).isNotNull().isNotEqualTo(old);
    }

    @Test
    void saysWhichPlaybookIsMissing() {
        StepCall wrong = call("nobook", "no-such-book", Operation.START);
        assertThatThrownBy(() -> action.invoke(wrong, ONE_LOOK))
                .isInstanceOf(ControlAction.Refused.class)
                .hasMessageContaining("no approved playbook 'no-such-book'");
    }

    @Test
    void aServerOfWhichNothingSaysWhatItIsToBeIsNotBuiltAndSaysWhatIsOpen() {
        for (Operation operation : List.of(Operation.START, Operation.EVALUATE)) {
            StepCall open = call("undecided", TopologyProposal.AUTO, operation);
            assertThatThrownBy(() -> action.invoke(open, ONE_LOOK))
                    .isInstanceOfSatisfying(ControlAction.Refused.class, refused -> {
                        assertThat(refused)
                                .hasMessageContaining(
                                        "Nothing decides whether server undecided is a partition or a guest of z/VM");
                        assertThat(refused.failure().code()).isEqualTo(FailureCode.INPUT_INVALID.name());
                        assertThat(refused.failure().advice())
                                .contains("HMC or a Feilong server", "shared.server.undecided.playbook", "retry");
                    });
        }
        assertThat(stores.migrations().running())
                .noneMatch(run -> run.database().equals("server:undecided"));
    }

    private StepCall call(String server, String playbook, Operation operation) {
        StepCall call = call(Atlas.migration(stores), server, operation);
        return new StepCall(
                call.migration(),
                call.program(),
                call.database(),
                call.purpose(),
                1,
                call.step(),
                1,
                1,
                operation,
                call.action(),
                call.playbookHash(),
                Map.of("kind", "server", "name", server, "playbook", playbook),
                Map.of(),
                null,
                1);
    }
}
