package io.gulliver.interpreter;

import io.gulliver.contract.activity.Operation;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Brings a run to a stand: what is under way is stopped, and on roll back undone, newest first. */
final class Stopping {
    /** How long a call that was told to stop may work on before a person is asked: abort acts within a minute. */
    static final Duration CALL_STOP_PATIENCE = Duration.ofSeconds(30);

    private final Turn turn;

    Stopping(Turn turn) {
        this.turn = turn;
    }

    /** Stops starting, detaches watchers, stops jobs, and tells calls under way to let go. */
    void quiesce() {
        for (StepRunBuilder run : List.copyOf(turn.runs())) {
            switch (run.state) {
                case PREPARING -> settleUnstarted(run);
                case WAITING_TIME, WAITING_SLOT -> {
                    if (run.wakeAt != null) {
                        turn.effects.add(new Effect.CancelWake(run.key));
                    }
                    if (turn.starting.looksAgainWithSlots(run)) {
                        cutOff(run);
                    } else {
                        settleUnstarted(run);
                    }
                }
                case RUNNING -> {
                    if (turn.rules.stopsRunningCalls()) {
                        stopCall(run);
                    }
                }
                case WAITING_PERSON -> turn.finish(run, StepState.STOPPED, JournalEvent.TASK_CLOSED, turn.reason);
                case AWAITING -> stopJob(run);
                case BACKING_OFF -> {
                    turn.effects.add(new Effect.CancelWake(run.key));
                    cutOff(run);
                }
                case PARKED -> {
                    if (run.callRunsOn()) {
                        stopCall(run);
                    } else {
                        cutOff(run);
                    }
                }
                case PENDING -> {
                    if (run.order > 0 && turn.rules.undoesWhatWaitsToBeginAgain()) {
                        cutOff(run);
                    }
                }
                case FANNED_OUT, DONE, SKIPPED, STOPPING, STOPPED, UNDOING, UNDO_PARKED, UNDONE -> {}
            }
        }
    }

    void settleUnstarted(StepRunBuilder run) {
        run.wakeAt = null;
        if (run.order > 0) {
            turn.finish(run, StepState.STOPPED, JournalEvent.STEP_STOPPED, null);
        } else {
            turn.move(run, StepState.PENDING);
            turn.journal(run, JournalEvent.STEP_NOT_STARTED, null);
        }
    }

    /** A step whose end is not known: its job, if it may have one, is stopped; else it is cut off here. */
    void cutOff(StepRunBuilder run) {
        if (run.mayHaveJob()) {
            stopJob(run);
        } else if (run.order > 0) {
            turn.finish(run, StepState.STOPPED, JournalEvent.STEP_STOPPED, null);
        } else {
            run.wakeAt = null;
            turn.move(run, StepState.PENDING);
            turn.journal(run, JournalEvent.STEP_NOT_STARTED, null);
        }
    }

    void stopJob(StepRunBuilder run) {
        if (run.state == StepState.AWAITING) {
            turn.effects.add(new Effect.Detach(run.key));
        }
        run.countAnew();
        turn.calls.call(run, Operation.STOP, JournalEvent.JOB_IS_BEING_STOPPED);
    }

    /** Tells the call under way to let go; if it does not, a person is asked. */
    void stopCall(StepRunBuilder run) {
        Instant at = turn.now.plus(CALL_STOP_PATIENCE);
        run.wakeAt = at;
        turn.move(run, StepState.RUNNING);
        turn.journal(run, JournalEvent.CALL_IS_BEING_STOPPED, null);
        turn.effects.add(new Effect.Cancel(run.key));
        turn.effects.add(new Effect.Wake(run.key, at));
    }

    boolean quiet() {
        return turn.runs().stream().noneMatch(run -> switch (run.state) {
            case PREPARING, RUNNING, AWAITING, STOPPING, BACKING_OFF, PARKED, FANNED_OUT -> true;
            default -> false;
        });
    }

    void undoNext() {
        StepRunBuilder newest = null;
        for (StepRunBuilder run : turn.runs()) {
            if (run.state == StepState.UNDOING || run.state == StepState.UNDO_PARKED) {
                return;
            }
            boolean left =
                    run.state == StepState.DONE || run.state == StepState.STOPPED || run.state == StepState.SKIPPED;
            if (left && run.order > 0 && run.step.undoable() && (newest == null || run.order > newest.order)) {
                newest = run;
            }
        }
        if (newest == null) {
            end(RunOutcome.ROLLED_BACK);
        } else {
            newest.countAnew();
            undo(newest);
        }
    }

    void undo(StepRunBuilder run) {
        turn.move(run, StepState.UNDOING);
        run.attempt++;
        run.wakeAt = null;
        long seq = turn.journal(run, JournalEvent.STEP_IS_BEING_UNDONE, null);
        turn.effects.add(turn.calls.invoke(run, Operation.UNDO, seq, 0));
    }

    void end(RunOutcome outcome) {
        turn.mode = RunMode.ENDED;
        turn.outcome = outcome;
        long seq = turn.journalControl(JournalEvent.MIGRATION_ENDED);
        turn.effects.add(new Effect.Finish(seq, outcome));
    }
}
