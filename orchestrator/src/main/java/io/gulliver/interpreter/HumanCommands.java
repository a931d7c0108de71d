package io.gulliver.interpreter;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.task.CommandRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people may say to a run, and what they are told when it does not fit. Every answer is journaled. */
final class HumanCommands {
    /** Outcome of SKIP: the person takes over a job that cannot be stopped from here. */
    static final String LEAVE_JOB = "leave-job";

    private final Turn turn;

    HumanCommands(Turn turn) {
        this.turn = turn;
    }

    void apply(CommandOrder order) {
        if (turn.knows(order.id())) {
            return;
        }
        turn.remember(order.id());
        Verdict verdict = turn.mode == RunMode.ENDED
                ? refused("The migration has ended: nothing more can be done with it")
                : say(order);
        turn.journal(
                new CommandOutcome(order.id(), verdict.applied(), verdict.message()),
                verdict.applied() ? JournalEntry.COMMAND_APPLIED : JournalEntry.COMMAND_REFUSED);
    }

    private record Verdict(boolean applied, String message) {}

    private static Verdict applied(String message) {
        return new Verdict(true, message);
    }

    private static Verdict refused(String message) {
        return new Verdict(false, message);
    }

    private Verdict say(CommandOrder order) {
        return switch (order.verb()) {
            case PAUSE -> pause(order);
            case RESUME -> resume();
            case ABORT -> abort(order);
            case ROLL_BACK -> rollBack(order);
            case FALL_BACK -> refused("This playbook has no way back once users work on the target");
            case RETRY -> onStep(order, this::retry);
            case SKIP -> onStep(order, this::skip);
            case COMPLETE -> onStep(order, this::complete);
            case DECIDE -> onStep(order, this::decide);
        };
    }

    private interface StepVerb {
        Verdict on(CommandOrder order, StepRunBuilder run, PlanStep step);
    }

    private Verdict onStep(CommandOrder order, StepVerb verb) {
        StepKey key = order.step();
        if (key == null) {
            return refused("Name the step that is meant");
        }
        StepRunBuilder run = turn.find(key);
        PlanStep step = turn.graph.find(key.step());
        if (run == null || step == null) {
            return refused("This migration has no step " + key);
        }
        return verb.on(order, run, step);
    }

    private Verdict pause(CommandOrder order) {
        if (turn.isStopping()) {
            return refused("The migration is being stopped: it cannot be paused");
        }
        if (order.stage() != null) {
            boolean later = turn.runs().stream()
                    .anyMatch(run -> run.step.stage().compareTo(order.stage()) > 0
                            && run.state != StepState.PENDING
                            && run.state != StepState.SKIPPED);
            if (later) {
                return refused("Stage " + order.stage() + " is already passed: a step of a later stage has started");
            }
            turn.pauseAfterStage = order.stage();
            turn.pauseAfterStep = null;
            turn.reason = order.reason();
            return applied("Pauses after stage " + order.stage());
        }
        if (order.step() != null) {
            PlanStep step = turn.graph.find(order.step().step());
            if (step == null) {
                return refused("This migration has no step " + order.step());
            }
            if (turn.require(step.id()).state.settled()) {
                return refused("Step " + step.id() + " is already passed");
            }
            turn.pauseAfterStep = step.id();
            turn.pauseAfterStage = null;
            turn.reason = order.reason();
            return applied("Pauses after step " + step.id());
        }
        if (turn.pauseNow) {
            return refused("The migration is already paused");
        }
        turn.pauseNow = true;
        turn.reason = order.reason();
        return applied("No further step starts; remote jobs go on and stay watched");
    }

    private Verdict resume() {
        if (turn.isStopping()) {
            return refused("The migration is being stopped: it cannot be resumed");
        }
        if (!turn.pauseNow && turn.pauseAfterStage == null && turn.pauseAfterStep == null) {
            return refused("The migration is not paused and has no pause ahead");
        }
        turn.pauseNow = false;
        turn.pauseAfterStage = null;
        turn.pauseAfterStep = null;
        turn.reason = null;
        return applied("Goes on");
    }

    private Verdict abort(CommandOrder order) {
        if (turn.mode == RunMode.ABORTING) {
            return refused("The migration is already being aborted");
        }
        if (turn.mode == RunMode.ROLLING_BACK) {
            return refused("The migration is being rolled back: leave out single undos with a reason instead");
        }
        turn.mode = RunMode.ABORTING;
        turn.reason = order.reason();
        turn.stopping.quiesce();
        return applied("Open jobs are being stopped; nothing is undone");
    }

    private Verdict rollBack(CommandOrder order) {
        if (turn.pastPointOfNoReturn) {
            return refused("The point of no return is passed: rolling back would lose what users wrote. Fall back, if"
                    + " the method has a way back");
        }
        if (turn.mode == RunMode.ROLLING_BACK) {
            return refused("The migration is already being rolled back");
        }
        if (turn.evaluateOnly) {
            return refused("An evaluation changes nothing: there is nothing to roll back");
        }
        turn.mode = RunMode.ROLLING_BACK;
        turn.reason = order.reason();
        turn.stopping.quiesce();
        return applied("Open jobs are being stopped; then what was done is undone, newest first");
    }

    private Verdict retry(CommandOrder order, StepRunBuilder run, PlanStep step) {
        switch (run.state) {
            case BACKING_OFF -> {
                turn.effects.add(new Effect.CancelWake(run.key));
                turn.starting.wake(run);
                return applied("Tried again at once");
            }
            case UNDO_PARKED -> {
                run.countAnew();
                turn.stopping.undo(run);
                return applied("The undo is tried again");
            }
            case PARKED -> {
                run.countAnew();
                if (run.callRunsOn()) {
                    turn.stopping.stopCall(run);
                    return applied("The call is told to stop again");
                }
                if (turn.isStopping()) {
                    turn.move(run, StepState.STOPPING);
                    turn.starting.wake(run);
                    return applied("The job is being stopped again");
                }
                return retryParked(run, step);
            }
            case UNDOING, STOPPING -> {
                if (run.wakeAt == null) {
                    return refused("Step " + run.key + " is being tried right now");
                }
                turn.effects.add(new Effect.CancelWake(run.key));
                turn.starting.wake(run);
                return applied("Tried again at once");
            }
            case WAITING_PERSON -> {
                return step.again().isEmpty() ? noRetry(run) : lookAgain(order, run, step);
            }
            default -> {
                return noRetry(run);
            }
        }
    }

    private static Verdict noRetry(StepRunBuilder run) {
        return refused("Step " + run.key + " does not need a retry: it is " + words(run.state));
    }

    /**
     * What a gate goes by is looked at again, each step as a round of its own; then the gate asks anew by what was seen, or is
     * passed where its condition has become false. What was seen before counts no more, whatever becomes of the new look.
     */
    private Verdict lookAgain(CommandOrder order, StepRunBuilder gate, PlanStep step) {
        if (turn.isStopping()) {
            return refused("The migration is being stopped: nothing is looked at again");
        }
        for (String id : step.again()) {
            StepRunBuilder look = turn.require(id);
            if (look.state.satisfies()) {
                look.anew();
                turn.move(look, StepState.PENDING);
                turn.journal(look, JournalEvent.STEP_IS_TRIED_AGAIN, "Looked at again, says " + order.by());
            }
        }
        gate.anew();
        turn.move(gate, StepState.PENDING);
        turn.journal(
                gate,
                JournalEvent.STEP_IS_TRIED_AGAIN,
                "Asked again when " + String.join(", ", step.again())
                        + (step.again().size() == 1 ? " has" : " have") + " looked anew");
        return applied("Looks again; then the decision is asked anew by what is found");
    }

    private Verdict retryParked(StepRunBuilder run, PlanStep step) {
        boolean over = run.endedOrNeverBegan();
        if (run.job != null) {
            turn.answers.awaitAnew(run);
        }
        if (run.mayHaveJob() && !step.slots().isEmpty() && !run.holdsSlots() && turn.rules.holdsSlotsOfParkedJobs()) {
            turn.starting.waitForSlots(run);
            return applied("What was begun is looked at again as soon as it is first in line");
        }
        if (run.mayHaveJob()) {
            // The job may run: look at it, or ask for the very same start again, rather than prepare another.
            turn.move(run, StepState.BACKING_OFF);
            turn.starting.wake(run);
            return applied("What was begun is looked at again");
        }
        boolean refused = run.failure != null && !run.failure.kind().retryable();
        if (run.order > 0 && (over || refused && !step.detached())) {
            run.round++;
            run.job = null;
        }
        if (step.repeat() != null && run.iteration > step.repeat().max()) {
            run.iteration = step.repeat().max();
        }
        turn.move(run, StepState.PENDING);
        turn.journal(run, JournalEvent.STEP_IS_TRIED_AGAIN, null);
        return applied("Tried again as soon as it may start");
    }

    private Verdict skip(CommandOrder order, StepRunBuilder run, PlanStep step) {
        if (CommandRules.needsReason(order.verb(), order.outcome()) && blank(order.reason())) {
            return refused("Give a reason for skipping step " + run.key);
        }
        if (run.state == StepState.UNDO_PARKED) {
            run.reason = order.reason();
            run.endedAt = turn.now;
            turn.move(run, StepState.UNDONE);
            turn.journal(run, JournalEvent.UNDO_LEFT_TO_A_PERSON, order.reason());
            return applied("The undo of step " + run.key + " is left to " + order.by());
        }
        if (turn.isStopping()) {
            if (run.state == StepState.PARKED) {
                run.reason = order.reason();
                run.endedAt = turn.now;
                turn.move(run, StepState.STOPPED);
                turn.journal(run, JournalEvent.JOB_LEFT_TO_A_PERSON, order.reason());
                return applied("The job of step " + run.key + " is left to " + order.by());
            }
            return refused("The migration is being stopped: step " + run.key + " cannot be skipped");
        }
        if (step.kind() == StepKind.GATE || step.pointOfNoReturn()) {
            return refused("Step " + run.key + " is a decision: it cannot be skipped");
        }
        switch (run.state) {
            case PENDING, WAITING_TIME, WAITING_SLOT, WAITING_PERSON, BACKING_OFF, PARKED -> {
                if (run.wakeAt != null) {
                    turn.effects.add(new Effect.CancelWake(run.key));
                    run.wakeAt = null;
                }
                run.reason = order.reason();
                if (run.mayHaveJob() && !LEAVE_JOB.equals(order.outcome())) {
                    turn.stopping.stopJob(run);
                    return applied("The job of step " + run.key + " may still run: it is stopped, then the step is"
                            + " skipped. Skip with outcome " + LEAVE_JOB + " to leave the job to yourself");
                }
                run.endedAt = turn.now;
                turn.move(run, StepState.SKIPPED);
                turn.journal(run, JournalEvent.STEP_SKIPPED, order.reason());
                return applied("Step " + run.key + " is skipped by " + order.by());
            }
            default -> {
                return refused("Step " + run.key + " cannot be skipped: it is " + words(run.state));
            }
        }
    }

    private Verdict complete(CommandOrder order, StepRunBuilder run, PlanStep step) {
        if (step.kind() != StepKind.TASK) {
            return refused("Step " + run.key + " is not a task");
        }
        if (run.state != StepState.WAITING_PERSON) {
            return refused("Task " + run.key + " is not open: it is " + words(run.state));
        }
        String outcome = order.outcome() == null ? "done" : order.outcome();
        run.reason = order.reason();
        if (outcome.equals(CommandRules.FAILED)) {
            reject(run, "Task " + run.key + " failed, says " + order.by() + tail(order.reason()));
            return applied("Task " + run.key + " recorded as failed: it needs attention");
        }
        turn.calls.passPointOfNoReturn(step);
        turn.answers.completed(run, order.outputs(), outcome + " by " + order.by(), List.of());
        return applied("Task " + run.key + " completed: " + outcome);
    }

    private Verdict decide(CommandOrder order, StepRunBuilder run, PlanStep step) {
        if (step.kind() != StepKind.GATE) {
            return refused("Step " + run.key + " is not a decision");
        }
        if (run.state != StepState.WAITING_PERSON) {
            return refused("Decision " + run.key + " is not open: it is " + words(run.state));
        }
        run.reason = order.reason();
        if (CommandRules.APPROVE.equals(order.outcome())) {
            turn.calls.passPointOfNoReturn(step);
            turn.answers.completed(run, order.outputs(), "approved by " + order.by(), List.of());
            return applied("Approved");
        }
        if (CommandRules.REJECT.equals(order.outcome())) {
            reject(run, "Rejected by " + order.by() + tail(order.reason()));
            return applied("Rejected: the step needs attention");
        }
        return refused("Decide with approve or reject, not '" + order.outcome() + "'");
    }

    private void reject(StepRunBuilder run, String message) {
        run.failure = FailureCode.REJECTED.with(message, "Retry to ask again, or roll back");
        turn.move(run, StepState.PARKED);
        turn.journal(run, JournalEvent.STEP_NEEDS_ATTENTION, message);
    }

    private static boolean blank(@Nullable String text) {
        return text == null || text.isBlank();
    }

    private static String tail(@Nullable String reason) {
        return blank(reason) ? "" : ": " + reason;
    }

    private static String words(StepState state) {
        return switch (state) {
            case PENDING -> "not started";
            case PREPARING -> "being prepared";
            case WAITING_TIME -> "waiting for its time";
            case WAITING_SLOT -> "waiting in line";
            case WAITING_PERSON -> "waiting for a person";
            case FANNED_OUT -> "at work on its items";
            case RUNNING, AWAITING -> "running";
            case BACKING_OFF -> "about to be tried again";
            case PARKED, UNDO_PARKED -> "in need of attention";
            case DONE -> "done";
            case SKIPPED -> "skipped";
            case STOPPING -> "being stopped";
            case STOPPED -> "stopped";
            case UNDOING -> "being rolled back";
            case UNDONE -> "rolled back";
        };
    }
}
