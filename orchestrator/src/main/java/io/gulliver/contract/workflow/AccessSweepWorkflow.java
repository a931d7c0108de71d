package io.gulliver.contract.workflow;

import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Works through the databases of a program whose access somebody wants to be tried; ends when none is left. */
@WorkflowInterface
public interface AccessSweepWorkflow {
    @WorkflowMethod
    void run(AccessSweepInput input);
}
