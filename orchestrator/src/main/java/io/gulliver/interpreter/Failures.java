package io.gulliver.interpreter;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.StepState;
import java.time.Duration;
import java.time.Instant;

/** What a failed, lost or cut off call leads to: another try after a pause, or a person. */
final class Failures {
    private static final Duration FIRST_BACKOFF = Duration.ofSeconds(1);
    /** So many workers may be lost in a row before the next loss counts as a try. */
    private static final int LOSSES_FORGIVEN = 2;

    private final Turn turn;

    Failures(Turn turn) {
        this.turn = turn;
    }

    void failed(Event.Failed event) {
        StepRunBuilder run = turn.find(event.step());
        if (run == null || event.attempt() != run.attempt || !expects(run, event.operation())) {
            return;
        }
        PlanStep step = run.step;
        StepFailure failure = event.failure();
        if (run.calling()) {
            turn.answers.forgetStopping(run);
        }
        if (event.operation() == Operation.EVALUATE) {
            turn.starting.evaluatedWith(run, failure);
            return;
        }
        run.failure = failure;
        if (turn.isStopping() && run.state != StepState.STOPPING && run.state != StepState.UNDOING) {
            turn.stopping.cutOff(run);
            return;
        }
        boolean observes = event.operation() == Operation.AWAIT || event.operation() == Operation.STOP;
        boolean again = failure.kind().retryable() && (observes || step.rerun() != PlanStep.Rerun.NEVER);
        if (turn.rules.countsLosses()) {
            run.losses = event.workerLost() ? run.losses + 1 : 0;
        }
        boolean counts = !event.workerLost() || run.losses > LOSSES_FORGIVEN;
        if (again && counts) {
            run.failures++;
            again = run.failures < step.attempts();
        }
        if (!again) {
            park(run, failure);
            return;
        }
        if (event.operation() == Operation.AWAIT && turn.answers.overdue(run)) {
            turn.answers.parkOverdue(run);
            return;
        }
        Instant at = turn.now.plus(backoff(Math.max(run.failures, run.losses), step));
        run.wakeAt = at;
        // UNDOING and STOPPING keep their state, so that what is being done stays visible while it backs off.
        if (run.state == StepState.RUNNING || run.state == StepState.AWAITING) {
            turn.move(run, StepState.BACKING_OFF);
        }
        turn.journal(run, JournalEvent.ATTEMPT_FAILED, failure.message());
        turn.effects.add(new Effect.Wake(run.key, at));
    }

    /** The call was told to stop and did: whatever it did or began is stopped or cut off. */
    void cancelled(Event.Cancelled event) {
        StepRunBuilder run = turn.find(event.step());
        if (run == null || event.attempt() != run.attempt || !run.calling()) {
            return;
        }
        if (!turn.isStopping()) {
            // Nobody here told it to: whoever cut it off, what it did is as unknown as after a lost worker.
            failed(new Event.Failed(
                    event.step(),
                    event.attempt(),
                    event.operation(),
                    FailureCode.WORKER_LOST.with(
                            "Step " + run.key + ": its call was cut off from outside",
                            "What was begun is looked at before it is repeated"),
                    true));
            return;
        }
        turn.answers.forgetStopping(run);
        abandon(run);
    }

    /** Leaves a step whose call has ended unanswered while the run is being stopped. */
    void abandon(StepRunBuilder run) {
        // An older failure says nothing of what the last call did.
        run.failure = null;
        run.wakeAt = null;
        if (turn.evaluateOnly) {
            turn.stopping.settleUnstarted(run);
        } else {
            turn.stopping.cutOff(run);
        }
    }

    /** The call is asked for anew; that it was not taken is no try. */
    void notBegun(Event.NotBegun event) {
        StepRunBuilder run = turn.find(event.step());
        if (run == null || event.attempt() != run.attempt || !expects(run, event.operation())) {
            return;
        }
        if (run.calling()) {
            turn.answers.forgetStopping(run);
            if (turn.isStopping()) {
                abandon(run);
                return;
            }
        }
        if (event.operation() == Operation.AWAIT && turn.answers.overdue(run)) {
            turn.answers.parkOverdue(run);
            return;
        }
        turn.journal(run, JournalEvent.CALL_NOT_BEGUN, "No worker took it in time; it is asked for again");
        if (event.operation() == Operation.AWAIT) {
            run.attempt++;
            turn.calls.watch(run);
        } else if (event.operation() == Operation.EVALUATE) {
            run.attempt++;
            turn.effects.add(turn.calls.invoke(run, Operation.EVALUATE, 0, 0));
        } else if (run.state == StepState.UNDOING) {
            turn.stopping.undo(run);
        } else if (event.operation() == Operation.STOP) {
            turn.calls.call(run, Operation.STOP, JournalEvent.JOB_IS_BEING_STOPPED);
        } else {
            turn.move(run, StepState.BACKING_OFF);
            turn.starting.wake(run);
        }
    }

    private static boolean expects(StepRunBuilder run, Operation operation) {
        return switch (operation) {
            case RUN, START, EVALUATE -> run.calling();
            case AWAIT -> run.state == StepState.AWAITING;
            case STOP -> run.state == StepState.STOPPING;
            case UNDO -> run.state == StepState.UNDOING || run.calling();
        };
    }

    private static Duration backoff(int failures, PlanStep step) {
        long seconds = FIRST_BACKOFF.toSeconds() << Math.min(10, Math.max(0, failures - 1));
        return Duration.ofSeconds(Math.min(seconds, Math.max(1, step.backoffCapSeconds())));
    }

    /** A person must choose: retry, skip with reason, roll back. */
    void park(StepRunBuilder run, StepFailure failure) {
        run.failure = failure;
        run.wakeAt = null;
        turn.move(run, run.state == StepState.UNDOING ? StepState.UNDO_PARKED : StepState.PARKED);
        if (!run.callRunsOn() && !run.mayHaveJob()) {
            run.slotsHeld = null;
        }
        turn.journal(run, JournalEvent.STEP_NEEDS_ATTENTION, failure.message());
    }
}
