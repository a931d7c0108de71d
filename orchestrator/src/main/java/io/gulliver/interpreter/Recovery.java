package io.gulliver.interpreter;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.StepState;
import java.time.Instant;
import java.util.List;

/** Goes on after continue-as-new, or on a fresh engine: whatever was open is asked for again. */
final class Recovery {
    private final Turn turn;

    Recovery(Turn turn) {
        this.turn = turn;
    }

    void resume(boolean freshEngine) {
        if (freshEngine) {
            turn.journalControl(JournalEvent.MIGRATION_TAKEN_OVER);
        }
        if (turn.mode == RunMode.ENDED && turn.outcome != null) {
            turn.effects.add(new Effect.Finish(turn.seq, turn.outcome));
            return;
        }
        for (StepRunBuilder run : List.copyOf(turn.runs())) {
            PlanStep step = run.step;
            switch (run.state) {
                case PREPARING -> turn.starting.askPrepare(run);
                case RUNNING -> {
                    if (turn.isStopping() && turn.rules.stopsRunningCalls()) {
                        turn.failures.abandon(run);
                    } else if (turn.evaluateOnly) {
                        run.attempt++;
                        turn.effects.add(turn.calls.invoke(run, Operation.EVALUATE, 0, 0));
                    } else if (freshEngine && step.rerun() == PlanStep.Rerun.NEVER) {
                        turn.failures.park(
                                run,
                                FailureCode.WORKER_LOST.with(
                                        "Step " + run.key + " was running when the engine was lost, and must never be"
                                                + " repeated by itself",
                                        "See what it did; then retry, or skip with a reason"));
                    } else {
                        if (freshEngine && turn.rules.distrustsCallsOfLostEngines()) {
                            run.failure = FailureCode.WORKER_LOST.with(
                                    "Step " + run.key + " was running when the engine was lost",
                                    "What was begun is looked at before it is repeated");
                        }
                        turn.calls.act(run);
                    }
                }
                case AWAITING -> {
                    run.attempt++;
                    turn.calls.watch(run);
                }
                case STOPPING -> {
                    if (run.wakeAt == null) {
                        turn.calls.call(run, Operation.STOP, JournalEvent.JOB_IS_BEING_STOPPED);
                    } else {
                        turn.effects.add(new Effect.Wake(run.key, run.wakeAt));
                    }
                }
                case UNDOING -> {
                    if (run.wakeAt == null) {
                        turn.stopping.undo(run);
                    } else {
                        turn.effects.add(new Effect.Wake(run.key, run.wakeAt));
                    }
                }
                case WAITING_TIME, BACKING_OFF -> {
                    if (run.wakeAt != null) {
                        rewake(run, run.wakeAt, freshEngine);
                    }
                }
                case WAITING_SLOT ->
                    turn.journal(run, JournalEvent.STEP_WAITS_FOR_A_SLOT, String.join(", ", step.slots()));
                case PENDING, FANNED_OUT, WAITING_PERSON, PARKED, DONE, SKIPPED, STOPPED, UNDO_PARKED, UNDONE -> {}
            }
        }
    }

    private void rewake(StepRunBuilder run, Instant at, boolean freshEngine) {
        boolean overdueOutage = freshEngine
                && run.state == StepState.WAITING_TIME
                && run.step.phase() == Phase.OUTAGE
                // By a calendar of its own it is prepared again, and the bounds of its outage say whether it may begin.
                && run.plannedAt == null
                && at.isBefore(turn.now);
        if (overdueOutage) {
            turn.failures.park(
                    run,
                    FailureCode.STATE_CONFLICT.with(
                            "Step " + run.key + ": its planned time " + at + " passed while the engine was down",
                            "An outage never starts by itself after its time: retry to start it now, or move the"
                                    + " window"));
        } else {
            turn.effects.add(new Effect.Wake(run.key, at));
        }
    }
}
