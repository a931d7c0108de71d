package io.gulliver.control.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Hands step calls on the queue {@code control} to the actions that need the store. */
public final class ControlStepActivities implements StepActivities {
    private static final long LOOK_MILLIS = 500;

    private final Map<String, ControlAction> actions = new TreeMap<>();

    public ControlStepActivities(List<ControlAction> actions) {
        for (ControlAction action : actions) {
            if (this.actions.put(action.name(), action) != null) {
                throw new IllegalArgumentException("Two control actions are called " + action.name());
            }
        }
    }

    @Override
    public StepResult invoke(StepCall call) {
        ControlAction action = actions.get(call.action());
        if (action == null) {
            throw failure(FailureCode.ACTION_UNKNOWN.with(
                    "Action " + call.action() + " of step " + call.step() + " is not known next to the store",
                    "Install the version of Gulliver that the playbook was written for"));
        }
        ActivityExecutionContext activity = Activity.getExecutionContext();
        try {
            return action.invoke(call, (condition, seconds) -> wait(activity, condition, seconds));
        } catch (ControlAction.Refused e) {
            throw failure(e.failure());
        } catch (DataAccessException | TransactionException e) {
            throw failure(FailureCode.TEMPORARILY_UNAVAILABLE.with(
                    "The store did not answer for step " + call.step() + ": "
                            + e.getMostSpecificCause().getMessage(),
                    "Bring the store back; the step is tried again"));
        }
    }

    private static boolean wait(ActivityExecutionContext activity, BooleanSupplier condition, int seconds) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        while (true) {
            if (condition.getAsBoolean()) {
                return true;
            }
            if (System.nanoTime() >= end) {
                return false;
            }
            activity.heartbeat(null);
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ControlAction.Refused(
                        FailureCode.WORKER_LOST.with("The worker is stopping", "Another one goes on"));
            }
        }
    }

    private static ApplicationFailure failure(StepFailure failure) {
        return ApplicationFailure.newNonRetryableFailure(failure.message(), failure.code(), failure);
    }
}
