package io.gulliver.contract.workflow;

import io.gulliver.contract.activity.FetchedRest;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Has a worker of a zone fetch more of what a job printed. */
@WorkflowInterface
public interface StepLogRestWorkflow {
    @WorkflowMethod
    FetchedRest run(StepLogRestInput input);
}
