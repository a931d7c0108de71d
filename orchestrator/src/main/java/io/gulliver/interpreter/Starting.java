package io.gulliver.interpreter;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.plan.OutageBounds;
import io.gulliver.domain.program.ClockPiece;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Brings steps forward: what may start, what it waits for, and when it begins. */
final class Starting {
    /** A run is told when program time moves; one that was not told looks by itself. */
    private static final Duration LOOKS_AT_TIME = Duration.ofMinutes(5);

    private final Turn turn;

    Starting(Turn turn) {
        this.turn = turn;
    }

    void startReady() {
        for (StepRunBuilder run : List.copyOf(turn.runs())) {
            if (run.state == StepState.PENDING && ready(run)) {
                prepare(run);
            } else if (run.state == StepState.BACKING_OFF && run.wakeAt == null && mayStart(run.step)) {
                wake(run);
            }
        }
    }

    private boolean ready(StepRunBuilder run) {
        PlanStep step = run.step;
        if (!mayStart(step)) {
            return false;
        }
        if (run.key.item() != null) {
            StepRunBuilder parent = turn.require(step.id());
            long active = turn.itemsOf(parent).stream()
                    .filter(item ->
                            item.state != StepState.PENDING && item.state != StepState.PARKED && !item.state.settled())
                    .count();
            return parent.state == StepState.FANNED_OUT && active < step.maxParallel();
        }
        for (String need : step.needs()) {
            if (!turn.require(need).state.satisfies()) {
                return false;
            }
        }
        return true;
    }

    private boolean mayStart(PlanStep step) {
        if (turn.pauseNow || turn.isStopping() || turn.mode == RunMode.ENDED) {
            return false;
        }
        return insidePausePoint(step);
    }

    private boolean insidePausePoint(PlanStep step) {
        if (turn.pauseAfterStage != null && step.stage().compareTo(turn.pauseAfterStage) > 0) {
            return false;
        }
        String last = turn.pauseAfterStep;
        return last == null || step.id().equals(last) || turn.graph.isAncestor(step.id(), last);
    }

    private void prepare(StepRunBuilder run) {
        run.plannedAt = null;
        turn.move(run, StepState.PREPARING);
        askPrepare(run);
    }

    /** Back to the beginning, because the migration is paused or being stopped. */
    private void hold(StepRunBuilder run) {
        run.plannedAt = null;
        turn.move(run, StepState.PENDING);
        if (turn.rules.tellsOfHeldSteps()) {
            turn.journal(run, JournalEvent.STEP_HELD, "The migration is paused before it");
        }
    }

    void askPrepare(StepRunBuilder run) {
        Map<String, Map<String, Object>> outputs = new LinkedHashMap<>();
        for (String from : run.step.outputsFrom()) {
            StepRunBuilder source = turn.require(from);
            if (source.items == null) {
                outputs.put(from, source.outputs);
            } else {
                Map<String, Object> byItem = new LinkedHashMap<>();
                for (StepRunBuilder item : turn.itemsOf(source)) {
                    byItem.put(String.valueOf(item.key.item()), item.outputs);
                }
                outputs.put(from, Map.of("items", byItem));
            }
        }
        turn.effects.add(new Effect.Prepare(run.key, run.iteration, turn.evaluateOnly, outputs));
    }

    void prepared(StepKey key, PrepareResult result) {
        StepRunBuilder run = turn.find(key);
        if (run == null || run.state != StepState.PREPARING) {
            return;
        }
        PlanStep step = run.step;
        run.factsVersion = result.factsVersion();
        if (result.error() != null) {
            if (turn.evaluateOnly) {
                evaluatedWith(run, result.error());
            } else {
                turn.failures.park(run, result.error());
            }
            return;
        }
        if (!mayStart(step)) {
            hold(run);
            return;
        }
        if (!result.applies()) {
            run.reason = "Its condition is false";
            run.endedAt = turn.now;
            turn.move(run, StepState.SKIPPED);
            turn.journal(run, JournalEvent.STEP_SKIPPED, run.reason);
            return;
        }
        if (step.fanOut() && key.item() == null) {
            if (!turn.evaluateOnly && heldByPlan(run, result)) {
                return;
            }
            fanOut(run, result.items() == null ? List.of() : result.items());
            return;
        }
        run.inputs = result.inputs();
        if (turn.evaluateOnly) {
            evaluate(run);
            return;
        }
        if (repeats(run, result)) {
            return;
        }
        if (result.notBefore() != null && result.notBefore().isAfter(result.programTime(turn.now))) {
            waitForTime(run, result.notBefore(), result.clock());
            return;
        }
        if (heldByPlan(run, result)) {
            return;
        }
        boolean granted = run.holdsSlots() && beginsOutage(run, result);
        if (!step.slots().isEmpty() && !granted) {
            waitForSlots(run, beginsOutage(run, result));
            return;
        }
        start(run);
    }

    /**
     * Whether the outage begins with the step. What was recorded before a program's zone was known of its outage begins
     * with its slots, however late they came.
     */
    private boolean beginsOutage(StepRunBuilder run, PrepareResult result) {
        OutageBounds bounds = result.outage();
        return turn.rules.holdsSlotsOfParkedJobs()
                && bounds != null
                && bounds.zone() != null
                && run.worksInOutage()
                && !outageBegan()
                && doneByPeople().isEmpty();
    }

    /**
     * The first step of the outage waits for T, and does not begin where the plan does not allow it. While only people have
     * done something, whose task may have lain open for hours, the next step asks once more: by when they began, which is
     * their task's estimate ago, and not before T.
     */
    private boolean heldByPlan(StepRunBuilder run, PrepareResult result) {
        OutageBounds bounds = result.outage();
        if (bounds == null || !run.worksInOutage() || outageBegan()) {
            return false;
        }
        Instant usersOut = bounds.usersOut();
        Instant now = result.programTime(turn.now);
        Optional<Duration> byPeople = doneByPeople();
        if (byPeople.isPresent()) {
            Instant began = now.minus(byPeople.get());
            now = usersOut != null && began.isBefore(usersOut) ? usersOut : began;
        } else if (usersOut != null && bounds.early(now)) {
            if (run.holdsSlots()) {
                // T moved while it waited for slots: others may have them until then.
                turn.move(run, StepState.PENDING);
                turn.journal(run, JournalEvent.STEP_HELD, "Its outage begins later: what it waited for is given back");
                return true;
            }
            waitForTime(run, usersOut, result.clock());
            return true;
        }
        Optional<String> refusal = bounds.refusal(now);
        refusal.ifPresent(why -> turn.failures.park(
                run,
                FailureCode.STATE_CONFLICT.with(
                        "Step " + run.key + " may not begin the outage: " + why,
                        "Move the date of the wave or of the database, or have two persons let it begin, each with a"
                                + " reason; then retry the step")));
        return refusal.isPresent();
    }

    /** Whether a step of the outage began that is no person's. */
    private boolean outageBegan() {
        return turn.runs().stream()
                .anyMatch(other -> other.startedAt != null
                        && other.items == null
                        && other.worksInOutage()
                        && other.step.kind() == StepKind.ACTION);
    }

    /** How long people need for the longest of the outage's tasks that are done; empty while none is. */
    private Optional<Duration> doneByPeople() {
        return turn.runs().stream()
                .filter(other ->
                        other.state == StepState.DONE && other.worksInOutage() && other.step.kind() == StepKind.TASK)
                .map(other ->
                        Duration.ofSeconds(other.step.estimateSeconds() == null ? 0 : other.step.estimateSeconds()))
                .max(Comparator.naturalOrder());
    }

    void replanned() {
        for (StepRunBuilder run : List.copyOf(turn.runs())) {
            PlanStep step = run.step;
            if (run.state == StepState.WAITING_TIME
                    && run.wakeAt != null
                    && (step.notBefore() || run.worksInOutage())
                    && mayStart(step)) {
                run.wakeAt = null;
                turn.effects.add(new Effect.CancelWake(run.key));
                prepare(run);
            }
        }
    }

    void waitForSlots(StepRunBuilder run) {
        waitForSlots(run, false);
    }

    /** @param again whether the step is prepared again with its slots: they may come too late for its outage */
    private void waitForSlots(StepRunBuilder run, boolean again) {
        turn.move(run, StepState.WAITING_SLOT);
        run.slotsHeld = again ? Boolean.FALSE : null;
        turn.journal(run, JournalEvent.STEP_WAITS_FOR_A_SLOT, String.join(", ", run.step.slots()));
    }

    /** Whether a repeating step is done, or must wait before its next run. */
    private boolean repeats(StepRunBuilder run, PrepareResult result) {
        PlanStep.Repeat repeat = run.step.repeat();
        if (repeat == null || run.iteration == 1 && run.step.kind() != StepKind.WAIT) {
            return false;
        }
        if (repeat.until() && result.repeatDone()) {
            turn.finish(
                    run,
                    StepState.DONE,
                    JournalEvent.STEP_DONE,
                    "Condition met after " + (run.iteration - 1) + " runs");
            return true;
        }
        if (run.iteration > repeat.max()) {
            turn.failures.park(
                    run,
                    FailureCode.CHECK_FAILED.with(
                            "Step " + run.key + ": its condition is still false after " + repeat.max() + " runs",
                            "See what it waits for; retry for one more run, or skip with a reason"));
            return true;
        }
        Instant due = run.endedAt == null ? turn.now : run.endedAt.plusSeconds(repeat.everySeconds());
        if (run.iteration > 1 && due.isAfter(turn.now)) {
            waitUntil(run, due);
            return true;
        }
        return false;
    }

    private void fanOut(StepRunBuilder run, List<String> items) {
        run.items = List.copyOf(items);
        run.startedAt = turn.now;
        if (items.isEmpty()) {
            turn.finish(run, StepState.DONE, JournalEvent.STEP_DONE, "Nothing to do: no items");
            return;
        }
        turn.move(run, StepState.FANNED_OUT);
        turn.insertItems(run, items);
        turn.journal(run, JournalEvent.STEP_FANNED_OUT, items.size() + " items");
    }

    void settleFanOuts() {
        for (StepRunBuilder run : List.copyOf(turn.runs())) {
            if (run.state != StepState.FANNED_OUT) {
                continue;
            }
            List<StepRunBuilder> items = turn.itemsOf(run);
            if (items.stream().allMatch(item -> item.state.satisfies())) {
                turn.finish(run, StepState.DONE, JournalEvent.STEP_DONE, null);
            } else if (turn.isStopping()
                    && items.stream().allMatch(item -> item.state.settled() || item.state == StepState.PENDING)) {
                turn.finish(run, StepState.STOPPED, JournalEvent.STEP_STOPPED, null);
            }
        }
    }

    /**
     * Waits for a planned time. Where the program has a time of its own, nobody knows when it will be: the step looks again
     * when it would be by what holds now, after {@link #LOOKS_AT_TIME} at the latest, and as soon as the run is told that
     * time moved.
     */
    private void waitForTime(StepRunBuilder run, Instant planned, @Nullable ClockPiece clock) {
        if (clock == null) {
            waitUntil(run, planned);
            return;
        }
        Instant latest = turn.now.plus(LOOKS_AT_TIME);
        run.plannedAt = planned;
        waitUntil(
                run,
                clock.reaches(planned)
                        .filter(at -> at.isBefore(latest) && at.isAfter(turn.now))
                        .orElse(latest));
    }

    private void waitUntil(StepRunBuilder run, Instant at) {
        run.wakeAt = at;
        turn.move(run, StepState.WAITING_TIME);
        turn.journal(run, JournalEvent.STEP_WAITS_FOR_ITS_TIME, null);
        turn.effects.add(new Effect.Wake(run.key, at));
    }

    void granted(StepKey key) {
        StepRunBuilder run = turn.find(key);
        if (run == null || run.state != StepState.WAITING_SLOT) {
            return;
        }
        PlanStep step = run.step;
        boolean looksAgain = looksAgainWithSlots(run);
        boolean preparesAgain = Boolean.FALSE.equals(run.slotsHeld);
        if (turn.rules.holdsSlotsOfParkedJobs() && (looksAgain || mayStart(step))) {
            run.slotsHeld = true;
        }
        if (looksAgain) {
            if (run.job != null) {
                turn.answers.awaitAnew(run);
            }
            turn.move(run, StepState.BACKING_OFF);
            wake(run);
            return;
        }
        if (!mayStart(step)) {
            turn.move(run, StepState.PENDING);
            turn.journal(run, JournalEvent.STEP_HELD, "The migration is paused before it");
            return;
        }
        if (preparesAgain) {
            prepare(run);
            return;
        }
        start(run);
    }

    /** Whether the step waits for slots only to look at a job that it began with slots since given back. */
    boolean looksAgainWithSlots(StepRunBuilder run) {
        return turn.rules.holdsSlotsOfParkedJobs() && run.failure != null && run.mayHaveJob();
    }

    /** Begins the work itself: everything it waits for is there. */
    private void start(StepRunBuilder run) {
        if (run.startedAt == null) {
            run.startedAt = turn.now;
        }
        run.wakeAt = null;
        run.endedAt = null;
        switch (run.step.kind()) {
            case TASK, GATE -> {
                turn.move(run, StepState.WAITING_PERSON);
                turn.journal(
                        run,
                        run.step.kind() == StepKind.TASK ? JournalEvent.TASK_OPENED : JournalEvent.GATE_OPENED,
                        null);
            }
            case WAIT -> {
                if (run.step.repeat() != null) {
                    turn.answers.completed(run, Map.of(), null, List.of());
                } else {
                    turn.finish(run, StepState.DONE, JournalEvent.STEP_DONE, null);
                }
            }
            case ACTION -> turn.calls.act(run);
        }
    }

    private void evaluate(StepRunBuilder run) {
        if (run.step.kind() != StepKind.ACTION) {
            turn.finish(
                    run,
                    StepState.DONE,
                    JournalEvent.STEP_EVALUATED,
                    run.step.kind() == StepKind.WAIT ? "Would wait" : "Would wait for " + run.step.role());
            return;
        }
        turn.move(run, StepState.RUNNING);
        run.startedAt = turn.now;
        run.attempt++;
        turn.effects.add(turn.calls.invoke(run, Operation.EVALUATE, 0, 0));
    }

    /** A precheck that fails is a result of the evaluation; the rest is evaluated all the same. */
    void evaluatedWith(StepRunBuilder run, StepFailure failure) {
        run.failure = failure;
        turn.finish(run, StepState.DONE, JournalEvent.STEP_EVALUATED, failure.message());
    }

    void woken(StepKey key) {
        StepRunBuilder run = turn.find(key);
        if (run == null || run.wakeAt == null || run.wakeAt.isAfter(turn.now)) {
            return;
        }
        wake(run);
    }

    /** Goes on with what a step waited to do. */
    void wake(StepRunBuilder run) {
        PlanStep step = run.step;
        switch (run.state) {
            case WAITING_TIME -> {
                run.wakeAt = null;
                if (mayStart(step)) {
                    prepare(run);
                } else {
                    hold(run);
                }
            }
            case BACKING_OFF -> {
                run.wakeAt = null;
                if (run.job != null) {
                    run.attempt++;
                    turn.move(run, StepState.AWAITING);
                    turn.journal(run, JournalEvent.JOB_LOOKED_AT_AGAIN, null);
                    turn.calls.watch(run);
                } else if (mayStart(step)) {
                    turn.calls.act(run);
                } else {
                    // Stays as it is, so that it is not forgotten that its work may have begun.
                    turn.journal(run, JournalEvent.STEP_HELD, "The migration is paused before its next attempt");
                }
            }
            case RUNNING ->
                turn.failures.park(
                        run,
                        FailureCode.CALL_RUNS_ON.with(
                                "Step " + run.key + ": its call was told to stop "
                                        + Stopping.CALL_STOP_PATIENCE.toSeconds() + " s ago and works on",
                                "Retry to tell it again, or skip with a reason and see to its end yourself"));
            case UNDOING -> turn.stopping.undo(run);
            case STOPPING -> turn.calls.call(run, Operation.STOP, JournalEvent.JOB_IS_BEING_STOPPED);
            default -> {}
        }
    }

    RunMode pauseMode() {
        boolean active = turn.runs().stream().anyMatch(run -> active(run.state));
        if (turn.pauseNow) {
            return active ? RunMode.PAUSING : RunMode.PAUSED;
        }
        if (turn.pauseAfterStage == null && turn.pauseAfterStep == null) {
            return RunMode.RUNNING;
        }
        boolean openInside = turn.runs().stream().anyMatch(run -> !run.state.settled() && insidePausePoint(run.step));
        if (openInside) {
            return RunMode.RUNNING;
        }
        return active ? RunMode.PAUSING : RunMode.PAUSED;
    }

    private static boolean active(StepState state) {
        return switch (state) {
            case PREPARING, RUNNING, AWAITING, STOPPING, UNDOING -> true;
            default -> false;
        };
    }

    boolean allSettled() {
        return turn.runs().stream().allMatch(run -> run.state.satisfies());
    }
}
