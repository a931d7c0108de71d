package io.gulliver.conformance;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gulliver.activity.conformance.ConformanceActions;
import io.gulliver.activity.conformance.ConformanceLedger;
import io.gulliver.activity.runtime.StepDispatcher;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.task.GateEvidence;
import io.gulliver.engine.Payloads;
import io.gulliver.engine.TemporalConnector;
import io.gulliver.engine.TemporalDevServer;
import io.gulliver.engine.TemporalProgram;
import io.gulliver.engine.WorkerTuning;
import io.gulliver.interpreter.Interpreter;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.embedded.EmbeddedStore;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.JournalListener;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.service.migration.CommandOutbox;
import io.gulliver.service.migration.ControlActivitiesImpl;
import io.gulliver.service.migration.LeaseScheduler;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.Preparation;
import io.gulliver.workflow.migration.MigrationWorkflowImpl;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Records the histories that {@code MigrationWorkflowReplayTest} replays: each conformance playbook, and stories of what
 * people and failures do to them, on the real dev server. Payloads are plain, so that a replay needs no key; nothing in
 * them is secret.
 *
 * <p>Argument: the folder to write to, {@code orchestrator/src/test/resources/histories/migration}. Run it at each
 * release, and when the coverage test names a transition without a history.
 */
public final class RecordHistories implements AutoCloseable {
    private final Path folder;
    private final StoreDatabase database;
    private final Stores stores;
    private final PlaybookLibrary library = PlaybookLibrary.shipped();
    private final TemporalDevServer server;
    private final TemporalConnector connector;
    private final CommandOutbox outbox;
    private final LeaseScheduler granter;
    private final Faults faults;
    private final StepDispatcher dispatcher;
    private int said;

    /** Failures by step and operation: how many of the next calls fail, and how. */
    private static final class Faults implements StepActivities {
        private record Fault(FailureCode code, int times) {}

        private final StepActivities real;
        private final Map<String, Fault> faults = new ConcurrentHashMap<>();

        Faults(StepActivities real) {
            this.real = real;
        }

        void fail(MigrationId id, String step, Operation operation, FailureCode code, int times) {
            faults.put(id + " " + step + " " + operation, new Fault(code, times));
        }

        @Override
        public StepResult invoke(StepCall call) {
            String key = call.migration() + " " + call.step() + " " + call.operation();
            Fault fault = faults.get(key);
            if (fault != null && fault.times > 0) {
                faults.put(key, new Fault(fault.code, fault.times - 1));
                StepFailure failure = fault.code.with("Failed for the story: " + call.step(), "Retry");
                throw ApplicationFailure.newNonRetryableFailure(failure.message(), failure.code(), failure);
            }
            return real.invoke(call);
        }
    }

    private RecordHistories(Path work, Path folder) {
        this.folder = folder;
        Clock clock = Clock.systemUTC();
        database = EmbeddedStore.open(work, clock);
        AtomicReference<PlaybookStore> playbooks = new AtomicReference<>();
        LibraryPlans plans = new LibraryPlans(library, playbooks::get);
        AtomicReference<LeaseScheduler> wake = new AtomicReference<>();
        stores = Stores.on(database, plans, SlotNames.asPlanned(), new JournalListener() {
            @Override
            public void flushed(JournalBatch batch) {}

            @Override
            public void leasesMoved() {
                LeaseScheduler now = wake.get();
                if (now != null) {
                    now.wake();
                }
            }
        });
        playbooks.set(stores.playbooks());
        for (Playbook playbook : library.playbooks()) {
            stores.playbooks()
                    .save(
                            playbook.hash(),
                            playbook.name(),
                            playbook.version(),
                            library.findContent(playbook.hash()).orElseThrow(),
                            PlaybookStore.SHIPPED);
            stores.playbooks().approve(playbook.hash(), PlaybookStore.SHIPPED);
        }
        stores.programs().create(Gulliver.PROGRAM, "Lilliput", ZoneOffset.UTC, Map.of(), "Ana");
        server = TemporalDevServer.open(
                TemporalDevServer.Settings.of(work.resolve("engine"), TemporalProgram.require(null)));
        dispatcher = new StepDispatcher(
                new ConformanceActions(new ConformanceLedger(null), clock).all(),
                (name, kind, content) -> {
                    throw new IllegalStateException("The conformance actions leave no evidence");
                },
                piece -> {
                    throw new IllegalStateException("The conformance actions start no jobs");
                },
                call -> {},
                new SecretRegistry(),
                clock);
        faults = new Faults(dispatcher);
        Preparation preparation = new Preparation(
                stores.migrations(),
                stores.programs(),
                plans,
                stores.names(),
                migration -> ConformanceSetup.FACTS,
                migration -> migration.createdAt().plus(ConformanceSetup.GO_LIVE));
        connector = new TemporalConnector(
                        new TemporalConnector.Settings(
                                server.target(), "gulliver", "recorder", null, WorkerTuning.defaults()),
                        Payloads.plain(),
                        clock)
                .workflows(TaskQueues.CONTROL, MigrationWorkflowImpl.class)
                .localActivities(
                        TaskQueues.CONTROL,
                        new ControlActivitiesImpl(
                                plans, stores.journal(), stores.commands(), stores.leases(), preparation))
                .activities(TaskQueues.host("default"), faults)
                .activities(TaskQueues.device("default"), faults)
                .activities(TaskQueues.await("default"), faults)
                .start();
        Gulliver.awaiting(Duration.ofSeconds(60)).until(() -> connector.health().up());
        outbox = new CommandOutbox(
                stores.commands(), stores.migrations(), stores.journal(), () -> Optional.of(connector.client()), clock);
        granter = new LeaseScheduler(
                stores.leases(), LeaseScheduler.Waker.byTemporal(() -> Optional.of(connector.client())), clock);
        wake.set(granter);
        granter.start();
        outbox.start();
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Files.createDirectories(folder);
        Path work = Files.createTempDirectory("histories");
        try (RecordHistories recorder = new RecordHistories(work, folder)) {
            recorder.tell();
        }
        System.exit(0);
    }

    private void tell() throws IOException {
        try (People people = new People(stores, outbox)) {
            for (String playbook : Gulliver.PLAYBOOKS) {
                if (!playbook.equals("conformance-six-stages")) { // its shapes are in the others, and it is long
                    Migration run = begin(playbook, playbook, null);
                    while (find(run).mode() != RunMode.ENDED) {
                        people.answerAll();
                        Gulliver.awaiting(Duration.ofSeconds(5))
                                .pollDelay(Duration.ofMillis(150))
                                .until(() -> true);
                    }
                    save(run, playbook.substring("conformance-".length()));
                }
            }
            Migration continued = begin("conformance-shapes", "continued", 3);
            awaitEnd(continued);
            save(continued, "continued-as-new");
        }
        stories();
    }

    private void stories() throws IOException {
        Migration run = begin("conformance-undoing", "rolled-back", null, Map.of("again", FailureCode.CHECK_FAILED));
        awaitState(run, "again", StepState.PARKED);
        say(run, Verb.ROLL_BACK, null, null, "take it back");
        awaitEnd(run);
        save(run, "rolled-back");

        run = begin("conformance-undoing", "cleared-up", null);
        faults.fail(run.id(), "again", Operation.RUN, FailureCode.UNREACHABLE, 2);
        faults.fail(run.id(), "once", Operation.START, FailureCode.UNREACHABLE, 1);
        awaitState(run, "once", StepState.PARKED);
        say(run, Verb.RETRY, "once", null, null);
        awaitEnd(run);
        save(run, "retried-and-looked-again");

        run = begin("conformance-undoing", "undo-fails", null, Map.of("before-the-end", FailureCode.CHECK_FAILED));
        faults.fail(run.id(), "made", Operation.UNDO, FailureCode.CHECK_FAILED, 1);
        faults.fail(run.id(), "again", Operation.UNDO, FailureCode.UNREACHABLE, 1);
        faults.fail(run.id(), "once", Operation.UNDO, FailureCode.CHECK_FAILED, 1);
        awaitState(run, "before-the-end", StepState.PARKED);
        say(run, Verb.ROLL_BACK, null, null, "take it back");
        awaitState(run, "once", StepState.UNDO_PARKED);
        say(run, Verb.RETRY, "once", null, null);
        awaitState(run, "made", StepState.UNDO_PARKED);
        say(run, Verb.SKIP, "made", null, "removed by hand");
        awaitEnd(run);
        save(run, "undo-fails");

        run = begin("conformance-undoing", "too-late", null, Map.of("afterwards", FailureCode.CHECK_FAILED));
        awaitState(run, "afterwards", StepState.PARKED);
        say(run, Verb.ROLL_BACK, null, null, "too late");
        say(run, Verb.FALL_BACK, null, null, "no way");
        say(run, Verb.RETRY, "made", null, null);
        say(run, Verb.SKIP, "the-end", null, "why not");
        say(run, Verb.RETRY, "afterwards", null, null);
        awaitEnd(run);
        save(run, "refused-after-the-point-of-no-return");

        run = begin("conformance-long-work", "aborted", null);
        awaitState(run, "copies[system01.dbf]", StepState.AWAITING);
        faults.fail(run.id(), "copies[system01.dbf]", Operation.STOP, FailureCode.UNREACHABLE, 1);
        say(run, Verb.ABORT, null, null, "stop it");
        awaitEnd(run);
        save(run, "aborted-with-jobs");

        run = begin("conformance-long-work", "skipped-job", null);
        faults.fail(run.id(), "copies[users01.dbf]", Operation.AWAIT, FailureCode.JOB_VANISHED, 1);
        faults.fail(run.id(), "scan", Operation.AWAIT, FailureCode.CHECK_FAILED, 1);
        faults.fail(run.id(), "copies[data01.dbf]", Operation.AWAIT, FailureCode.UNREACHABLE, 1);
        awaitState(run, "copies[users01.dbf]", StepState.PARKED);
        say(run, Verb.RETRY, "copies[users01.dbf]", null, null);
        awaitState(run, "scan", StepState.PARKED);
        say(run, Verb.SKIP, "scan", null, "seen by hand");
        awaitState(run, "short", StepState.PARKED); // it needed an output of the scan
        say(run, Verb.SKIP, "short", null, "noted by hand");
        awaitEnd(run);
        save(run, "job-vanished-and-skipped");

        run = begin("conformance-long-work", "stop-fails", null);
        awaitState(run, "copy", StepState.AWAITING);
        faults.fail(run.id(), "copy", Operation.STOP, FailureCode.CHECK_FAILED, 2);
        say(run, Verb.ROLL_BACK, null, null, "take it back");
        awaitState(run, "copy", StepState.PARKED);
        say(run, Verb.RETRY, "copy", null, null);
        awaitState(run, "copy", StepState.PARKED);
        say(run, Verb.SKIP, "copy", null, "killed by hand");
        awaitEnd(run);
        save(run, "job-left-to-a-person");

        run = begin("conformance-people", "rejected", null);
        awaitState(run, "ask", StepState.WAITING_PERSON);
        say(run, Verb.COMPLETE, "ask", "failed", "no port");
        awaitState(run, "ask", StepState.PARKED);
        say(run, Verb.RETRY, "ask", null, null);
        awaitState(run, "ask", StepState.WAITING_PERSON);
        say(run, Verb.PAUSE, null, null, "wait");
        say(run, Verb.PAUSE, null, null, "again");
        say(run, Verb.COMPLETE, "ask", "done", null);
        say(run, Verb.RESUME, null, null, null);
        say(run, Verb.RESUME, null, null, null);
        awaitState(run, "accept", StepState.WAITING_PERSON);
        say(run, Verb.DECIDE, "accept", "reject", "not good");
        awaitState(run, "accept", StepState.PARKED);
        say(run, Verb.RETRY, "accept", null, null);
        awaitState(run, "accept", StepState.WAITING_PERSON);
        say(run, Verb.DECIDE, "accept", "approve", null);
        awaitState(run, "each[login]", StepState.WAITING_PERSON);
        say(run, Verb.SKIP, "each[login]", null, "not needed");
        say(run, Verb.ABORT, null, null, "stop it");
        awaitEnd(run);
        save(run, "rejected-paused-aborted");

        run = begin("conformance-timing", "retried-now", null);
        faults.fail(run.id(), "three-times", Operation.RUN, FailureCode.UNREACHABLE, 2);
        awaitState(run, "three-times", StepState.BACKING_OFF);
        say(run, Verb.RETRY, "three-times", null, null);
        awaitState(run, "gives-up", StepState.PARKED);
        say(run, Verb.RETRY, "gives-up", null, null);
        awaitState(run, "gives-up", StepState.PARKED);
        say(run, Verb.PAUSE, null, null, "wait");
        say(run, Verb.SKIP, "gives-up", null, "enough");
        say(run, Verb.ROLL_BACK, null, null, "take it back");
        awaitEnd(run);
        save(run, "retried-now-paused-rolled-back");
    }

    // ---- what a story is made of -----------------------------------------------------------------------------------

    private Migration begin(
            String playbook, String database, @Nullable Integer continueAfter, Map<String, FailureCode> failing) {
        Migration run = record(playbook, database);
        failing.forEach((step, code) -> faults.fail(run.id(), step, Operation.RUN, code, 1));
        launch(run, continueAfter);
        return run;
    }

    private Migration begin(String playbook, String database, @Nullable Integer continueAfter) {
        return begin(playbook, database, continueAfter, Map.of());
    }

    private Migration record(String playbook, String name) {
        Playbook chosen = library.playbooks().stream()
                .filter(p -> p.name().equals(playbook))
                .findFirst()
                .orElseThrow();
        return stores.migrations()
                .create(new NewMigration(
                        "request-" + name,
                        Gulliver.PROGRAM,
                        name,
                        Purpose.REHEARSAL,
                        chosen.hash(),
                        null,
                        false,
                        null,
                        null,
                        "Ana"));
    }

    private void launch(Migration run, @Nullable Integer continueAfter) {
        MigrationWorkflow workflow = connector
                .client()
                .newWorkflowStub(
                        MigrationWorkflow.class,
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(WorkflowIds.migration(run.id()))
                                .setTaskQueue(TaskQueues.CONTROL)
                                .build());
        WorkflowClient.start(
                workflow::run,
                new MigrationInput(
                        run.id(),
                        run.program(),
                        run.database(),
                        run.purpose(),
                        run.generation(),
                        run.playbookHash(),
                        Interpreter.VERSION,
                        false,
                        null,
                        null,
                        false,
                        continueAfter,
                        null,
                        null));
        stores.migrations().carriedBy(run.id(), server.identity().clusterId());
    }

    private Migration find(Migration run) {
        return stores.migrations().require(run.id());
    }

    private void awaitEnd(Migration run) {
        Gulliver.awaiting(Duration.ofSeconds(60)).until(() -> find(run).mode() == RunMode.ENDED);
    }

    private void awaitState(Migration run, String step, StepState state) {
        Gulliver.awaiting(Duration.ofSeconds(60))
                .alias(run.id() + " " + step + " " + state)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> stores.migrations()
                        .step(run.id(), StepKey.parse(step))
                        .filter(row -> row.run().state() == state)
                        .isPresent());
    }

    /** Says it and waits for the answer, which may be a refusal of the migration's own. */
    private void say(
            Migration run, Verb verb, @Nullable String step, @Nullable String outcome, @Nullable String reason) {
        String id = "story-" + ++said;
        StepKey key = step == null ? null : StepKey.parse(step);
        Map<String, Object> outputs = "ask".equals(step) && verb == Verb.COMPLETE && "done".equals(outcome)
                ? Map.of("zone", "zone-a", "ports", 4)
                : Map.of();
        stores.commands()
                .record(new NewCommand(
                        run.id(),
                        new CommandOrder(id, verb, key, null, outcome, reason, "Ana", outputs),
                        key == null || verb != Verb.DECIDE
                                ? null
                                : stores.tasks()
                                        .open(run.id(), key)
                                        .flatMap(stores.tasks()::shown)
                                        .map(GateEvidence::sha256)
                                        .orElse(null),
                        People.ANA));
        outbox.wake();
        Gulliver.awaiting(Duration.ofSeconds(30))
                .alias(id + " " + verb + " " + step)
                .until(() -> stores.commands().find(id).orElseThrow().settledAt() != null);
    }

    /** Writes every run of the chain; Temporal's own id of a run tells it from the next. */
    private void save(Migration run, String story) throws IOException {
        Gulliver.awaiting(Duration.ofSeconds(20))
                .until(() -> connector
                                .client()
                                .newUntypedWorkflowStub(WorkflowIds.migration(run.id()))
                                .describe()
                                .getCloseTime()
                        != null);
        String workflow = WorkflowIds.migration(run.id());
        String id = null;
        int part = 0;
        do {
            var history = connector.client().fetchHistory(workflow, id);
            String name = part == 0 ? story : story + "-" + part;
            Files.writeString(folder.resolve(name + ".json"), compact(history.toJson(false)) + "\n");
            id = history.getEvents()
                    .get(0)
                    .getWorkflowExecutionStartedEventAttributes()
                    .getContinuedExecutionRunId();
            part++;
        } while (!id.isEmpty());
        System.out.println("recorded " + story + (part > 1 ? " in " + part + " parts" : ""));
    }

    private static String compact(String json) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        return mapper.writeValueAsString(mapper.readTree(json));
    }

    @Override
    public void close() {
        outbox.close();
        granter.close();
        connector.close();
        server.close();
        dispatcher.close();
        database.close();
    }
}
