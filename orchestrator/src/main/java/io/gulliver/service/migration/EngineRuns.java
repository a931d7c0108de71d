package io.gulliver.service.migration;

import com.google.protobuf.Timestamp;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.engine.QueuePollers;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflow.v1.PendingWorkflowTaskInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/** What an engine says of the workflow of a migration. */
final class EngineRuns {
    /** A call that waits for longer, with nobody asking for it, is told. */
    static final Duration UNSERVED = Duration.ofSeconds(60);

    /** A task that failed this often, for as long, fails for ever: the history is not what the program would write. */
    static final int TRIES = 3;

    static final Duration STUCK = Duration.ofSeconds(20);

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private EngineRuns() {}

    /**
     * Why the engine no longer carries a run that it was given: its workflow is closed, deleted, or was reset by hand to
     * an earlier point, so that it would do again what was done since. Empty when it runs.
     *
     * @throws io.temporal.client.WorkflowException when the engine does not answer
     */
    static Optional<String> lost(WorkflowClient engine, MigrationId migration) {
        return look(engine, migration, run -> Optional.empty());
    }

    /**
     * As {@link #lost}, and why a run that the engine holds does not move: its next workflow task fails again and again,
     * because its history is not what this program writes. A process that is killed in its middle a few times gives the
     * same picture for a moment, so this is for people's eyes and their {@code Take over} alone.
     *
     * @throws io.temporal.client.WorkflowException when the engine does not answer
     */
    static Optional<String> lostOrStuck(WorkflowClient engine, MigrationId migration, Instant now) {
        return look(engine, migration, run -> stuck(run, now));
    }

    private static Optional<String> look(
            WorkflowClient engine,
            MigrationId migration,
            Function<DescribeWorkflowExecutionResponse, Optional<String>> whenItRuns) {
        String id = WorkflowIds.migration(migration);
        WorkflowExecutionDescription description;
        try {
            description = engine.newUntypedWorkflowStub(id).describe();
        } catch (WorkflowNotFoundException e) {
            return Optional.of("unknown to it: deleted, or never there");
        }
        if (description.getStatus() != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING) {
            return Optional.of(word(description.getStatus()));
        }
        if (wasReset(engine, description.getExecution())) {
            return Optional.of("reset by hand");
        }
        return whenItRuns.apply(description.getRawDescription());
    }

    private static Optional<String> stuck(DescribeWorkflowExecutionResponse run, Instant now) {
        PendingWorkflowTaskInfo task = run.getPendingWorkflowTask();
        if (!run.hasPendingWorkflowTask() || task.getAttempt() < TRIES) {
            return Optional.empty();
        }
        Instant since = instant(task.getOriginalScheduledTime());
        return since.isAfter(now.minus(STUCK))
                ? Optional.empty()
                : Optional.of("failing at the same task since " + since.truncatedTo(ChronoUnit.SECONDS) + " ("
                        + task.getAttempt() + " tries): its history is not what this program writes");
    }

    /** A reset copies the first event, with the id that its run had in the beginning. */
    private static boolean wasReset(WorkflowClient engine, WorkflowExecution run) {
        try (Stream<HistoryEvent> history = engine.streamHistory(run.getWorkflowId(), run.getRunId())) {
            return history.findFirst()
                    .filter(HistoryEvent::hasWorkflowExecutionStartedEventAttributes)
                    .map(first ->
                            first.getWorkflowExecutionStartedEventAttributes().getOriginalExecutionRunId())
                    .filter(original -> !original.isEmpty() && !original.equals(run.getRunId()))
                    .isPresent();
        }
    }

    /**
     * Which queue leaves a call of the run waiting because no worker asks for it, in a sentence. A queue whose workers are
     * only busy is none of them.
     *
     * @param served whether a queue has a worker, kept for one round of questions
     * @throws io.grpc.StatusRuntimeException when the engine does not answer
     */
    static Optional<String> unserved(
            WorkflowClient engine, MigrationId migration, Instant now, Map<String, Boolean> served) {
        WorkflowServiceGrpc.WorkflowServiceBlockingStub stub =
                engine.getWorkflowServiceStubs().blockingStub().withDeadlineAfter(LIMIT.toSeconds(), TimeUnit.SECONDS);
        String namespace = engine.getOptions().getNamespace();
        DescribeWorkflowExecutionResponse answer =
                stub.describeWorkflowExecution(DescribeWorkflowExecutionRequest.newBuilder()
                        .setNamespace(namespace)
                        .setExecution(WorkflowExecution.newBuilder().setWorkflowId(WorkflowIds.migration(migration)))
                        .build());
        for (PendingActivityInfo call : answer.getPendingActivitiesList()) {
            String queue = call.getActivityOptions().getTaskQueue().getName();
            Instant since = instant(call.getScheduledTime());
            if (call.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED
                    && !queue.isEmpty()
                    && since.isBefore(now.minus(UNSERVED))
                    && !served.computeIfAbsent(queue, name -> QueuePollers.served(stub, namespace, name, now))) {
                return Optional.of("Queue " + queue + " has no worker: a call waits there since "
                        + since.truncatedTo(ChronoUnit.SECONDS) + ". Start a worker of its zone, or see why it does not"
                        + " reach the engine; the run goes on by itself then.");
            }
        }
        return Optional.empty();
    }

    private static Instant instant(Timestamp time) {
        return Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
    }

    /** A status in a person's words, for example {@code terminated}. */
    static String word(WorkflowExecutionStatus status) {
        return status.name()
                .replace("WORKFLOW_EXECUTION_STATUS_", "")
                .toLowerCase(Locale.ROOT)
                .replace('_', ' ');
    }
}
