package io.gulliver.interpreter;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.StepState;
import java.time.Duration;
import java.util.Map;

/** Calls actions: every mutating call waits until its start is journaled. */
final class Calls {
    /** How long one try of stopping a job may take, whatever the step's own calls may: a stop acts within a minute. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

    private final Turn turn;

    Calls(Turn turn) {
        this.turn = turn;
    }

    void act(StepRunBuilder run) {
        // A job that may still run is looked at first: the same start again finds it.
        boolean undoFirst = run.failure != null
                && run.order > 0
                && !run.mayHaveJob()
                && run.step.rerun() == PlanStep.Rerun.AFTER_UNDO
                && run.step.undoable();
        passPointOfNoReturn(run.step);
        call(
                run,
                undoFirst ? Operation.UNDO : forward(run.step),
                undoFirst ? JournalEvent.STEP_CLEARS_UP_BEFORE_IT_RUNS_AGAIN : JournalEvent.STEP_STARTED);
    }

    static Operation forward(PlanStep step) {
        return step.detached() ? Operation.START : Operation.RUN;
    }

    void passPointOfNoReturn(PlanStep step) {
        if (step.pointOfNoReturn()) {
            turn.pastPointOfNoReturn = true;
        }
    }

    /** Journals that a call begins, and asks for it once that is written. */
    void call(StepRunBuilder run, Operation operation, JournalEvent event) {
        turn.move(run, operation == Operation.STOP ? StepState.STOPPING : StepState.RUNNING);
        run.attempt++;
        run.wakeAt = null;
        if (run.step.mutating() && run.order == 0 && operation != Operation.STOP) {
            run.order = turn.nextSeq();
        }
        long seq = turn.journal(run, event, null);
        // A stop must work while the store is down; it only ever ends what was begun before.
        boolean stop = operation == Operation.STOP;
        int limit = stop && turn.rules.limitsStops() ? (int) STOP_LIMIT.toSeconds() : run.step.callTimeoutSeconds();
        turn.effects.add(invoke(run, operation, stop ? 0 : seq, limit, 0));
    }

    Effect.Invoke invoke(StepRunBuilder run, Operation operation, long afterSeq, int patience) {
        return invoke(run, operation, afterSeq, run.step.callTimeoutSeconds(), patience);
    }

    Effect.Invoke invoke(StepRunBuilder run, Operation operation, long afterSeq, int limitSeconds, int patience) {
        String action = run.step.action();
        if (action == null) {
            throw new IllegalStateException("Step " + run.step.id() + " has no action");
        }
        boolean fresh = operation == Operation.RUN || operation == Operation.START || operation == Operation.EVALUATE;
        return new Effect.Invoke(
                afterSeq,
                run.key,
                run.attempt,
                run.round,
                operation,
                action,
                run.inputs,
                fresh ? Map.of() : run.outputs,
                fresh ? null : run.job,
                run.step.queue(),
                run.step.zone(),
                limitSeconds,
                patience);
    }

    void watch(StepRunBuilder run) {
        turn.effects.add(invoke(run, Operation.AWAIT, 0, patience(run)));
    }

    /** How long one look may take: short when people watch an outage, longer the longer the job has run, never past its limit. */
    private int patience(StepRunBuilder run) {
        long ran = run.startedAt == null
                ? 0
                : Math.max(0, Duration.between(run.startedAt, turn.now).toSeconds());
        boolean close = run.step.phase() == Phase.OUTAGE
                || run.step.estimateSeconds() != null && run.step.estimateSeconds() < 300;
        long longest = close ? 15 : 120;
        if (run.awaitUntil != null) {
            longest = Math.min(
                    longest,
                    Math.max(2, Duration.between(turn.now, run.awaitUntil).toSeconds()));
        }
        return (int) Math.min(longest, Math.max(2, ran / 8));
    }
}
