package io.gulliver.workflow.landscape;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.activity.AccessActivities;
import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.contract.activity.AccessProbe;
import io.gulliver.contract.workflow.AccessRecordActivities;
import io.gulliver.contract.workflow.AccessSweepInput;
import io.gulliver.contract.workflow.AccessSweepWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessState;
import io.temporal.client.WorkflowOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A sweep of many databases: a few at once, each once, and whatever happens to one is kept as its answer. */
class AccessSweepWorkflowTest {
    private TestWorkflowEnvironment engine;
    private final Book book = new Book();
    private final Workers workers = new Workers();

    /** Who waits, and what was kept. */
    private static final class Book implements AccessRecordActivities {
        private final List<String> waiting = new ArrayList<>();
        private final Map<String, AccessAnswer> kept = new LinkedHashMap<>();

        @Override
        public synchronized List<AccessProbe> next(String program, int atMost) {
            return waiting.stream()
                    .limit(atMost)
                    .map(name -> new AccessProbe(name, "h", 1521, "s", "c", "19.24", false, 35))
                    .toList();
        }

        @Override
        public synchronized void keep(String program, String zone, List<AccessAnswer> answers) {
            answers.forEach(answer -> {
                kept.put(answer.database(), answer);
                waiting.remove(answer.database());
            });
        }
    }

    private static final class Workers implements AccessActivities {
        private final AtomicInteger open = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private final AtomicInteger tries = new AtomicInteger();

        @Override
        public AccessAnswer check(AccessProbe probe) {
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            tries.incrementAndGet();
            try {
                if (probe.database().endsWith("BROKEN")) {
                    throw new IllegalStateException("a bug");
                }
                if (probe.database().endsWith("ANSWERED-WITH-NOTHING")) {
                    return null;
                }
                return new AccessAnswer(
                        probe.database().equals("ANSWERED-BY-ANOTHER") ? "A" : probe.database(),
                        Arrays.stream(AccessItem.values())
                                .map(item -> AccessFinding.good(item, "fine"))
                                .toList(),
                        List.of(),
                        "w1");
            } finally {
                open.decrementAndGet();
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
                        AccessSweepWorkflow.class, () -> new AccessSweepWorkflowImpl(waitForWorker, waitForAnswer));
    }

    @AfterEach
    void stopEngine() {
        engine.close();
    }

    private void run(boolean withWorkers) {
        engine.getWorkerFactory().getWorker(TaskQueues.CONTROL).registerActivitiesImplementations(book);
        if (withWorkers) {
            engine.newWorker(TaskQueues.host("dmz")).registerActivitiesImplementations(workers);
        }
        engine.start();
        engine.getWorkflowClient()
                .newWorkflowStub(
                        AccessSweepWorkflow.class,
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(WorkflowIds.accessSweep("atlas"))
                                .setTaskQueue(TaskQueues.CONTROL)
                                .build())
                .run(new AccessSweepInput("atlas", "dmz"));
    }

    @Test
    void triesEachOfManyOnceAndAFewAtOnceAcrossHistories() {
        IntStream.range(0, 450).forEach(n -> book.waiting.add("DB" + n));
        run(true);
        assertThat(book.kept).hasSize(450);
        assertThat(book.waiting).isEmpty();
        assertThat(workers.tries).hasValue(450);
        assertThat(workers.most.get()).isBetween(1, 8);
    }

    @Test
    void keepsThatACheckFailedByItselfAndGoesOn() {
        book.waiting.addAll(List.of("A", "BROKEN", "C"));
        run(true);
        assertThat(book.kept).containsOnlyKeys("A", "BROKEN", "C");
        assertThat(workers.tries).as("a password is not tried twice").hasValue(3);
        assertThat(book.kept.get("BROKEN").findings())
                .hasSize(AccessItem.values().length)
                .allSatisfy(finding -> {
                    assertThat(finding.state()).isEqualTo(AccessState.UNKNOWN);
                    assertThat(finding.seen()).contains("this is a bug in Gulliver");
                });
    }

    /** Sealed by a worker for this run, and put in another call's place; or no answer at all. */
    @Test
    void keepsNoAnswerThatIsNotForItsDatabase() {
        book.waiting.addAll(List.of("A", "ANSWERED-BY-ANOTHER", "ANSWERED-WITH-NOTHING", "C"));
        run(true);
        assertThat(book.kept).containsOnlyKeys("A", "ANSWERED-BY-ANOTHER", "ANSWERED-WITH-NOTHING", "C");
        assertThat(workers.tries).as("a password is not tried twice").hasValue(4);
        for (String name : List.of("ANSWERED-BY-ANOTHER", "ANSWERED-WITH-NOTHING")) {
            assertThat(book.kept.get(name).findings())
                    .allSatisfy(finding -> assertThat(finding.seen()).contains("The answer was not for this database"));
        }
    }

    @Test
    void saysThatNoWorkerTookTheCheck() {
        waitForWorker = Duration.ofSeconds(2);
        book.waiting.add("A");
        run(false);
        assertThat(book.kept.get("A").findings())
                .allSatisfy(finding -> assertThat(finding.seen()).contains("No worker of zone dmz took the check"));
        assertThat(book.kept.get("A").worker()).isNull();
    }
}
