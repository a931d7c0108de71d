package io.gulliver.workflow.landscape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.activity.SessionActivities;
import io.gulliver.contract.activity.SessionSample;
import io.gulliver.contract.workflow.AccessSweepInput;
import io.gulliver.contract.workflow.SessionRecordActivities;
import io.gulliver.contract.workflow.SessionSweepWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.estate.SeenClient;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerOptions;
import io.temporal.workflow.Workflow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A round of samples: a few databases at once, each asked once, and whatever happens to one harms no other. */
class SessionSweepWorkflowTest {
    private static final String ZONE = "dmz";
    private static final String HISTORY = "/histories/0.1.0/session-sweep/three-databases.json";

    /** Set to a folder, this writes the history there that the replay reads. */
    private static final String RECORD = "gulliver.record.session-sweep";

    private TestWorkflowEnvironment engine;
    private final Book book = new Book();
    private final Workers workers = new Workers();

    /** Whose window is open, whose sample is due, and what was kept. */
    private static final class Book implements SessionRecordActivities {
        private final Map<String, Boolean> open = new LinkedHashMap<>();
        private final Map<String, Integer> asked = new TreeMap<>();
        private final Map<String, SessionSample> kept = new LinkedHashMap<>();
        private final AtomicInteger failures = new AtomicInteger();
        private String endsWith = "";

        synchronized void open(String... names) {
            for (String name : names) {
                open.put(name, true);
            }
        }

        @Override
        public synchronized List<AccessProbe> due(String program, int atMost) {
            return open.entrySet().stream()
                    .filter(Map.Entry::getValue)
                    .map(Map.Entry::getKey)
                    .filter(name -> !kept.containsKey(name))
                    .limit(atMost)
                    .map(name -> {
                        asked.merge(name, 1, Integer::sum);
                        return new AccessProbe(name, "h", 1521, "s", "c", "19.24", false, 35);
                    })
                    .toList();
        }

        @Override
        public synchronized void keep(String program, List<SessionSample> samples) {
            if (failures.getAndDecrement() > 0) {
                throw new IllegalStateException("the store is away");
            }
            samples.forEach(sample -> kept.put(sample.database(), sample));
            if (kept.containsKey(endsWith)) {
                open.replaceAll((name, still) -> false);
            }
        }
    }

    /** Answers, refuses, fails, or dies in the middle, by the database's name. */
    private static final class Workers implements SessionActivities {
        private final AtomicInteger now = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final Map<String, Integer> tries = new TreeMap<>();
        private final CountDownLatch killed = new CountDownLatch(1);

        @Override
        public SessionSample sample(AccessProbe probe) {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            synchronized (tries) {
                tries.merge(probe.database(), 1, Integer::sum);
            }
            try {
                switch (probe.database()) {
                    case "BROKEN" -> throw new IllegalStateException("a bug");
                    case "REFUSES" -> {
                        return new SessionSample("REFUSES", List.of(), "ORA-01017: refused", true);
                    }
                    case "ANSWERED-BY-ANOTHER" -> {
                        return new SessionSample("A", List.of(), "copied", false);
                    }
                    case "ANSWERED-WITH-NOTHING" -> {
                        return null;
                    }
                    case "KILLED" -> hang();
                    default -> {}
                }
                return new SessionSample(
                        probe.database(),
                        List.of(new SeenClient("shop", "web1", "java", "SHOP", "jdbcthin 19.3.0.0.0", 12)),
                        null,
                        false);
            } finally {
                now.decrementAndGet();
            }
        }

        /** A killed worker never answers: the engine finds out by the time limit alone. */
        private void hang() {
            try {
                killed.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The engine waits in real time for whoever holds an activity: a test that lets it wait makes these short. */
    private Duration waitForWorker = Duration.ofSeconds(60);

    private Duration waitForAnswer = Duration.ofSeconds(120);

    @BeforeEach
    void startEngine() {
        engine = TestWorkflowEnvironment.newInstance();
        engine.newWorker(TaskQueues.CONTROL)
                .registerWorkflowImplementationFactory(
                        SessionSweepWorkflow.class, () -> new SessionSweepWorkflowImpl(waitForWorker, waitForAnswer));
    }

    @AfterEach
    void stopEngine() {
        workers.killed.countDown();
        engine.close();
    }

    private WorkflowExecution run(boolean withWorkers) {
        engine.getWorkerFactory().getWorker(TaskQueues.CONTROL).registerActivitiesImplementations(book);
        if (withWorkers) {
            engine.newWorker(TaskQueues.host(ZONE)).registerActivitiesImplementations(workers);
        }
        engine.start();
        SessionSweepWorkflow sweep = engine.getWorkflowClient()
                .newWorkflowStub(
                        SessionSweepWorkflow.class,
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(WorkflowIds.sessionSweep("atlas"))
                                .setTaskQueue(TaskQueues.CONTROL)
                                .build());
        sweep.run(new AccessSweepInput("atlas", ZONE));
        return WorkflowStub.fromTyped(sweep).getExecution();
    }

    @Test
    void samplesEachOfManyOnceAndAFewAtOnceAcrossHistories() {
        IntStream.range(0, 450).forEach(n -> book.open("DB" + n));
        run(true);
        assertThat(book.kept).hasSize(450).allSatisfy((name, sample) -> {
            assertThat(sample.problem()).isNull();
            assertThat(sample.clients()).extracting(SeenClient::driver).containsExactly("jdbcthin 19.3.0.0.0");
        });
        assertThat(workers.tries.values()).containsOnly(1);
        assertThat(workers.most.get()).isBetween(1, 8);
    }

    @Test
    void aDatabaseThatRefusesIsAskedOnceAndHarmsNoOther() {
        book.open("A", "REFUSES", "B");
        run(true);
        assertThat(book.kept).containsOnlyKeys("A", "REFUSES", "B");
        assertThat(book.kept.get("REFUSES").refused()).isTrue();
        assertThat(workers.tries).as("a password is not tried twice").containsEntry("REFUSES", 1);
        assertThat(book.kept.get("B").problem()).isNull();
    }

    /** Sealed by a worker for this run, and put in another call's place; or no answer at all. */
    @Test
    void keepsNoSampleThatIsNotOfItsDatabase() {
        book.open("A", "ANSWERED-BY-ANOTHER", "ANSWERED-WITH-NOTHING", "B");
        run(true);
        assertThat(book.kept).containsOnlyKeys("A", "ANSWERED-BY-ANOTHER", "ANSWERED-WITH-NOTHING", "B");
        assertThat(workers.tries.values()).containsOnly(1);
        assertThat(book.kept.get("A").problem()).isNull();
        for (String name : List.of("ANSWERED-BY-ANOTHER", "ANSWERED-WITH-NOTHING")) {
            assertThat(book.kept.get(name).problem()).contains("The sample was not of this database");
        }
    }

    @Test
    void aKilledWorkerCostsItsSampleAndNoOther() {
        waitForAnswer = Duration.ofSeconds(5);
        book.open("A", "KILLED", "B");
        run(true);
        assertThat(book.kept.get("KILLED").problem())
                .contains("did not end within 5 s, or its worker was lost")
                .contains("tried when it is due");
        assertThat(book.kept.get("KILLED").refused()).isFalse();
        assertThat(book.kept.get("A").problem()).isNull();
        assertThat(book.kept.get("B").problem()).isNull();
    }

    @Test
    void saysThatNoWorkerTookTheSample() {
        waitForWorker = Duration.ofSeconds(2);
        book.open("A");
        run(false);
        assertThat(book.kept.get("A").problem()).contains("No worker of zone dmz took the sample within 2 s");
    }

    @Test
    void saysThatASampleFailedByItself() {
        book.open("BROKEN", "A");
        run(true);
        assertThat(book.kept.get("BROKEN").problem()).contains("this is a bug in Gulliver");
        assertThat(book.kept.get("A").problem()).isNull();
    }

    @Test
    void endsWithTheWindowEvenInTheMiddleOfARound() {
        IntStream.range(0, 30).forEach(n -> book.open("DB" + n));
        book.endsWith = "DB3";
        run(true);
        assertThat(book.kept)
                .as("the eight that were asked when the window ended")
                .hasSize(8);
        assertThat(workers.tries).hasSize(8);
    }

    @Test
    void keepsSamplesOnceTheStoreIsBack() {
        book.open("A", "B");
        book.failures.set(3);
        run(true);
        assertThat(book.kept).containsOnlyKeys("A", "B");
        assertThat(workers.tries.values()).as("asked again only when due").containsOnly(1);
    }

    private void replay(Class<?> workflow) throws Exception {
        // A busy machine is not a deadlock.
        Worker worker = engine.newWorker(
                "replay",
                WorkerOptions.newBuilder()
                        .setDefaultDeadlockDetectionTimeout(60_000)
                        .build());
        worker.registerWorkflowImplementationTypes(workflow);
        WorkflowReplayer.replayWorkflowExecution(history(), worker);
    }

    @Test
    void aRecordedRoundReplays() throws Exception {
        String folder = System.getProperty(RECORD);
        if (folder != null) {
            record(Path.of(folder));
        }
        replay(SessionSweepWorkflowImpl.class);
    }

    @Test
    void aChangedWorkflowDoesNotReplayTheRecordedRound() {
        assertThatThrownBy(() -> replay(Changed.class)).hasStackTraceContaining("NonDeterministicException");
    }

    /** Asks before it looks who is due, which no recorded round did. */
    public static final class Changed implements SessionSweepWorkflow {
        @Override
        public void run(AccessSweepInput input) {
            Workflow.newActivityStub(
                            SessionActivities.class,
                            ActivityOptions.newBuilder()
                                    .setTaskQueue(TaskQueues.host(input.zone()))
                                    .setStartToCloseTimeout(Duration.ofSeconds(60))
                                    .build())
                    .sample(new AccessProbe("X", "h", 1521, "s", "c", "19.24", false, 35));
            Workflow.newLocalActivityStub(
                            SessionRecordActivities.class,
                            LocalActivityOptions.newBuilder()
                                    .setStartToCloseTimeout(Duration.ofSeconds(15))
                                    .build())
                    .due(input.program(), 8);
        }
    }

    private static WorkflowExecutionHistory history() throws IOException {
        try (var in = Objects.requireNonNull(
                SessionSweepWorkflowTest.class.getResourceAsStream(HISTORY), "No " + HISTORY + " on the class path")) {
            return WorkflowExecutionHistory.fromJson(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private void record(Path folder) throws IOException {
        book.open("A", "REFUSES", "BROKEN");
        WorkflowExecution execution = run(true);
        Files.createDirectories(folder);
        Files.writeString(
                folder.resolve("three-databases.json"),
                engine.getWorkflowClient()
                        .fetchHistory(execution.getWorkflowId(), execution.getRunId())
                        .toJson(true));
    }
}
