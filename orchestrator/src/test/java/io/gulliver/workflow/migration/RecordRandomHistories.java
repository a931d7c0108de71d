package io.gulliver.workflow.migration;

import static io.gulliver.testing.Plans.step;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.PlanStep.Rerun;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.interpreter.Interpreter;
import io.gulliver.interpreter.Transitions;
import io.gulliver.testing.Plans;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.History;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.ActivityCompletionClient;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.failure.ApplicationFailure;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks for histories of the transitions that {@code RecordHistories} has no story for: random plans, and a narrow one, on the engine that
 * skips time, with people, failures, lost workers and lost engines at random moments, until each transition that random
 * schedules take has a history. Keeps only runs that bring something new, as {@code random-<seed>.json}.
 *
 * <p>Arguments: the folder of the histories, and for how many seconds to look. Run it after {@code RecordHistories}.
 */
public final class RecordRandomHistories {
    private static final int SCHEDULES = 3000;
    /** Stories wait for most of their time. */
    private static final int AT_ONCE = 8;

    private static final WorkerOptions PATIENT = WorkerOptions.newBuilder()
            .setDefaultDeadlockDetectionTimeout(60_000)
            .build();

    private RecordRandomHistories() {}

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        Path folder = Path.of(args[0]);
        long until =
                System.nanoTime() + Duration.ofSeconds(Long.parseLong(args[1])).toNanos();
        List<String> existing = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
                existing.add(Files.readString(file));
            }
        }
        Set<String> wanted = new TreeSet<>(Transitions.ofRandomSchedules(SCHEDULES));
        for (String history : existing) {
            wanted.removeAll(taken(List.of(history)));
        }
        System.out.println(wanted.size() + " transitions have no history");
        ExecutorService tellers = Executors.newFixedThreadPool(AT_ONCE);
        ExecutorCompletionService<Told> told = new ExecutorCompletionService<>(tellers);
        long seed = 0;
        while (seed < AT_ONCE) {
            long next = ++seed;
            told.submit(() -> tell(next));
        }
        while (!wanted.isEmpty() && System.nanoTime() < until) {
            Told story = told.take().get();
            long next = ++seed;
            told.submit(() -> tell(next));
            List<String> histories = story.histories();
            Set<String> seen = taken(histories);
            seen.retainAll(wanted);
            if (seen.isEmpty()) {
                continue;
            }
            for (int part = 0; part < histories.size(); part++) {
                Set<String> ofPart = taken(List.of(histories.get(part)));
                ofPart.retainAll(wanted);
                if (!ofPart.isEmpty()) {
                    wanted.removeAll(ofPart);
                    String name = "random-" + story.seed() + (part == 0 ? "" : "-" + part) + ".json";
                    Files.writeString(folder.resolve(name), PlainHistories.compact(histories.get(part)) + "\n");
                    System.out.println(name + " brings " + ofPart + ", " + wanted.size() + " are left");
                }
            }
        }
        wanted.forEach(transition -> System.out.println("without a history: " + transition));
        System.exit(0);
    }

    private record Told(long seed, List<String> histories) {}

    private static Told tell(long seed) {
        try (Story story = new Story(seed)) {
            return new Told(seed, story.play());
        }
    }

    /** The transitions that replays of the histories take; what does not replay takes none. */
    private static Set<String> taken(List<String> histories) {
        ListeningMigrationWorkflow.SEEN.clear();
        for (String history : histories) {
            try (TestWorkflowEnvironment environment = PlainHistories.environment()) {
                Worker worker = environment.newWorker("replay", PATIENT);
                worker.registerWorkflowImplementationTypes(ListeningMigrationWorkflow.class);
                WorkflowReplayer.replayWorkflowExecution(WorkflowExecutionHistory.fromJson(history), worker);
            } catch (Exception e) {
                System.out.println("a history does not replay: " + e);
                return new TreeSet<>();
            }
        }
        return new TreeSet<>(ListeningMigrationWorkflow.SEEN);
    }

    /** Answers nothing by itself: the story decides which call ends when, and how. */
    private static final class Held implements StepActivities {
        final Map<String, StepCall> calls = new ConcurrentHashMap<>();
        final Map<String, byte[]> tokens = new ConcurrentHashMap<>();

        @Override
        public @Nullable StepResult invoke(StepCall call) {
            ActivityExecutionContext context = Activity.getExecutionContext();
            String id = call.step() + " " + call.attempt() + " " + call.operation() + " " + call.generation();
            tokens.put(id, context.getTaskToken());
            calls.put(id, call);
            context.doNotCompleteOnReturn();
            return null;
        }
    }

    private static final class Story implements AutoCloseable {
        private static final int ACTS = 70;
        private final MigrationId id;
        private final Random random;
        private final MemoryStore store;
        private final Map<String, PlanStep> plan = new LinkedHashMap<>();
        private final Held held = new Held();
        private final TestWorkflowEnvironment environment = PlainHistories.environment();
        private final WorkflowClient client;
        private final List<String> runs = new ArrayList<>();
        private final boolean narrow;
        private int said;
        private int generation = 1;

        Story(long seed) {
            id = new MigrationId("lilliput/random/" + seed);
            random = new Random(seed * 0x9E3779B97F4A7C15L);
            narrow = seed % 2 == 0;
            store = new MemoryStore(narrow ? narrowPlan() : Plans.random(random));
            store.plan.steps().forEach(step -> plan.put(step.id(), step));
            store.preparation = this::prepared;
            Worker control = environment.newWorker(TaskQueues.CONTROL, PATIENT);
            control.registerWorkflowImplementationTypes(MigrationWorkflowImpl.class);
            control.registerActivitiesImplementations(store);
            environment.newWorker(TaskQueues.host("local"), PATIENT).registerActivitiesImplementations(held);
            environment.newWorker(TaskQueues.await("local"), PATIENT).registerActivitiesImplementations(held);
            environment.start();
            client = environment.getWorkflowClient();
        }

        /** Few steps of the kinds whose ways cross rarely in a random plan, and many words of people. */
        private static CompiledPlan narrowPlan() {
            return Plans.plan(
                    step("made").rerun(Rerun.AFTER_UNDO),
                    step("copied").detached().rerun(Rerun.AFTER_UNDO),
                    step("seen").detached().readOnly(),
                    step("waited").kind(StepKind.WAIT).slots("link"),
                    step("asked").kind(StepKind.TASK).slots("link"),
                    step("crossed").needs("made").pointOfNoReturn(),
                    step("last").needs("made").rerun(Rerun.AFTER_UNDO));
        }

        private synchronized PrepareResult prepared(PrepareRequest request) {
            if (chance(narrow ? 15 : 6)) {
                throw ApplicationFailure.newFailure("the store does not answer", "STORE_DOWN");
            }
            if (chance(5)) {
                return PrepareResult.failed(FailureCode.CONDITION_FAILED.with("cannot be evaluated", "mend it"));
            }
            PlanStep step = plan.get(request.step().step());
            List<String> items = null;
            if (step.fanOut() && request.step().item() == null) {
                items = List.of("a", "b", "c").subList(0, random.nextInt(4));
            }
            Instant notBefore = step.notBefore() && random.nextBoolean()
                    ? Instant.ofEpochMilli(environment.currentTimeMillis()).plusSeconds(random.nextInt(60))
                    : null;
            return new PrepareResult(!chance(5), null, items, Map.of(), notBefore, chance(30), 1);
        }

        private boolean chance(int percent) {
            return random.nextInt(100) < percent;
        }

        private MigrationWorkflow run() {
            return client.newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(id));
        }

        private void launch() {
            MigrationWorkflow run = client.newWorkflowStub(
                    MigrationWorkflow.class,
                    WorkflowOptions.newBuilder()
                            .setTaskQueue(TaskQueues.CONTROL)
                            .setWorkflowId(WorkflowIds.migration(id))
                            .build());
            runs.add(WorkflowClient.start(
                            run::run,
                            new MigrationInput(
                                    id,
                                    "lilliput",
                                    "random",
                                    Purpose.REHEARSAL,
                                    generation,
                                    "0".repeat(64),
                                    Interpreter.VERSION,
                                    false,
                                    null,
                                    null,
                                    generation > 1,
                                    chance(15) ? 2 + random.nextInt(6) : null,
                                    null,
                                    null))
                    .getRunId());
        }

        List<String> play() {
            launch();
            for (int i = 0; i < ACTS && !store.hasEnded(); i++) {
                settle();
                try {
                    act();
                } catch (WorkflowException | ActivityCompletionException late) {
                    // what was spoken to is over
                    continue;
                }
            }
            settle();
            List<String> histories = new ArrayList<>();
            for (String first : runs) {
                String next = first;
                while (!next.isEmpty()) {
                    WorkflowExecutionHistory history = client.fetchHistory(WorkflowIds.migration(id), next);
                    histories.add(withoutTheKill(history).toJson(false));
                    next = history.getLastEvent()
                            .getWorkflowExecutionContinuedAsNewEventAttributes()
                            .getNewExecutionRunId();
                }
            }
            return histories;
        }

        /** The history as far as the workflow knew it: the kill that ends a lost engine's run is no event to it. */
        private static WorkflowExecutionHistory withoutTheKill(WorkflowExecutionHistory history) {
            HistoryEvent last = history.getLastEvent();
            return last.getEventType() != EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED
                    ? history
                    : new WorkflowExecutionHistory(History.newBuilder()
                            .addAllEvents(history.getEvents()
                                    .subList(0, history.getEvents().size() - 1))
                            .build());
        }

        /** Lets what is under way come to rest; a story may be cut anywhere, so it need not be exact. */
        private void settle() {
            int before = -1;
            for (int i = 0; i < 20 && before != store.journal.size() * 100 + held.calls.size(); i++) {
                before = store.journal.size() * 100 + held.calls.size();
                LockSupport.parkNanos(Duration.ofMillis(8).toNanos());
            }
        }

        private void act() {
            MigrationState state = run().state();
            int dice = random.nextInt(100);
            if (dice < (narrow ? 45 : 55) && !held.calls.isEmpty()) {
                answer();
            } else if (dice < 70) {
                // Time is skipped only while no call is open; then a moment must do, or just so long that the worker
                // counts as lost.
                environment.sleep(
                        held.calls.isEmpty()
                                ? Duration.ofSeconds(random.nextInt(40))
                                : Duration.ofMillis(chance(35) ? 11_000 : 1_100));
            } else if (dice < 76 && generation < 4 && state.control().seq() > 2) {
                engineIsLost();
            } else if (dice < (narrow ? 83 : 88)) {
                answerPeople(state);
            } else {
                meddle(state);
            }
        }

        private void answer() {
            List<String> open = new ArrayList<>(new TreeSet<>(held.calls.keySet()));
            String key = open.get(random.nextInt(open.size()));
            StepCall call = held.calls.remove(key);
            byte[] token = held.tokens.remove(key);
            ActivityCompletionClient answers = client.newActivityCompletionClient();
            if (chance(30)) {
                FailureCode code = List.of(
                                FailureCode.UNREACHABLE,
                                FailureCode.UNREACHABLE,
                                FailureCode.CHECK_FAILED,
                                FailureCode.REQUEST_REFUSED,
                                FailureCode.JOB_FAILED)
                        .get(random.nextInt(5));
                StepFailure failure = code.with("failed for the story", "");
                answers.completeExceptionally(
                        token, ApplicationFailure.newNonRetryableFailure(failure.message(), failure.code(), failure));
                return;
            }
            boolean runs = call.operation() == Operation.START || call.operation() == Operation.AWAIT && chance(40);
            answers.complete(
                    token,
                    runs
                            ? StepResult.started("job-" + call.step() + call.round(), Map.of(), "started")
                            : StepResult.done(Map.of(), "seen"));
        }

        private void engineIsLost() {
            WorkflowStub.fromTyped(run()).terminate("the engine is lost");
            held.calls.clear();
            held.tokens.clear();
            generation++;
            store.generation = generation;
            launch();
        }

        private void answerPeople(MigrationState state) {
            for (StepRun run : state.steps()) {
                PlanStep step = plan.get(run.key().step());
                switch (run.state()) {
                    case WAITING_SLOT -> {
                        store.granted.add(run.key());
                        run().granted();
                        return;
                    }
                    case WAITING_PERSON -> {
                        boolean gate = step.kind() == StepKind.GATE;
                        say(
                                gate ? Verb.DECIDE : Verb.COMPLETE,
                                run.key(),
                                gate ? (chance(10) ? "reject" : "approve") : (chance(10) ? "failed" : "done"));
                        return;
                    }
                    case PARKED, UNDO_PARKED -> {
                        say(chance(40) ? Verb.SKIP : Verb.RETRY, run.key(), null);
                        return;
                    }
                    default -> {}
                }
            }
            if (state.control().mode() == RunMode.PAUSED) {
                say(Verb.RESUME, null, null);
            }
        }

        private void meddle(MigrationState state) {
            List<StepRun> waiting = state.steps().stream()
                    .filter(run -> run.state() == StepState.BACKING_OFF || run.state() == StepState.PARKED)
                    .toList();
            int dice = random.nextInt(10);
            if (dice < 3 && !waiting.isEmpty()) {
                say(
                        chance(70) ? Verb.RETRY : Verb.SKIP,
                        waiting.get(random.nextInt(waiting.size())).key(),
                        null);
            } else if (dice < 5) {
                say(Verb.PAUSE, null, null);
            } else if (dice < 7) {
                say(Verb.RESUME, null, null);
            } else {
                say(chance(45) ? Verb.ABORT : Verb.ROLL_BACK, null, null);
            }
        }

        private void say(Verb verb, @Nullable StepKey step, @Nullable String outcome) {
            String command = "c" + ++said;
            store.commands.put(
                    command, new CommandOrder(command, verb, step, null, outcome, "because", "ana", Map.of()));
            try {
                run().deliver(command);
            } catch (WorkflowNotFoundException ended) {
                // over in between
                store.commands.remove(command);
            }
        }

        @Override
        public void close() {
            environment.close();
        }
    }
}
