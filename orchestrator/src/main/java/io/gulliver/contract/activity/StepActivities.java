package io.gulliver.contract.activity;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.time.Duration;

/**
 * The workers' side of a step. One activity carries every action; the action's name is in the call, so that a playbook
 * can name an action without a change of the workflow.
 *
 * <p>Fails with an {@code ApplicationFailure} whose type is a {@link FailureCode} and whose first detail is a {@link
 * StepFailure}; never retried by Temporal, because the interpreter counts attempts and shows each.
 */
@ActivityInterface(namePrefix = "Step_")
public interface StepActivities {
    /**
     * A call that no worker has taken by then never begins. A worker that comes back days later, or one of an engine that
     * was taken over meanwhile, must not act on it.
     */
    Duration NOT_BEGUN = Duration.ofMinutes(10);

    @ActivityMethod
    StepResult invoke(StepCall call);
}
