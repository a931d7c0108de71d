package io.gulliver.workflow.migration;

import static io.gulliver.testing.Plans.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.Verb;
import io.gulliver.interpreter.Interpreter;
import io.gulliver.persistence.StoreContract;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.shared.CallOrder;
import io.gulliver.persistence.shared.JdbcSharedStore;
import io.gulliver.persistence.shared.SharedStore;
import io.gulliver.persistence.shared.SharedThing;
import io.gulliver.service.action.ControlStepActivities;
import io.gulliver.service.action.SharedThings;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.Plans;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A migration that waits for a server is rolled back at each moment at which the action touches the store. The call that
 * was under way goes on behind the engine's back until the undo has let go; whatever it does then, nobody is left as a
 * user and nothing is built again. Real workflow, action and store.
 */
@Timeout(120)
class SharedThingsRolledBackTest extends StoreContract {
    private final ScheduledExecutorService builds = Executors.newSingleThreadScheduledExecutor();
    private final List<Migration> built = new CopyOnWriteArrayList<>();
    private SharedStore things;

    @BeforeAll
    void prepare() {
        things = new JdbcSharedStore(database);
        stores.playbooks().save(Atlas.HASH, "dpm-server", 1, "steps: []", PlaybookStore.SHIPPED);
        stores.playbooks().approve(Atlas.HASH, PlaybookStore.SHIPPED);
        builds.scheduleWithFixedDelay(this::rollBackWhatIsAsked, 0, 50, TimeUnit.MILLISECONDS);
    }

    @AfterAll
    void end() {
        builds.shutdownNow();
    }

    /** What the engine does with the runs that build: they never get ready, and roll back when they are told to. */
    private void rollBackWhatIsAsked() {
        for (Migration run : built) {
            if (stores.migrations().require(run.id()).mode() != RunMode.ENDED
                    && !stores.commands().list(run.id(), 10).isEmpty()) {
                stores.journal()
                        .flush(Atlas.batch(
                                run.id(),
                                1,
                                new JournalEntry(
                                        1,
                                        clock.instant(),
                                        "migration ended",
                                        null,
                                        Atlas.control(1, 1, RunMode.ENDED, RunOutcome.ROLLED_BACK),
                                        null,
                                        List.of(),
                                        null)));
            }
        }
    }

    @ParameterizedTest(name = "at store call {0}, {1} it")
    @CsvSource({
        "1, before",
        "1, after",
        "2, before",
        "2, after",
        "3, before",
        "3, after",
        "4, before",
        "4, after",
        "6, before"
    })
    void leavesNoUserAndBuildsNothingAgain(int moment, String side) {
        Migration user = Atlas.migration(stores);
        String server = "at-" + moment + "-" + side;
        CompiledPlan plan = Plans.plan(step("server").detached());
        MemoryStore memory = new MemoryStore(new CompiledPlan(
                plan.playbook(),
                plan.version(),
                plan.hash(),
                List.of(acquiring(plan.steps().get(0)))));
        memory.preparation = request -> new PrepareResult(
                true, null, null, Map.of("kind", "server", "name", server, "playbook", "dpm-server"), null, false, 1);
        try (TestWorkflowEnvironment environment = TestWorkflowEnvironment.newInstance()) {
            WorkflowClient client = environment.getWorkflowClient();
            String workflow = WorkflowIds.migration(user.id());
            Moments moments = new Moments(things, moment, side.equals("before"), () -> {
                memory.commands.put(
                        "back", new CommandOrder("back", Verb.ROLL_BACK, null, null, null, "because", "ana", Map.of()));
                client.newWorkflowStub(MigrationWorkflow.class, workflow).deliver("back");
            });
            Counted control = new Counted(
                    new ControlStepActivities(
                            List.of(new SharedThings(
                                    moments,
                                    stores.migrations(),
                                    stores.playbooks(),
                                    stores.commands(),
                                    built::add,
                                    (program, name, values, source) -> {},
                                    clock)),
                            call -> stores.journal().admit(call.migration(), call.generation())),
                    moments);
            Worker worker = environment.newWorker(TaskQueues.CONTROL);
            worker.registerWorkflowImplementationTypes(MigrationWorkflowImpl.class);
            worker.registerActivitiesImplementations(memory, control);
            environment.start();
            WorkflowClient.start(
                    client.newWorkflowStub(
                            MigrationWorkflow.class,
                            WorkflowOptions.newBuilder()
                                    .setTaskQueue(TaskQueues.CONTROL)
                                    .setWorkflowId(workflow)
                                    .build())::run,
                    input(user));
            assertThat(client.newUntypedWorkflowStub(workflow).getResult(RunOutcome.class))
                    .isEqualTo(RunOutcome.ROLLED_BACK);
            await().atMost(Duration.ofSeconds(30)).until(() -> control.open.get() == 0);
        }
        assertThat(moment(server).users()).as("users left").isEmpty();
        assertThat(built.stream()
                        .filter(run -> run.database().equals("server:" + server))
                        .map(run -> stores.migrations().require(run.id()).outcome()))
                .as("runs that built it")
                .hasSizeLessThan(2)
                .allMatch(RunOutcome.ROLLED_BACK::equals);
    }

    private SharedThing moment(String server) {
        return things.find("atlas", "server", server).orElseThrow();
    }

    private static PlanStep acquiring(PlanStep plain) {
        return new PlanStep(
                plain.id(),
                plain.stage(),
                plain.phase(),
                plain.kind(),
                "shared.acquire",
                plain.needs(),
                plain.outputsFrom(),
                plain.conditional(),
                plain.fanOut(),
                plain.maxParallel(),
                plain.repeat(),
                plain.mutating(),
                plain.detached(),
                "control",
                plain.zone(),
                plain.undoable(),
                plain.rerun(),
                plain.callTimeoutSeconds(),
                plain.attempts(),
                plain.backoffCapSeconds(),
                plain.notBefore(),
                plain.slots(),
                plain.role(),
                plain.fourEyes(),
                plain.pointOfNoReturn(),
                plain.estimateSeconds(),
                null,
                List.of());
    }

    private static MigrationInput input(Migration user) {
        return new MigrationInput(
                user.id(),
                user.program(),
                user.database(),
                Purpose.PRODUCTION,
                1,
                "0".repeat(64),
                Interpreter.VERSION,
                false,
                null,
                null,
                false,
                null,
                null,
                null);
    }

    /** Counts the calls that are under way, whether or not the engine still waits for them. */
    private static final class Counted implements StepActivities {
        final AtomicInteger open = new AtomicInteger();
        private final StepActivities real;
        private final Moments moments;

        Counted(StepActivities real, Moments moments) {
            this.real = real;
            this.moments = moments;
        }

        @Override
        public StepResult invoke(StepCall call) {
            open.incrementAndGet();
            moments.forward.set(call.operation() == Operation.START || call.operation() == Operation.AWAIT);
            try {
                return real.invoke(call);
            } finally {
                open.decrementAndGet();
            }
        }
    }

    /** The real store; at one call of a start or watch it has the migration rolled back, and holds that call meanwhile. */
    private static final class Moments implements SharedStore {
        final ThreadLocal<Boolean> forward = ThreadLocal.withInitial(() -> false);
        private final CountDownLatch letGo = new CountDownLatch(1);
        private final AtomicInteger calls = new AtomicInteger();
        private final SharedStore real;
        private final int moment;
        private final boolean before;
        private final Runnable rollBack;

        Moments(SharedStore real, int moment, boolean before, Runnable rollBack) {
            this.real = real;
            this.moment = moment;
            this.before = before;
            this.rollBack = rollBack;
        }

        private <T> T at(Function<SharedStore, T> call) {
            boolean now = forward.get() && calls.incrementAndGet() == moment;
            if (now && before) {
                hold();
            }
            T answer = call.apply(real);
            if (now && !before) {
                hold();
            }
            return answer;
        }

        /** An engine that lets a start end first asks for no undo meanwhile: then it goes on after two seconds. */
        private void hold() {
            rollBack.run();
            try {
                letGo.await(2, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public Optional<List<String>> landing(String program, String kind, String name) {
            return real.landing(program, kind, name);
        }

        @Override
        public SharedThing use(
                String program, String kind, String name, MigrationId migration, CallOrder asked, Instant at) {
            return at(store -> store.use(program, kind, name, migration, asked, at));
        }

        @Override
        public SharedThing build(String program, String kind, String name, Function<SharedThing, MigrationId> builder) {
            return at(store -> store.build(program, kind, name, builder));
        }

        @Override
        public SharedThing letGo(
                String program, String kind, String name, MigrationId migration, CallOrder asked, Instant at) {
            SharedThing thing = real.letGo(program, kind, name, migration, asked, at);
            letGo.countDown();
            return thing;
        }

        @Override
        public SharedThing removed(
                String program, String kind, String name, MigrationId run, Function<SharedThing, MigrationId> builder) {
            return at(store -> store.removed(program, kind, name, run, builder));
        }

        @Override
        public Optional<SharedThing> find(String program, String kind, String name) {
            return at(store -> store.find(program, kind, name));
        }

        @Override
        public Across across(String program, String kind, String name) {
            return real.across(program, kind, name);
        }

        @Override
        public List<SharedThing> list(String program) {
            return real.list(program);
        }
    }
}
