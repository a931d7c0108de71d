package io.gulliver.interpreter;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.StepState;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an answer of an action leads to. */
final class Answers {
    private final Turn turn;

    Answers(Turn turn) {
        this.turn = turn;
    }

    void answered(Event.Answered answer) {
        StepRunBuilder run = turn.find(answer.step());
        if (run == null || answer.attempt() != run.attempt) {
            return;
        }
        StepResult result = answer.result();
        boolean calling = run.calling();
        if (calling) {
            forgetStopping(run);
        }
        switch (answer.operation()) {
            case EVALUATE -> {
                if (calling) {
                    run.outputs = result.outputs();
                    run.endedAt = turn.now;
                    turn.move(run, StepState.DONE);
                    turn.journal(run, JournalEvent.STEP_EVALUATED, result.message(), result.evidence());
                }
            }
            case RUN, START -> {
                if (calling) {
                    begun(run, result);
                }
            }
            case AWAIT -> {
                if (run.state == StepState.AWAITING) {
                    watched(run, result);
                }
            }
            case STOP -> {
                if (run.state == StepState.STOPPING) {
                    // Outside an abort or roll back a job is stopped only because its step is skipped.
                    turn.finish(
                            run,
                            turn.isStopping() ? StepState.STOPPED : StepState.SKIPPED,
                            JournalEvent.JOB_STOPPED,
                            result.message());
                }
            }
            case UNDO -> undone(run, result);
        }
    }

    /** A call that was told to stop has ended. */
    void forgetStopping(StepRunBuilder run) {
        if (run.wakeAt != null) {
            run.wakeAt = null;
            turn.effects.add(new Effect.CancelWake(run.key));
        }
    }

    private void begun(StepRunBuilder run, StepResult result) {
        run.failure = null;
        run.countAnew();
        if (result.finished()) {
            completed(run, result.outputs(), result.message(), result.evidence());
            return;
        }
        run.job = result.job();
        run.outputs = merged(run.outputs, result.outputs());
        run.progress = result.progress();
        awaitAnew(run);
        turn.move(run, StepState.AWAITING);
        turn.journal(run, JournalEvent.JOB_STARTED, result.message(), result.evidence());
        if (turn.isStopping()) {
            turn.stopping.stopJob(run);
        } else {
            turn.calls.watch(run);
        }
    }

    private void watched(StepRunBuilder run, StepResult result) {
        run.failure = null;
        run.countAnew();
        run.progress = result.progress() == null ? run.progress : result.progress();
        if (result.finished()) {
            completed(run, result.outputs(), result.message(), result.evidence());
        } else if (overdue(run)) {
            parkOverdue(run);
        } else {
            turn.journal(run, JournalEvent.JOB_RUNS, result.message(), result.evidence());
            turn.calls.watch(run);
        }
    }

    /** Gives the job of a step its whole time: it was started just now, or a person goes on waiting. */
    void awaitAnew(StepRunBuilder run) {
        Integer limit = run.step.stateTimeoutSeconds();
        run.awaitUntil = limit == null || !turn.rules.limitsAwaiting() ? null : turn.now.plusSeconds(limit);
    }

    boolean overdue(StepRunBuilder run) {
        return run.awaitUntil != null && !run.awaitUntil.isAfter(turn.now);
    }

    /** The job is left alone: it may still end well, and whoever is asked says how long to wait. */
    void parkOverdue(StepRunBuilder run) {
        turn.failures.park(
                run,
                FailureCode.TIMED_OUT.with(
                        "Step " + run.key + ": job " + run.job + " still runs after its limit of "
                                + Duration.ofSeconds(
                                        run.step.stateTimeoutSeconds() == null ? 0 : run.step.stateTimeoutSeconds()),
                        "It is left running. Retry to go on waiting for as long again; skip, abort or roll back to stop"
                                + " it"));
    }

    void completed(
            StepRunBuilder run, Map<String, Object> outputs, @Nullable String message, List<EvidenceRef> evidence) {
        run.outputs = merged(run.outputs, outputs);
        run.failure = null;
        run.countAnew();
        run.endedAt = turn.now;
        PlanStep.Repeat repeat = run.step.repeat();
        if (repeat != null && !turn.isStopping() && (repeat.until() || run.iteration < repeat.max())) {
            // The next run is a new act: it gets a new round, so that its remote names are new.
            run.iteration++;
            run.round++;
            run.job = null;
            run.awaitUntil = null;
            turn.move(run, StepState.PREPARING);
            turn.journalRunDone(run, run.iteration - 1, message, evidence);
            turn.starting.askPrepare(run);
            return;
        }
        turn.move(run, StepState.DONE);
        turn.journal(run, JournalEvent.STEP_DONE, message, evidence);
    }

    private void undone(StepRunBuilder run, StepResult result) {
        if (run.calling()) {
            // Cleared up before another run of the step itself.
            run.outputs = Map.of();
            run.job = null;
            run.failure = null;
            run.losses = 0;
            if (turn.isStopping()) {
                turn.finish(run, StepState.STOPPED, JournalEvent.STEP_STOPPED, result.message());
            } else {
                turn.calls.call(run, Calls.forward(run.step), JournalEvent.STEP_STARTED);
            }
        } else if (run.state == StepState.UNDOING) {
            run.failure = null;
            run.countAnew();
            run.endedAt = turn.now;
            turn.move(run, StepState.UNDONE);
            turn.journal(run, JournalEvent.STEP_UNDONE, result.message(), result.evidence());
        }
    }

    private static Map<String, Object> merged(Map<String, Object> first, Map<String, Object> second) {
        if (second.isEmpty()) {
            return first;
        }
        Map<String, Object> all = new LinkedHashMap<>(first);
        all.putAll(second);
        return all;
    }
}
