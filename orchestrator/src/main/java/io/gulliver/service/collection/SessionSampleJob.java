package io.gulliver.service.collection;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.contract.workflow.AccessSweepInput;
import io.gulliver.contract.workflow.SessionSweepWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.window.WindowStore;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Opens collection windows where discovery has begun, and has sessions sampled as often as each program wants. */
public final class SessionSampleJob {
    private final ProgramStore programs;
    private final WindowStore windows;
    private final Supplier<Optional<WorkflowClient>> engine;
    private final String zone;
    private final Clock clock;

    /**
     * @param engine the connection, or empty while there is none
     * @param zone whose workers ask
     */
    public SessionSampleJob(
            ProgramStore programs,
            WindowStore windows,
            Supplier<Optional<WorkflowClient>> engine,
            String zone,
            Clock clock) {
        this.programs = programs;
        this.windows = windows;
        this.engine = engine;
        this.zone = zone;
        this.clock = clock;
    }

    /** One round; to be called every now and then. */
    public void run() {
        windows.openBegun();
        Map<String, Instant> limits = new TreeMap<>();
        for (Program program : programs.atWork()) {
            int minutes = ProgramPolicy.of(program).collection().sampleMinutes();
            limits.put(program.key(), clock.instant().minus(Duration.ofMinutes(minutes)));
        }
        engine.get().ifPresent(client -> windows.programsDue(limits).forEach(program -> start(client, program)));
    }

    private void start(WorkflowClient client, String program) {
        try {
            client.newUntypedWorkflowStub(
                            SessionSweepWorkflow.class.getSimpleName(),
                            WorkflowOptions.newBuilder()
                                    .setWorkflowId(WorkflowIds.sessionSweep(program))
                                    .setTaskQueue(TaskQueues.CONTROL)
                                    .setWorkflowIdReusePolicy(
                                            WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
                                    .setWorkflowIdConflictPolicy(
                                            WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
                                    .build())
                    .start(new AccessSweepInput(program, zone));
        } catch (WorkflowExecutionAlreadyStarted running) {
            // the run that is there takes up whatever became due meanwhile
        }
    }
}
