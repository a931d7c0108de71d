package io.gulliver.service.collection;

import io.grpc.StatusRuntimeException;
import io.gulliver.contract.activity.CheckedSystem;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.SystemCheck;
import io.gulliver.contract.workflow.SystemCheckInput;
import io.gulliver.contract.workflow.SystemCheckWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.serviceclient.CheckedExceptionWrapper;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Has outside systems tested by the workers, which alone hold the secrets. Safe for many threads. */
public final class SystemCheckService {
    // Longer than the workflow waits for worker and system together, so that its own words are what people see.
    private static final Duration PATIENCE = Duration.ofSeconds(65);

    private final Supplier<Optional<WorkflowClient>> engine;
    private final String zone;
    private final Clock clock;

    /**
     * @param engine the connection, or empty while there is none
     * @param zone whose workers test
     */
    public SystemCheckService(Supplier<Optional<WorkflowClient>> engine, String zone, Clock clock) {
        this.engine = engine;
        this.zone = zone;
        this.clock = clock;
    }

    /** Waits for the answer; about a minute at most. */
    public CheckedSystem check(SystemCheck check) {
        Optional<WorkflowClient> client = engine.get();
        if (client.isEmpty()) {
            return noEngine();
        }
        try {
            WorkflowStub stub = client.get()
                    .newUntypedWorkflowStub(
                            SystemCheckWorkflow.class.getSimpleName(),
                            WorkflowOptions.newBuilder()
                                    .setWorkflowId(WorkflowIds.systemCheck(check, UUID.randomUUID()))
                                    .setTaskQueue(TaskQueues.CONTROL)
                                    .setWorkflowRunTimeout(PATIENCE)
                                    .build());
            stub.start(new SystemCheckInput(zone, check, clock.instant().plus(PATIENCE.multipliedBy(2))));
            return stub.getResult(PATIENCE.toSeconds(), TimeUnit.SECONDS, CheckedSystem.class);
        } catch (TimeoutException e) {
            return CheckedSystem.bad(FailureCode.TIMED_OUT.with(
                    "The engine gave no answer to the test of " + check.name() + " within " + PATIENCE.toSeconds()
                            + " s.",
                    "Look whether a process with the role workflows runs, then test again."));
        } catch (WorkflowException | StatusRuntimeException | CheckedExceptionWrapper e) {
            return noEngine();
        }
    }

    private static CheckedSystem noEngine() {
        return CheckedSystem.bad(FailureCode.UNREACHABLE.with(
                "Not tried: the engine that would carry the test to a worker cannot be reached.",
                "See the health of this server, then test again."));
    }
}
