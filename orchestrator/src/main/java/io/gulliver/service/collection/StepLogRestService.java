package io.gulliver.service.collection;

import io.grpc.StatusRuntimeException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.FetchedRest;
import io.gulliver.contract.activity.StepLogRest;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.StepLogRestInput;
import io.gulliver.contract.workflow.StepLogRestWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.view.StepLog;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.CheckedExceptionWrapper;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Has a worker fetch more of what a job printed than is kept by itself: it alone may log in to the host. What it reads goes
 * to the store, nothing of it through the engine. Safe for many threads.
 */
public class StepLogRestService {
    // Longer than the workflow waits for worker and host together, so that its own words are what people see.
    private static final Duration PATIENCE = Duration.ofSeconds(65);

    /** So many at once: each waits for its host, and whoever may read a log may ask. */
    private static final int AT_ONCE = 4;

    private final Semaphore places = new Semaphore(AT_ONCE);
    private final PlanSource plans;
    private final Supplier<Optional<WorkflowClient>> engine;
    private final String zone;
    private final Consumer<AuditEvent> audit;
    private final Clock clock;

    /**
     * @param plans say which zone a step works from
     * @param engine the connection, or empty while there is none
     * @param zone whose workers fetch where no plan says it
     * @param audit is told who had something read on a host
     */
    public StepLogRestService(
            PlanSource plans,
            Supplier<Optional<WorkflowClient>> engine,
            String zone,
            Consumer<AuditEvent> audit,
            Clock clock) {
        this.plans = plans;
        this.engine = engine;
        this.zone = zone;
        this.audit = audit;
        this.clock = clock;
    }

    /**
     * Waits until some megabytes more are kept, or until it is known why not; about a minute at most.
     *
     * @param by who wants it
     */
    public FetchedRest fetch(Migration migration, StepKey step, StepLog log, String by) {
        if (!log.full()) {
            return new FetchedRest(0, 0, null);
        }
        Optional<WorkflowClient> client = engine.get();
        if (client.isEmpty()) {
            return noEngine();
        }
        if (!places.tryAcquire()) {
            return FetchedRest.failed(FailureCode.TEMPORARILY_UNAVAILABLE.with(
                    "Not fetched: " + AT_ONCE + " logs are being fetched from their hosts right now.",
                    "Fetch it again in a minute."));
        }
        try {
            audit.accept(new AuditEvent(
                    migration.program(),
                    clock.instant(),
                    by,
                    "log.fetched",
                    "migration/" + migration.id(),
                    null,
                    null,
                    null,
                    Map.of("step", step.toString(), "host", log.system(), "job", log.job(), "from", log.bytes())));
            return fetch(
                    client.get(),
                    new StepLogRest(migration.id(), step, log.attempt(), log.system(), log.job()),
                    zone(migration, step));
        } finally {
            places.release();
        }
    }

    private FetchedRest fetch(WorkflowClient client, StepLogRest wanted, String from) {
        try {
            WorkflowStub stub = client.newUntypedWorkflowStub(
                    StepLogRestWorkflow.class.getSimpleName(),
                    WorkflowOptions.newBuilder()
                            .setWorkflowId(WorkflowIds.stepLogRest(wanted, UUID.randomUUID()))
                            .setTaskQueue(TaskQueues.CONTROL)
                            .setWorkflowRunTimeout(PATIENCE)
                            .build());
            stub.start(new StepLogRestInput(from, wanted, clock.instant().plus(PATIENCE.multipliedBy(2))));
            return stub.getResult(PATIENCE.toSeconds(), TimeUnit.SECONDS, FetchedRest.class);
        } catch (TimeoutException e) {
            return FetchedRest.failed(FailureCode.TIMED_OUT.with(
                    "The engine gave no answer within " + PATIENCE.toSeconds() + " s.",
                    "Look whether a process with the role workflows runs, then fetch again. What came until then is"
                            + " kept."));
        } catch (WorkflowException | StatusRuntimeException | CheckedExceptionWrapper e) {
            return noEngine();
        }
    }

    private String zone(Migration migration, StepKey step) {
        try {
            return plans.require(migration.playbookHash(), migration.purpose()).steps().stream()
                    .filter(one -> one.id().equals(step.step()))
                    .map(PlanStep::zone)
                    .findFirst()
                    .orElse(zone);
        } catch (UnknownRowException e) {
            // the playbook is gone, its log is not
            return zone;
        }
    }

    private static FetchedRest noEngine() {
        return FetchedRest.failed(FailureCode.UNREACHABLE.with(
                "Not fetched: the engine that would carry it to a worker cannot be reached.",
                "See the health of this server, then fetch again."));
    }
}
