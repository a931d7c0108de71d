package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.engine.Heartbeats;
import io.gulliver.persistence.StaleGenerationException;
import io.temporal.activity.Activity;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Hands step calls on the queue {@code control} to the actions that need the store, and beats while they work. */
public final class ControlStepActivities implements StepActivities, AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Map<String, ControlAction> actions = new TreeMap<>();
    private final Heartbeats heartbeats = new Heartbeats();
    private final Consumer<StepCall> admission;

    /** With calls of every generation admitted. */
    ControlStepActivities(List<ControlAction> actions) {
        this(actions, call -> {});
    }

    /**
     * @param actions by their names
     * @param admission throws {@link StaleGenerationException} for a call of a generation that was taken over
     */
    public ControlStepActivities(List<ControlAction> actions, Consumer<StepCall> admission) {
        this.admission = admission;
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
            throw failure(
                    call,
                    FailureCode.ACTION_UNKNOWN.with(
                            "Action " + call.action() + " of step " + call.step() + " is not known next to the store",
                            "Install the version of Gulliver that the playbook was written for"));
        }
        try (Heartbeats.Beat beat = heartbeats.during(Activity.getExecutionContext(), () -> null)) {
            admission.accept(call);
            return action.invoke(call, (condition, seconds) -> wait(beat, condition, seconds))
                    .answering(call);
        } catch (ControlAction.Refused e) {
            throw failure(call, e.failure());
        } catch (StaleGenerationException e) {
            throw failure(
                    call,
                    FailureCode.GENERATION_SUPERSEDED.with(
                            String.valueOf(e.getMessage()), "Nothing: the newer engine goes on"));
        } catch (DataAccessException | TransactionException e) {
            throw failure(
                    call,
                    FailureCode.TEMPORARILY_UNAVAILABLE.with(
                            "The store did not answer for step " + call.step() + ": "
                                    + e.getMostSpecificCause().getMessage(),
                            "Bring the store back; the step is tried again"));
        }
    }

    private static boolean wait(Heartbeats.Beat beat, BooleanSupplier condition, int seconds) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        while (true) {
            if (condition.getAsBoolean()) {
                return true;
            }
            if (System.nanoTime() >= end) {
                return false;
            }
            try {
                if (beat.awaitCallingOff(LOOK)) {
                    throw new ControlAction.Refused(
                            FailureCode.WORKER_LOST.with("The engine has called this watch off", "Nothing to do"));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ControlAction.Refused(
                        FailureCode.WORKER_LOST.with("The worker is stopping", "Another one goes on"));
            }
        }
    }

    @Override
    public void close() {
        heartbeats.close();
    }

    private static ApplicationFailure failure(StepCall call, StepFailure failure) {
        return ApplicationFailure.newNonRetryableFailure(failure.message(), failure.code(), failure, call.identity());
    }
}
