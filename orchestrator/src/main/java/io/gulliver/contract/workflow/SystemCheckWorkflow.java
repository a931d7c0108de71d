package io.gulliver.contract.workflow;

import io.gulliver.contract.activity.CheckedSystem;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Carries one test of an outside system to a worker of its zone. */
@WorkflowInterface
public interface SystemCheckWorkflow {
    @WorkflowMethod
    CheckedSystem run(SystemCheckInput input);
}
