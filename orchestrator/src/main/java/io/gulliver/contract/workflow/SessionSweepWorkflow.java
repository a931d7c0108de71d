package io.gulliver.contract.workflow;

import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Samples the sessions of the databases of a program whose sample is due, once; ends when none is. */
@WorkflowInterface
public interface SessionSweepWorkflow {
    @WorkflowMethod
    void run(AccessSweepInput input);
}
