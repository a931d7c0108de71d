package io.gulliver.service.collection;

import io.gulliver.contract.workflow.AccessSweepInput;
import io.gulliver.contract.workflow.AccessSweepWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.persistence.access.AccessStore;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowOptions;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Has the access to databases tried by the workers. What is wanted stands in the store first, so that it outlives this
 * process and an engine that is away; one run for each program works it off. Safe for many threads.
 */
public final class AccessCheckService {
    private final AccessStore access;
    private final Supplier<Optional<WorkflowClient>> engine;
    private final String zone;

    /**
     * @param engine the connection, or empty while there is none
     * @param zone whose workers try
     */
    public AccessCheckService(AccessStore access, Supplier<Optional<WorkflowClient>> engine, String zone) {
        this.access = access;
        this.engine = engine;
        this.zone = zone;
    }

    /** Whose workers try. */
    public String zone() {
        return zone;
    }

    /**
     * Wants databases to be tried, and starts on it where the engine is there; else it begins when the engine is back.
     *
     * @param databases names; empty for all of the program
     * @return how many are wanted now that were not before
     * @throws io.gulliver.persistence.UnknownRowException a name that the program does not have
     */
    public int ask(String program, Collection<String> databases, String by) {
        int added = access.ask(program, databases, by);
        if (added > 0) {
            engine.get().ifPresent(client -> start(client, program));
        }
        return added;
    }

    /** Starts the runs of programs with databases that wait; those that run already go on. */
    public void carryWaiting() {
        engine.get().ifPresent(client -> access.waitingPrograms().forEach(program -> start(client, program)));
    }

    private void start(WorkflowClient client, String program) {
        try {
            client.newUntypedWorkflowStub(
                            AccessSweepWorkflow.class.getSimpleName(),
                            WorkflowOptions.newBuilder()
                                    .setWorkflowId(WorkflowIds.accessSweep(program))
                                    .setTaskQueue(TaskQueues.CONTROL)
                                    .setWorkflowIdReusePolicy(
                                            WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
                                    .setWorkflowIdConflictPolicy(
                                            WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
                                    .build())
                    .start(new AccessSweepInput(program, zone));
        } catch (WorkflowExecutionAlreadyStarted running) {
            // it takes up what was added by itself, or the next round of this chore starts it
        }
    }
}
