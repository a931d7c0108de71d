package io.gulliver.service.migration;

import static io.gulliver.testing.Atlas.batch;
import static io.gulliver.testing.Atlas.entry;
import static io.gulliver.testing.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.JournalChain;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.JournalMark;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Access;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.engine.EngineIdentity;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.CommandState;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.TestStore;
import io.temporal.client.WorkflowClient;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The store's chores against a Temporal engine: nothing is lost while it is down, nothing is said twice. */
@Tag("store")
class ControlOnTemporalTest {
    /** What the stand-in workflows were told, by migration: outside of them, as a ledger. */
    private static final Map<String, List<String>> HEARD = new ConcurrentHashMap<>();

    private static final AtomicInteger OPEN = new AtomicInteger();
    private static final AtomicInteger MOST_OPEN = new AtomicInteger();

    /** Takes commands and signals, and ends when told to abort. */
    public static final class StandIn implements MigrationWorkflow {
        private final MigrationInput input;
        private boolean over;

        @WorkflowInit
        public StandIn(MigrationInput input) {
            this.input = input;
        }

        @Override
        public RunOutcome run(MigrationInput same) {
            hear("run " + input.generation() + (input.resume() ? " resumed" : ""));
            Workflow.await(() -> over && Workflow.isEveryHandlerFinished());
            return RunOutcome.ABORTED;
        }

        @Override
        public CommandOutcome deliver(String commandId) {
            MOST_OPEN.accumulateAndGet(OPEN.incrementAndGet(), Math::max);
            try {
                hear(commandId);
                Workflow.sleep(Duration.ofMillis(50));
                if (commandId.contains("wrong")) {
                    throw ApplicationFailure.newNonRetryableFailure("It is too late for that.", "INPUT_INVALID");
                }
                over = commandId.contains("end");
                return new CommandOutcome(commandId, true, "Done.");
            } finally {
                OPEN.decrementAndGet();
            }
        }

        @Override
        public void replanned() {}

        @Override
        public void granted() {
            hear("granted");
        }

        @Override
        public MigrationState state() {
            return new MigrationState(Atlas.control(input.generation(), 7, RunMode.RUNNING, null), List.of());
        }

        @Override
        public JournalMark mark() {
            JournalEntry only = entry(7, Atlas.run("discover", StepState.DONE));
            return new JournalMark(
                    input.generation(), 6, 7, new JournalChain().add(only).hash());
        }

        private void hear(String word) {
            if (!io.temporal.workflow.unsafe.WorkflowUnsafe.isReplaying()) {
                HEARD.computeIfAbsent(
                                input.migration().value(), id -> new java.util.concurrent.CopyOnWriteArrayList<>())
                        .add(word);
            }
        }
    }

    private final MovableClock clock = new MovableClock();
    private final AtomicBoolean connected = new AtomicBoolean(true);
    private TestWorkflowEnvironment engine;
    private StoreDatabase database;
    private Stores stores;
    private MigrationService starter;
    private EngineIdentity identity;

    @BeforeEach
    void start() {
        HEARD.clear();
        engine = TestWorkflowEnvironment.newInstance();
        engine.newWorker(TaskQueues.CONTROL).registerWorkflowImplementationTypes(StandIn.class);
        engine.start();
        database = TestStore.open(clock);
        stores = Atlas.stores(database);
        Atlas.program(stores);
        identity = stores.engines().adopt("c1", "default", stores.engines().dataDirectory(), "start");
        starter = new MigrationService(
                stores.migrations(),
                stores.engines(),
                this::client,
                1,
                Duration.ofMinutes(10),
                stores.database().clock());
    }

    @AfterEach
    void stop() {
        engine.close();
        database.close();
    }

    private Optional<WorkflowClient> client() {
        return connected.get() ? Optional.of(engine.getWorkflowClient()) : Optional.empty();
    }

    private CommandOutbox outbox() {
        return new CommandOutbox(stores.commands(), stores.migrations(), stores.journal(), this::client, clock);
    }

    private Reconciler reconciler() {
        return new Reconciler(
                stores.migrations(), stores.journal(), stores.tasks(), stores.leases(), this::client, clock);
    }

    private List<String> heard(MigrationId id) {
        return HEARD.getOrDefault(id.value(), List.of());
    }

    private void awaitRun(MigrationId id, String word) {
        await().atMost(Duration.ofSeconds(20)).until(() -> heard(id).contains(word));
    }

    @Test
    void startsTheSameRequestOnce() {
        NewMigration wanted = Atlas.wanted("ORDERS");
        Migration first = starter.start(wanted);
        Migration second = starter.start(wanted);
        starter.resume(identity, false, "start");

        assertThat(second.id()).isEqualTo(first.id());
        assertThat(first.engine()).isEqualTo("c1");
        awaitRun(first.id(), "run 1");
        assertThat(heard(first.id())).containsExactly("run 1");
    }

    @Test
    void startsLaterWhatWasAskedForWhileTheEngineWasDown() {
        connected.set(false);
        Migration made = starter.start(Atlas.wanted("ORDERS"));
        assertThat(made.engine()).isNull();

        connected.set(true);
        assertThat(starter.resume(identity, false, "start").started()).containsExactly(made.id());

        awaitRun(made.id(), "run 1");
    }

    @Test
    void carriesOnAfterALostEngineWithTheNextGenerationOnceAPersonSaysSo() {
        Migration lost = Atlas.migration(stores);
        stores.migrations().carriedBy(lost.id(), "c1");
        stores.journal().flush(batch(lost.id(), 1, entry(1, run("discover", StepState.RUNNING))));
        EngineIdentity fresh =
                new EngineIdentity("c2", "default", stores.engines().dataDirectory(), "start", Instant.EPOCH);

        assertThat(starter.resume(fresh, false, "start").held())
                .as("an empty new file in our own directory is not the engine that carried the runs")
                .containsExactly(lost.id());
        assertThat(stores.migrations().require(lost.id()).generation()).isEqualTo(1);
        assertThat(stores.engines().current().orElseThrow().cluster()).isEqualTo("c1");

        assertThat(starter.resume(fresh, true, "Mia").started()).containsExactly(lost.id());
        awaitRun(lost.id(), "run 2 resumed");
        assertThat(stores.migrations().require(lost.id()).generation()).isEqualTo(2);
        assertThat(stores.engines().current().orElseThrow().cluster()).isEqualTo("c2");
    }

    @Test
    void aRunThatTheEngineClosedIsNotCalledCarried() {
        Migration m = starter.start(Atlas.wanted("ORDERS"));
        awaitRun(m.id(), "run 1");
        engine.getWorkflowClient()
                .newUntypedWorkflowStub(WorkflowIds.migration(m.id()))
                .terminate("by the test");

        assertThat(starter.resume(identity, false, "start").held()).containsExactly(m.id());
        assertThat(starter.resume(identity, true, "Mia").started()).containsExactly(m.id());
        awaitRun(m.id(), "run 2 resumed");
    }

    @Test
    void aRunThatEndedSinceItWasListedIsNeitherHeldNorTakenOver() {
        Migration m = starter.start(Atlas.wanted("ORDERS"));
        Migration listed = stores.migrations().require(m.id());
        stores.journal().flush(batch(m.id(), 1, Atlas.ended(7, 1)));
        client().orElseThrow()
                .newUntypedWorkflowStub(WorkflowIds.migration(m.id()))
                .terminate("it ended");
        MigrationStore late = (MigrationStore) Proxy.newProxyInstance(
                MigrationStore.class.getClassLoader(),
                new Class<?>[] {MigrationStore.class},
                (proxy, method, arguments) -> method.getName().equals("running")
                        ? List.of(listed)
                        : method.invoke(stores.migrations(), arguments));
        MigrationService slow = new MigrationService(
                late,
                stores.engines(),
                this::client,
                1,
                Duration.ofMinutes(10),
                stores.database().clock());
        assertThat(slow.resume(identity, false, "start").held()).isEmpty();
        assertThat(slow.resume(identity, true, "Mia").started()).isEmpty();
        assertThat(stores.migrations().require(m.id()).generation()).isEqualTo(1);
    }

    @Test
    void holdsRunsOfAForeignEngineUntilAPersonConfirms() {
        stores.engines().adopt("foreign", "default", "temporal.example:7233", "Mia");
        Migration lost = Atlas.migration(stores);
        stores.migrations().carriedBy(lost.id(), "foreign");

        MigrationService.Resumed first = starter.resume(identity, false, "start");
        assertThat(first.held()).containsExactly(lost.id());
        assertThat(stores.migrations().require(lost.id()).generation()).isEqualTo(1);

        assertThat(starter.resume(identity, true, "Mia").started()).containsExactly(lost.id());
    }

    @Test
    void deliversEachCommandOnceAndNeverTooManyAtOnce() {
        Migration m = starter.start(Atlas.wanted("ORDERS"));
        awaitRun(m.id(), "run 1");
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            ids.add("command-" + i);
            stores.commands().record(Atlas.command(m.id(), "command-" + i, Verb.PAUSE, null, null, Atlas.ANA));
            clock.advance(Duration.ofMillis(1));
        }
        MOST_OPEN.set(0);
        try (CommandOutbox outbox = outbox()) {
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> {
                        outbox.deliverDue();
                        return stores.commands().list(m.id(), 100).stream()
                                .allMatch(row -> row.state() == CommandState.APPLIED);
                    });
        }
        assertThat(heard(m.id())).filteredOn(ids::contains).containsExactlyElementsOf(ids);
        assertThat(MOST_OPEN.get()).isBetween(1, CommandOutbox.IN_FLIGHT);
    }

    @Test
    void keepsCommandsWhileTheEngineIsDownAndSaysSo() {
        Migration m = starter.start(Atlas.wanted("ORDERS"));
        connected.set(false);
        stores.commands().record(Atlas.command(m.id(), "waits", Verb.PAUSE, null, null, Atlas.ANA));
        try (CommandOutbox outbox = outbox()) {
            outbox.deliverDue();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> stores.commands().find("waits").orElseThrow().attempts() == 1);
            assertThat(stores.commands().find("waits").orElseThrow().message()).contains("not connected");
            connected.set(true);
            clock.advance(Duration.ofSeconds(2));
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                outbox.deliverDue();
                return stores.commands().find("waits").orElseThrow().state() == CommandState.APPLIED;
            });
        }
        assertThat(heard(m.id())).filteredOn("waits"::equals).hasSize(1);
    }

    /** A run whose first command could not be delivered and backs off, with the engine there again. */
    private Migration backingOff(CommandOutbox outbox) {
        Migration m = starter.start(Atlas.wanted("ORDERS"));
        awaitRun(m.id(), "run 1");
        connected.set(false);
        stores.commands().record(Atlas.command(m.id(), "first", Verb.PAUSE, null, null, Atlas.ANA));
        outbox.deliverDue();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> stores.commands().find("first").orElseThrow().attempts() == 1);
        connected.set(true);
        return m;
    }

    private void deliverUntilApplied(CommandOutbox outbox, String... ids) {
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            outbox.deliverDue();
            return java.util.Arrays.stream(ids)
                    .allMatch(id -> stores.commands().find(id).orElseThrow().state() == CommandState.APPLIED);
        });
    }

    @Test
    void whatWasSaidLaterWaitsForWhatBacksOff() {
        try (CommandOutbox outbox = outbox()) {
            Migration m = backingOff(outbox);
            stores.commands().record(Atlas.command(m.id(), "second", Verb.RESUME, null, null, Atlas.ANA));
            Migration other = starter.start(Atlas.wanted("BILLING"));
            stores.commands().record(Atlas.command(other.id(), "elsewhere", Verb.PAUSE, null, null, Atlas.ANA));
            deliverUntilApplied(outbox, "elsewhere");
            assertThat(heard(m.id())).as("the first one still backs off").containsExactly("run 1");

            clock.advance(Duration.ofSeconds(2));
            deliverUntilApplied(outbox, "first", "second");
            assertThat(heard(m.id())).containsExactly("run 1", "first", "second");
        }
    }

    @Test
    void aClockThatIsSetBackDelaysNothingThatBacksOff() {
        try (CommandOutbox outbox = outbox()) {
            Migration m = backingOff(outbox);
            stores.commands().record(Atlas.command(m.id(), "second", Verb.RESUME, null, null, Atlas.ANA));
            clock.advance(Duration.ofHours(-1));

            deliverUntilApplied(outbox, "first", "second");

            assertThat(heard(m.id())).containsExactly("run 1", "first", "second");
        } finally {
            clock.advance(Duration.ofHours(1));
        }
    }

    @Test
    void aClockThatIsSetForwardLosesNothing() {
        try (CommandOutbox outbox = outbox()) {
            Migration m = backingOff(outbox);
            clock.advance(Duration.ofDays(1));

            deliverUntilApplied(outbox, "first");

            assertThat(heard(m.id())).containsExactly("run 1", "first");
        }
    }

    @Test
    void anAbortCutsTheBackOffOfThoseBeforeItShort() {
        try (CommandOutbox outbox = outbox()) {
            Migration m = backingOff(outbox);
            stores.commands().record(Atlas.command(m.id(), "stop", Verb.ABORT, null, null, Atlas.MIA));

            deliverUntilApplied(outbox, "first", "stop");

            assertThat(heard(m.id())).containsExactly("run 1", "first", "stop");
        }
    }

    @Test
    void everythingIsDueOnceTheEngineIsReachedAgain() {
        try (CommandOutbox outbox = outbox()) {
            Migration m = backingOff(outbox);

            outbox.reconnected();

            deliverUntilApplied(outbox, "first");
            assertThat(heard(m.id())).containsExactly("run 1", "first");
        }
    }

    @Test
    void passesOnWhyTheMigrationRefused() {
        Migration m = starter.start(Atlas.wanted("ORDERS"));
        stores.commands().record(Atlas.command(m.id(), "wrong", Verb.PAUSE, null, null, Atlas.ANA));
        try (CommandOutbox outbox = outbox()) {
            outbox.deliverDue();
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> stores.commands().find("wrong").orElseThrow().state() == CommandState.REFUSED);
        }
        CommandRow row = stores.commands().find("wrong").orElseThrow();
        assertThat(row.message()).isEqualTo("It is too late for that.");
    }

    @Test
    void wakesWhoWasGrantedAndAgainUntilItMoves() {
        Migration m = starter.start(Atlas.wanted("ORDERS"));
        stores.journal().flush(batch(m.id(), 1, entry(1, run("scan", StepState.WAITING_SLOT))));
        try (LeaseScheduler granter =
                new LeaseScheduler(stores.leases(), LeaseScheduler.Waker.byTemporal(this::client), clock)) {
            connected.set(false);
            assertThat(granter.round()).isZero();
            connected.set(true);
            assertThat(granter.round()).isEqualTo(1);
            assertThat(granter.round()).as("told a moment ago").isZero();
            clock.advance(LeaseScheduler.SWEEP.plusSeconds(1));
            assertThat(granter.round()).as("no answer: the signal may be lost").isEqualTo(1);
            clock.advance(Duration.ofHours(-1));
            assertThat(granter.round()).as("the clock was set back").isEqualTo(1);
            clock.advance(Duration.ofHours(1));
            awaitRun(m.id(), "granted");
            assertThat(stores.leases().granted(m.id())).containsExactly(StepKey.parse("scan"));
            stores.journal().flush(batch(m.id(), 1, entry(2, run("scan", StepState.RUNNING))));
            clock.advance(LeaseScheduler.SWEEP.plusSeconds(1));
            assertThat(granter.round()).isZero();
        }
    }

    @Test
    void aDifferenceSeenTwiceBecomesATaskAndAgreementClosesIt() {
        Migration m = starter.start(Atlas.wanted("ORDERS"));
        awaitRun(m.id(), "run 1");
        try (Reconciler reconciler = reconciler()) {
            TaskQuery all = TaskQuery.open(TaskQuery.Scope.ALL, "", Access.EVERYTHING);
            assertThat(reconciler.compare())
                    .singleElement()
                    .satisfies(d -> assertThat(d.certain()).isFalse());
            assertThat(stores.tasks().list(all).rows()).isEmpty();
            reconciler.compare();
            assertThat(stores.tasks().list(all).rows()).singleElement().satisfies(task -> {
                assertThat(task.role()).isEqualTo("migration-manager");
                assertThat(task.detail()).contains("engine counts 7");
            });
            // the workflow writes what was missing
            stores.journal().flush(batch(m.id(), 1, entry(7, run("discover", StepState.DONE))));
            assertThat(reconciler.compare()).isEmpty();
            assertThat(stores.tasks().list(all).rows()).isEmpty();
        }
    }

    @Test
    void otherEventsUnderTheSameNumbersBecomeATask() {
        Migration m = starter.start(Atlas.wanted("ORDERS"));
        awaitRun(m.id(), "run 1");
        stores.journal().flush(batch(m.id(), 1, entry(7, run("discover", StepState.PARKED))));
        try (Reconciler reconciler = reconciler()) {
            assertThat(reconciler.compare())
                    .singleElement()
                    .satisfies(d -> assertThat(d.certain()).isFalse());
            assertThat(reconciler.compare())
                    .singleElement()
                    .satisfies(d -> assertThat(d.certain()).isTrue());
            assertThat(stores.tasks()
                            .list(TaskQuery.open(TaskQuery.Scope.ALL, "", Access.EVERYTHING))
                            .rows())
                    .filteredOn(task -> task.step() == null)
                    .singleElement()
                    .satisfies(task -> assertThat(task.detail()).contains("not the same events"));
            stores.journal().flush(batch(m.id(), 1, entry(7, run("discover", StepState.DONE))));
            assertThat(reconciler.compare()).isEmpty();
        }
    }

    @Test
    void handsOverWhatWaitedForTheEngineWithoutANewConnection() {
        connected.set(false);
        Migration made = starter.start(Atlas.wanted("ORDERS"));
        assertThat(starter.carryWaiting()).as("still waiting").isEqualTo(1);
        connected.set(true);
        assertThat(starter.carryWaiting()).isZero();
        assertThat(starter.carryWaiting()).isZero();
        awaitRun(made.id(), "run 1");
        assertThat(heard(made.id())).containsExactly("run 1");
    }

    @Test
    void aRunClosedInTheEngineAloneBecomesATask() {
        Migration m = starter.start(Atlas.wanted("ORDERS"));
        engine.getWorkflowClient()
                .newUntypedWorkflowStub(WorkflowIds.migration(m.id()))
                .terminate("by the test");
        try (Reconciler reconciler = reconciler()) {
            reconciler.compare();
            reconciler.compare();
        }
        assertThat(stores.tasks()
                        .list(TaskQuery.open(TaskQuery.Scope.ALL, "", Access.EVERYTHING))
                        .rows())
                .singleElement()
                .satisfies(task -> assertThat(task.detail()).contains("terminated"));
    }

    @Test
    void aRunThatTheEngineClosedIsToldAtOnceAndTakenOverByAPerson() {
        Migration m = starter.start(Atlas.wanted("ORDERS"));
        Migration other = starter.start(Atlas.wanted("BILLING"));
        awaitRun(m.id(), "run 1");
        engine.getWorkflowClient()
                .newUntypedWorkflowStub(WorkflowIds.migration(m.id()))
                .terminate("by the test");
        TaskQuery all = TaskQuery.open(TaskQuery.Scope.ALL, "", Access.EVERYTHING);
        try (Reconciler reconciler = reconciler()) {
            assertThat(reconciler.watch())
                    .extracting(Reconciler.Difference::migration)
                    .containsExactly(m.id());
            assertThat(stores.tasks().list(all).rows()).singleElement().satisfies(task -> {
                assertThat(task.title()).contains("no longer carries " + m.id());
                assertThat(task.detail()).contains("terminated", "Take over");
            });
            assertThatThrownBy(() -> starter.takeOver(other.id(), "Mia", "to be sure"))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("The engine carries migration " + other.id());

            assertThat(starter.takeOver(m.id(), "Mia", "ended by hand in the engine")
                            .generation())
                    .isEqualTo(2);
            awaitRun(m.id(), "run 2 resumed");
            assertThat(reconciler.watch()).isEmpty();
            assertThat(stores.tasks().list(all).rows()).isEmpty();
        }
        assertThat(stores.audit().list("atlas", "migration/" + m.id(), null, 10).rows())
                .anySatisfy(row -> {
                    assertThat(row.event().action()).isEqualTo("migration.resumed");
                    assertThat(row.event().actor()).isEqualTo("Mia");
                    assertThat(row.event().details()).containsEntry("reason", "ended by hand in the engine");
                });
    }

    @Test
    void aRunEndedInTheJournalAloneBecomesATask() {
        Migration m = starter.start(Atlas.wanted("ORDERS"));
        stores.journal().flush(batch(m.id(), 1, Atlas.ended(7, 1)));
        try (Reconciler reconciler = reconciler()) {
            reconciler.compare();
            reconciler.compare();
        }
        assertThat(stores.tasks()
                        .list(TaskQuery.open(TaskQuery.Scope.ALL, "", Access.EVERYTHING))
                        .rows())
                .singleElement()
                .satisfies(task -> assertThat(task.detail()).contains("engine still runs it"));
    }

    @Test
    void tellsTheWorkflowWhetherTryingAgainHelps() {
        Migration m = Atlas.migration(stores);
        ControlActivitiesImpl control = new ControlActivitiesImpl(
                Atlas.plans(), stores.journal(), stores.commands(), stores.leases(), requests -> List.of());
        stores.migrations().startNextGeneration(m.id(), 1, "c2", "start");

        assertThatThrownBy(() -> control.flush(batch(m.id(), 1, entry(1, run("discover", StepState.RUNNING)))))
                .isInstanceOfSatisfying(ApplicationFailure.class, e -> {
                    assertThat(e.getType()).isEqualTo(FailureCode.GENERATION_SUPERSEDED.name());
                    assertThat(e.isNonRetryable()).isTrue();
                });
        assertThatThrownBy(() -> control.readCommand("nobody-said-that", "h1"))
                .isInstanceOfSatisfying(ApplicationFailure.class, e -> {
                    assertThat(e.getType()).isEqualTo(FailureCode.INPUT_INVALID.name());
                    assertThat(e.isNonRetryable()).isTrue();
                });
        database.close();
        assertThatThrownBy(() -> control.loadState(m.id())).isInstanceOfSatisfying(ApplicationFailure.class, e -> {
            assertThat(e.getType()).isEqualTo(FailureCode.TEMPORARILY_UNAVAILABLE.name());
            assertThat(e.isNonRetryable()).isFalse();
        });
    }
}
