package io.gulliver.service.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.engine.Temporal;
import io.gulliver.engine.TemporalDevServer;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.workflowservice.v1.ResetWorkflowExecutionRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a real engine says of runs that were closed, reset or left without workers. */
@Tag("process")
@Timeout(180)
class EngineRunsTest {
    private static final MigrationId ID = new MigrationId("atlas.orders.1");

    @WorkflowInterface
    public interface Calling {
        @WorkflowMethod
        String run();
    }

    @ActivityInterface
    public interface Answering {
        String answer();
    }

    public static final class Answer implements Answering {
        @Override
        public String answer() {
            return "here";
        }
    }

    private static volatile boolean poisoned;

    public static final class CallingWorkflow implements Calling {
        @Override
        public String run() {
            Answering answering = Workflow.newActivityStub(
                    Answering.class,
                    ActivityOptions.newBuilder()
                            .setTaskQueue(TaskQueues.host("far"))
                            .setStartToCloseTimeout(Duration.ofMinutes(1))
                            .build());
            String answer = answering.answer();
            if (poisoned) {
                throw new Error("another history than this program's");
            }
            Workflow.sleep(Duration.ofHours(1));
            return answer;
        }
    }

    private static Optional<String> unserved(WorkflowClient client, Duration later) {
        return EngineRuns.unserved(client, ID, Instant.now().plus(later), new HashMap<>());
    }

    @Test
    void tellsRunsThatNobodyCarriesAndQueuesThatNobodyServes(@TempDir Path folder) {
        try (TemporalDevServer server =
                TemporalDevServer.open(TemporalDevServer.Settings.of(folder.resolve("engine"), Temporal.program()))) {
            WorkflowServiceStubs stubs = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                    .setTarget(server.target())
                    .build());
            WorkflowClient client = WorkflowClient.newInstance(
                    stubs,
                    WorkflowClientOptions.newBuilder().setNamespace("gulliver").build());
            WorkerFactory workflows = WorkerFactory.newInstance(client);
            workflows.newWorker(TaskQueues.CONTROL).registerWorkflowImplementationTypes(CallingWorkflow.class);
            workflows.start();
            WorkerFactory hosts = WorkerFactory.newInstance(client);
            hosts.newWorker(TaskQueues.host("far")).registerActivitiesImplementations(new Answer());
            try {
                assertThat(EngineRuns.lost(client, ID))
                        .hasValueSatisfying(how -> assertThat(how).contains("unknown"));
                WorkflowClient.start(client.newWorkflowStub(
                        Calling.class,
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(WorkflowIds.migration(ID))
                                .setTaskQueue(TaskQueues.CONTROL)
                                .build())::run);
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(unserved(client, Duration.ofSeconds(100)))
                                .hasValueSatisfying(what -> assertThat(what).contains("host-far has no worker")));
                assertThat(EngineRuns.lost(client, ID)).isEmpty();
                assertThat(unserved(client, Duration.ofSeconds(10)))
                        .as("ten seconds are no reason to wake anybody")
                        .isEmpty();

                poisoned = true;
                hosts.start();
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> unserved(client, Duration.ofSeconds(100)).isEmpty());
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(EngineRuns.lostOrStuck(
                                        client, ID, Instant.now().plus(EngineRuns.STUCK)))
                                .hasValueSatisfying(how -> assertThat(how).contains("failing at the same task")));
                assertThat(EngineRuns.lost(client, ID))
                        .as("nobody takes it over by himself for that")
                        .isEmpty();
                poisoned = false;
                await().atMost(Duration.ofSeconds(120))
                        .until(() -> EngineRuns.lostOrStuck(
                                        client, ID, Instant.now().plus(EngineRuns.STUCK))
                                .isEmpty());

                stubs.blockingStub()
                        .resetWorkflowExecution(ResetWorkflowExecutionRequest.newBuilder()
                                .setNamespace("gulliver")
                                .setWorkflowExecution(
                                        WorkflowExecution.newBuilder().setWorkflowId(WorkflowIds.migration(ID)))
                                .setWorkflowTaskFinishEventId(4)
                                .setReason("by the test")
                                .setRequestId(UUID.randomUUID().toString())
                                .build());
                assertThat(EngineRuns.lost(client, ID)).contains("reset by hand");
                client.newUntypedWorkflowStub(WorkflowIds.migration(ID)).terminate("by the test");
                assertThat(EngineRuns.lost(client, ID)).contains("terminated");
            } finally {
                workflows.shutdownNow();
                hosts.shutdownNow();
                stubs.shutdownNow();
            }
        }
    }
}
