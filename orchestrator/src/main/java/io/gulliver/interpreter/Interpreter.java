package io.gulliver.interpreter;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.FailureKind;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.PlanStep.Rerun;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.RunControl;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.plan.OutageBounds;
import io.gulliver.domain.program.ClockPiece;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a migration does next: a pure state machine of one compiled plan. Knows no Temporal, no clock, no input or
 * output; the same state, event and instant always give the same transition.
 *
 * <p>The rules are those of {@code docs/domain/engine.md}: {@code needs} alone orders; a mutating call waits until its
 * start is journaled; whatever is not known to have ended is looked at before it is repeated; every run ends or waits
 * for a person with a reason.
 */
public final class Interpreter {
    /** Of every new run. Changes only with the rules; a run keeps the one it started with until continue-as-new. */
    public static final int VERSION = Rules.NEWEST;

    private static final Duration FIRST_BACKOFF = Duration.ofSeconds(1);
    /** So many workers may be lost in a row before the next loss counts as a try. */
    private static final int LOSSES_FORGIVEN = 2;
    /** How long a call that was told to stop may work on before a person is asked: abort acts within a minute. */
    /** A run is told when program time moves; one that was not told looks by itself. */
    private static final Duration LOOKS_AT_TIME = Duration.ofMinutes(5);

    private static final Duration CALL_STOP_PATIENCE = Duration.ofSeconds(30);

    /** How long one try of stopping a job may take, whatever the step's own calls may: a stop acts within a minute. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

    private final CompiledPlan plan;
    private final PlanGraph graph;

    public Interpreter(CompiledPlan plan) {
        this.plan = plan;
        graph = new PlanGraph(plan);
    }

    /** Whether this process can carry a run that follows the version. */
    public static boolean knows(int version) {
        return Rules.known(version);
    }

    /** The state before the first event. */
    public MigrationState initial(MigrationInput input) {
        List<StepRun> steps = new ArrayList<>();
        for (PlanStep step : plan.steps()) {
            steps.add(StepRun.pending(StepKey.of(step.id())));
        }
        RunControl control = new RunControl(
                input.generation(),
                0,
                input.interpreterVersion(),
                RunMode.RUNNING,
                null,
                null,
                input.pauseAfterStage(),
                input.pauseAfterStep(),
                false,
                false,
                input.evaluateOnly(),
                List.of());
        return new MigrationState(control, steps);
    }

    /** The state of a run that goes on under another version of the rules; the same state when it follows it already. */
    public MigrationState under(int version, MigrationState state) {
        RunControl c = state.control();
        if (c.interpreterVersion() == version) {
            return state;
        }
        List<StepRun> steps = new ArrayList<>();
        for (StepRun run : state.steps()) {
            StepDraft draft = new StepDraft(run);
            draft.losses = 0;
            draft.slotsHeld = new Rules(version).holdsSlotsOfParkedJobs() && hasSlots(run) ? Boolean.TRUE : null;
            steps.add(draft.freeze());
        }
        return new MigrationState(
                new RunControl(
                        c.generation(),
                        c.seq(),
                        version,
                        c.mode(),
                        c.outcome(),
                        c.reason(),
                        c.pauseAfterStage(),
                        c.pauseAfterStep(),
                        c.pauseNow(),
                        c.pastPointOfNoReturn(),
                        c.evaluateOnly(),
                        c.recentCommands()),
                steps);
    }

    /** Whether a step under way has taken slots and not given them back, by its state alone. */
    private boolean hasSlots(StepRun run) {
        boolean working = run.state() == StepState.RUNNING
                || run.state() == StepState.AWAITING
                || run.state() == StepState.BACKING_OFF
                || run.state() == StepState.STOPPING;
        return working && !graph.require(run.key().step()).slots().isEmpty();
    }

    /** The state of a lost engine's run, as the journal holds it, made ready for a new generation. */
    public MigrationState adopted(MigrationState journaled, int generation) {
        RunControl c = journaled.control();
        Map<StepKey, StepRun> known = new LinkedHashMap<>();
        journaled.steps().forEach(run -> known.put(run.key(), run));
        List<StepRun> steps = new ArrayList<>();
        for (PlanStep step : plan.steps()) {
            StepKey key = StepKey.of(step.id());
            StepRun run = known.getOrDefault(key, StepRun.pending(key));
            steps.add(run);
            if (run.items() != null) {
                for (String item : run.items()) {
                    StepKey itemKey = new StepKey(step.id(), item);
                    steps.add(known.getOrDefault(itemKey, StepRun.pending(itemKey)));
                }
            }
        }
        return new MigrationState(
                new RunControl(
                        generation,
                        c.seq(),
                        c.interpreterVersion(),
                        c.mode(),
                        c.outcome(),
                        c.reason(),
                        c.pauseAfterStage(),
                        c.pauseAfterStep(),
                        c.pauseNow(),
                        c.pastPointOfNoReturn(),
                        c.evaluateOnly(),
                        c.recentCommands()),
                steps);
    }

    /** Applies one event. An event that no longer fits the state (a late answer) changes nothing. */
    public Transition apply(MigrationState state, Event event, Instant now) {
        Draft draft = new Draft(state, now);
        if (event instanceof Event.Begun) {
            draft.journalControl(draft.evaluateOnly ? "evaluation started" : "migration started");
        } else if (event instanceof Event.Resumed resumed) {
            resume(draft, resumed.freshEngine());
        } else if (event instanceof Event.Prepared prepared) {
            prepared(draft, prepared.step(), prepared.result());
        } else if (event instanceof Event.Answered answered) {
            answered(draft, answered);
        } else if (event instanceof Event.Failed failed) {
            failed(draft, failed);
        } else if (event instanceof Event.Cancelled cancelled) {
            cancelled(draft, cancelled);
        } else if (event instanceof Event.NotBegun notBegun) {
            notBegun(draft, notBegun);
        } else if (event instanceof Event.Granted granted) {
            granted(draft, granted.step());
        } else if (event instanceof Event.Woken woken) {
            woken(draft, woken.step());
        } else if (event instanceof Event.Replanned) {
            replanned(draft);
        } else if (event instanceof Event.Commanded commanded) {
            new HumanCommands(this, graph, draft).apply(commanded.order());
        }
        advance(draft);
        return draft.freeze();
    }

    // ---- going forward -------------------------------------------------------------------------------------------

    private void advance(Draft draft) {
        switch (draft.mode) {
            case RUNNING, PAUSING, PAUSED -> {
                settleFanOuts(draft);
                startReady(draft);
                if (allSettled(draft)) {
                    end(draft, draft.evaluateOnly ? RunOutcome.EVALUATED : RunOutcome.COMPLETED);
                } else {
                    draft.mode = pauseMode(draft);
                }
            }
            case ABORTING -> {
                settleFanOuts(draft);
                if (quiet(draft)) {
                    end(draft, RunOutcome.ABORTED);
                }
            }
            case ROLLING_BACK -> {
                settleFanOuts(draft);
                if (quiet(draft)) {
                    undoNext(draft);
                }
            }
            case ENDED -> {}
        }
    }

    private void startReady(Draft draft) {
        for (StepDraft run : List.copyOf(draft.runs())) {
            if (run.state == StepState.PENDING && ready(draft, run)) {
                prepare(draft, run);
            } else if (run.state == StepState.BACKING_OFF
                    && run.wakeAt == null
                    && mayStart(draft, graph.require(run.key.step()))) {
                wake(draft, run);
            }
        }
    }

    private boolean ready(Draft draft, StepDraft run) {
        PlanStep step = graph.require(run.key.step());
        if (!mayStart(draft, step)) {
            return false;
        }
        if (run.key.item() != null) {
            StepDraft parent = draft.require(step.id());
            long active = draft.itemsOf(parent).stream()
                    .filter(item ->
                            item.state != StepState.PENDING && item.state != StepState.PARKED && !item.state.settled())
                    .count();
            return parent.state == StepState.FANNED_OUT && active < step.maxParallel();
        }
        for (String need : step.needs()) {
            if (!draft.require(need).state.satisfies()) {
                return false;
            }
        }
        return true;
    }

    private boolean mayStart(Draft draft, PlanStep step) {
        if (draft.pauseNow
                || draft.mode == RunMode.ABORTING
                || draft.mode == RunMode.ROLLING_BACK
                || draft.mode == RunMode.ENDED) {
            return false;
        }
        return insidePausePoint(draft, step);
    }

    private boolean insidePausePoint(Draft draft, PlanStep step) {
        if (draft.pauseAfterStage != null && step.stage().compareTo(draft.pauseAfterStage) > 0) {
            return false;
        }
        String last = draft.pauseAfterStep;
        return last == null || step.id().equals(last) || graph.isAncestor(step.id(), last);
    }

    private void prepare(Draft draft, StepDraft run) {
        PlanStep step = graph.require(run.key.step());
        run.plannedAt = null;
        draft.move(run, StepState.PREPARING);
        askPrepare(draft, run, step);
    }

    /** Back to the beginning, because the migration is paused or being stopped. */
    private static void hold(Draft draft, StepDraft run) {
        run.plannedAt = null;
        draft.move(run, StepState.PENDING);
        if (draft.rules.tellsOfHeldSteps()) {
            draft.journal(run, "step held", "The migration is paused before it");
        }
    }

    private void askPrepare(Draft draft, StepDraft run, PlanStep step) {
        Map<String, Map<String, Object>> outputs = new LinkedHashMap<>();
        for (String from : step.outputsFrom()) {
            StepDraft source = draft.require(from);
            if (source.items == null) {
                outputs.put(from, source.outputs);
            } else {
                Map<String, Object> byItem = new LinkedHashMap<>();
                for (StepDraft item : draft.itemsOf(source)) {
                    byItem.put(String.valueOf(item.key.item()), item.outputs);
                }
                outputs.put(from, Map.of("items", byItem));
            }
        }
        draft.commands.add(new Command.Prepare(run.key, run.iteration, draft.evaluateOnly, outputs));
    }

    private void prepared(Draft draft, StepKey key, PrepareResult result) {
        StepDraft run = draft.find(key);
        if (run == null || run.state != StepState.PREPARING) {
            return;
        }
        PlanStep step = graph.require(key.step());
        run.factsVersion = result.factsVersion();
        if (result.error() != null) {
            if (draft.evaluateOnly) {
                evaluatedWith(draft, run, result.error());
            } else {
                park(draft, run, result.error());
            }
            return;
        }
        if (!mayStart(draft, step)) {
            hold(draft, run);
            return;
        }
        if (!result.applies()) {
            run.reason = "Its condition is false";
            run.endedAt = draft.now;
            draft.move(run, StepState.SKIPPED);
            draft.journal(run, "step skipped", run.reason);
            return;
        }
        if (step.fanOut() && key.item() == null) {
            fanOut(draft, run, result.items() == null ? List.of() : result.items());
            return;
        }
        run.inputs = result.inputs();
        if (draft.evaluateOnly) {
            evaluate(draft, run, step);
            return;
        }
        if (repeats(draft, run, step, result)) {
            return;
        }
        if (result.notBefore() != null && result.notBefore().isAfter(result.programTime(draft.now))) {
            waitForTime(draft, run, result.notBefore(), result.clock());
            return;
        }
        if (heldByPlan(draft, run, step, result)) {
            return;
        }
        if (!step.slots().isEmpty()) {
            waitForSlots(draft, run, step);
            return;
        }
        start(draft, run, step);
    }

    /** The first step of the outage waits for T, and does not begin where the plan does not allow it. */
    private boolean heldByPlan(Draft draft, StepDraft run, PlanStep step, PrepareResult result) {
        OutageBounds bounds = result.outage();
        if (bounds == null || !worksInOutage(step) || outageBegan(draft)) {
            return false;
        }
        Instant usersOut = bounds.usersOut();
        Instant now = result.programTime(draft.now);
        if (usersOut != null && bounds.early(now)) {
            waitForTime(draft, run, usersOut, result.clock());
            return true;
        }
        Optional<String> refusal = bounds.refusal(now);
        refusal.ifPresent(why -> park(
                draft,
                run,
                FailureCode.STATE_CONFLICT.with(
                        "Step " + run.key + " may not begin the outage: " + why,
                        "Move the date of the wave or of the database, or have two persons let it begin, each with a"
                                + " reason; then retry the step")));
        return refusal.isPresent();
    }

    private static boolean worksInOutage(PlanStep step) {
        return step.phase() == Phase.OUTAGE && (step.kind() == StepKind.ACTION || step.kind() == StepKind.TASK);
    }

    private boolean outageBegan(Draft draft) {
        return draft.runs().stream()
                .anyMatch(other -> other.startedAt != null && worksInOutage(graph.require(other.key.step())));
    }

    private void replanned(Draft draft) {
        for (StepDraft run : List.copyOf(draft.runs())) {
            PlanStep step = graph.require(run.key.step());
            if (run.state == StepState.WAITING_TIME
                    && run.wakeAt != null
                    && (step.notBefore() || worksInOutage(step))
                    && mayStart(draft, step)) {
                run.wakeAt = null;
                draft.commands.add(new Command.CancelWake(run.key));
                prepare(draft, run);
            }
        }
    }

    void waitForSlots(Draft draft, StepDraft run, PlanStep step) {
        draft.move(run, StepState.WAITING_SLOT);
        draft.journal(run, "step waits for a slot", String.join(", ", step.slots()));
    }

    /** Whether a repeating step is done, or must wait before its next run. */
    private boolean repeats(Draft draft, StepDraft run, PlanStep step, PrepareResult result) {
        PlanStep.Repeat repeat = step.repeat();
        if (repeat == null || run.iteration == 1 && step.kind() != StepKind.WAIT) {
            return false;
        }
        if (repeat.until() && result.repeatDone()) {
            finish(draft, run, StepState.DONE, "step done", "Condition met after " + (run.iteration - 1) + " runs");
            return true;
        }
        if (run.iteration > repeat.max()) {
            park(
                    draft,
                    run,
                    FailureCode.CHECK_FAILED.with(
                            "Step " + run.key + ": its condition is still false after " + repeat.max() + " runs",
                            "See what it waits for; retry for one more run, or skip with a reason"));
            return true;
        }
        Instant due = run.endedAt == null ? draft.now : run.endedAt.plusSeconds(repeat.everySeconds());
        if (run.iteration > 1 && due.isAfter(draft.now)) {
            waitUntil(draft, run, due);
            return true;
        }
        return false;
    }

    private void fanOut(Draft draft, StepDraft run, List<String> items) {
        run.items = List.copyOf(items);
        run.startedAt = draft.now;
        if (items.isEmpty()) {
            finish(draft, run, StepState.DONE, "step done", "Nothing to do: no items");
            return;
        }
        draft.move(run, StepState.FANNED_OUT);
        draft.insertItems(run, items);
        draft.journal(run, "step fanned out", items.size() + " items");
    }

    private void settleFanOuts(Draft draft) {
        for (StepDraft run : List.copyOf(draft.runs())) {
            if (run.state != StepState.FANNED_OUT) {
                continue;
            }
            List<StepDraft> items = draft.itemsOf(run);
            if (items.stream().allMatch(item -> item.state.satisfies())) {
                finish(draft, run, StepState.DONE, "step done", null);
            } else if ((draft.mode == RunMode.ABORTING || draft.mode == RunMode.ROLLING_BACK)
                    && items.stream().allMatch(item -> item.state.settled() || item.state == StepState.PENDING)) {
                finish(draft, run, StepState.STOPPED, "step stopped", null);
            }
        }
    }

    /**
     * Waits for a planned time. Where the program has a time of its own, nobody knows when it will be: the step looks again
     * when it would be by what holds now, after a minute at the latest, and as soon as the run is told that time moved.
     */
    private void waitForTime(Draft draft, StepDraft run, Instant planned, @Nullable ClockPiece clock) {
        if (clock == null) {
            waitUntil(draft, run, planned);
            return;
        }
        Instant latest = draft.now.plus(LOOKS_AT_TIME);
        run.plannedAt = planned;
        waitUntil(
                draft,
                run,
                clock.reaches(planned)
                        .filter(at -> at.isBefore(latest) && at.isAfter(draft.now))
                        .orElse(latest));
    }

    private void waitUntil(Draft draft, StepDraft run, Instant at) {
        run.wakeAt = at;
        draft.move(run, StepState.WAITING_TIME);
        draft.journal(run, "step waits for its time", null);
        draft.commands.add(new Command.Wake(run.key, at));
    }

    private void granted(Draft draft, StepKey key) {
        StepDraft run = draft.find(key);
        if (run == null || run.state != StepState.WAITING_SLOT) {
            return;
        }
        PlanStep step = graph.require(key.step());
        boolean looksAgain = looksAgainWithSlots(draft, run, step);
        if (draft.rules.holdsSlotsOfParkedJobs() && (looksAgain || mayStart(draft, step))) {
            run.slotsHeld = true;
        }
        if (looksAgain) {
            if (run.job != null) {
                awaitAnew(draft, run, step);
            }
            draft.move(run, StepState.BACKING_OFF);
            wake(draft, run);
            return;
        }
        if (!mayStart(draft, step)) {
            draft.move(run, StepState.PENDING);
            draft.journal(run, "step held", "The migration is paused before it");
            return;
        }
        start(draft, run, step);
    }

    /** Whether the step waits for slots only to look at a job that it began with slots since given back. */
    private static boolean looksAgainWithSlots(Draft draft, StepDraft run, PlanStep step) {
        return draft.rules.holdsSlotsOfParkedJobs() && run.failure != null && mayHaveJob(run, step);
    }

    /** Begins the work itself: everything it waits for is there. */
    private void start(Draft draft, StepDraft run, PlanStep step) {
        if (run.startedAt == null) {
            run.startedAt = draft.now;
        }
        run.wakeAt = null;
        run.endedAt = null;
        switch (step.kind()) {
            case TASK, GATE -> {
                draft.move(run, StepState.WAITING_PERSON);
                draft.journal(run, step.kind() == StepKind.TASK ? "task opened" : "gate opened", null);
            }
            case WAIT -> {
                if (step.repeat() != null) {
                    completed(draft, run, step, Map.of(), null, List.of());
                } else {
                    finish(draft, run, StepState.DONE, "step done", null);
                }
            }
            case ACTION -> act(draft, run, step);
        }
    }

    private void act(Draft draft, StepDraft run, PlanStep step) {
        // A job that may still run is looked at first: the same start again finds it.
        boolean undoFirst = run.failure != null
                && run.order > 0
                && !mayHaveJob(run, step)
                && step.rerun() == Rerun.AFTER_UNDO
                && step.undoable();
        passPointOfNoReturn(draft, step);
        call(
                draft,
                run,
                step,
                undoFirst ? Operation.UNDO : forward(step),
                undoFirst ? "step clears up before it runs again" : "step started");
    }

    private static Operation forward(PlanStep step) {
        return step.detached() ? Operation.START : Operation.RUN;
    }

    void passPointOfNoReturn(Draft draft, PlanStep step) {
        if (step.pointOfNoReturn()) {
            draft.pastPointOfNoReturn = true;
        }
    }

    /** Journals that a call begins, and asks for it once that is written. */
    private void call(Draft draft, StepDraft run, PlanStep step, Operation operation, String event) {
        draft.move(run, operation == Operation.STOP ? StepState.STOPPING : StepState.RUNNING);
        run.attempt++;
        run.wakeAt = null;
        if (step.mutating() && run.order == 0 && operation != Operation.STOP) {
            run.order = draft.nextSeq();
        }
        long seq = draft.journal(run, event, null);
        // A stop must work while the store is down; it only ever ends what was begun before.
        boolean stop = operation == Operation.STOP;
        int limit = stop && draft.rules.limitsStops() ? (int) STOP_LIMIT.toSeconds() : step.callTimeoutSeconds();
        draft.commands.add(invoke(run, step, operation, stop ? 0 : seq, limit, 0));
    }

    private Command.Invoke invoke(StepDraft run, PlanStep step, Operation operation, long afterSeq, int patience) {
        return invoke(run, step, operation, afterSeq, step.callTimeoutSeconds(), patience);
    }

    private Command.Invoke invoke(
            StepDraft run, PlanStep step, Operation operation, long afterSeq, int limitSeconds, int patience) {
        String action = step.action();
        if (action == null) {
            throw new IllegalStateException("Step " + step.id() + " has no action");
        }
        boolean fresh = operation == Operation.RUN || operation == Operation.START || operation == Operation.EVALUATE;
        return new Command.Invoke(
                afterSeq,
                run.key,
                run.attempt,
                run.round,
                operation,
                action,
                run.inputs,
                fresh ? Map.of() : run.outputs,
                fresh ? null : run.job,
                step.queue(),
                step.zone(),
                limitSeconds,
                patience);
    }

    private void watch(Draft draft, StepDraft run, PlanStep step) {
        draft.commands.add(invoke(run, step, Operation.AWAIT, 0, patience(draft, run, step)));
    }

    /** How long one look may take: short when people watch an outage, longer the longer the job has run, never past its limit. */
    private static int patience(Draft draft, StepDraft run, PlanStep step) {
        long ran = run.startedAt == null
                ? 0
                : Math.max(0, Duration.between(run.startedAt, draft.now).toSeconds());
        boolean close = step.phase() == Phase.OUTAGE || step.estimateSeconds() != null && step.estimateSeconds() < 300;
        long longest = close ? 15 : 120;
        if (run.awaitUntil != null) {
            longest = Math.min(
                    longest,
                    Math.max(2, Duration.between(draft.now, run.awaitUntil).toSeconds()));
        }
        return (int) Math.min(longest, Math.max(2, ran / 8));
    }

    // ---- evaluation ----------------------------------------------------------------------------------------------

    private void evaluate(Draft draft, StepDraft run, PlanStep step) {
        if (step.kind() != StepKind.ACTION) {
            finish(
                    draft,
                    run,
                    StepState.DONE,
                    "step evaluated",
                    step.kind() == StepKind.WAIT ? "Would wait" : "Would wait for " + step.role());
            return;
        }
        draft.move(run, StepState.RUNNING);
        run.startedAt = draft.now;
        run.attempt++;
        draft.commands.add(invoke(run, step, Operation.EVALUATE, 0, 0));
    }

    /** A precheck that fails is a result of the evaluation; the rest is evaluated all the same. */
    private void evaluatedWith(Draft draft, StepDraft run, StepFailure failure) {
        run.failure = failure;
        finish(draft, run, StepState.DONE, "step evaluated", failure.message());
    }

    // ---- answers -------------------------------------------------------------------------------------------------

    private void answered(Draft draft, Event.Answered answer) {
        StepDraft run = draft.find(answer.step());
        if (run == null || answer.attempt() != run.attempt) {
            return;
        }
        PlanStep step = graph.require(answer.step().step());
        StepResult result = answer.result();
        boolean calling = calling(run);
        if (calling) {
            forgetStopping(draft, run);
        }
        switch (answer.operation()) {
            case EVALUATE -> {
                if (calling) {
                    run.outputs = result.outputs();
                    run.endedAt = draft.now;
                    draft.move(run, StepState.DONE);
                    draft.journal(run, "step evaluated", result.message(), result.evidence());
                }
            }
            case RUN, START -> {
                if (calling) {
                    begun(draft, run, step, result);
                }
            }
            case AWAIT -> {
                if (run.state == StepState.AWAITING) {
                    watched(draft, run, step, result);
                }
            }
            case STOP -> {
                if (run.state == StepState.STOPPING) {
                    // Outside an abort or roll back a job is stopped only because its step is skipped.
                    finish(
                            draft,
                            run,
                            stopping(draft) ? StepState.STOPPED : StepState.SKIPPED,
                            "job stopped",
                            result.message());
                }
            }
            case UNDO -> undone(draft, run, step, result);
        }
    }

    /** Whether a call that does or undoes the step's work is under way, as far as is known. */
    private static boolean calling(StepDraft run) {
        return run.state == StepState.RUNNING || callRunsOn(run);
    }

    /** Whether a person was asked about a call that was told to stop and works on. */
    static boolean callRunsOn(StepDraft run) {
        return run.state == StepState.PARKED
                && run.failure != null
                && run.failure.code().equals(FailureCode.CALL_RUNS_ON.name());
    }

    /** A call that was told to stop has ended. */
    private static void forgetStopping(Draft draft, StepDraft run) {
        if (run.wakeAt != null) {
            run.wakeAt = null;
            draft.commands.add(new Command.CancelWake(run.key));
        }
    }

    private void begun(Draft draft, StepDraft run, PlanStep step, StepResult result) {
        run.failure = null;
        run.countAnew();
        if (result.finished()) {
            completed(draft, run, step, result.outputs(), result.message(), result.evidence());
            return;
        }
        run.job = result.job();
        run.outputs = merged(run.outputs, result.outputs());
        run.progress = result.progress();
        awaitAnew(draft, run, step);
        draft.move(run, StepState.AWAITING);
        draft.journal(run, "job started", result.message(), result.evidence());
        if (stopping(draft)) {
            stopJob(draft, run, step);
        } else {
            watch(draft, run, step);
        }
    }

    private void watched(Draft draft, StepDraft run, PlanStep step, StepResult result) {
        run.failure = null;
        run.countAnew();
        run.progress = result.progress() == null ? run.progress : result.progress();
        if (result.finished()) {
            completed(draft, run, step, result.outputs(), result.message(), result.evidence());
        } else if (overdue(draft, run)) {
            parkOverdue(draft, run, step);
        } else {
            draft.journal(run, "job runs", result.message(), result.evidence());
            watch(draft, run, step);
        }
    }

    /** Gives the job of a step its whole time: it was started just now, or a person goes on waiting. */
    static void awaitAnew(Draft draft, StepDraft run, PlanStep step) {
        Integer limit = step.stateTimeoutSeconds();
        run.awaitUntil = limit == null || !draft.rules.limitsAwaiting() ? null : draft.now.plusSeconds(limit);
    }

    private static boolean overdue(Draft draft, StepDraft run) {
        return run.awaitUntil != null && !run.awaitUntil.isAfter(draft.now);
    }

    /** The job is left alone: it may still end well, and whoever is asked says how long to wait. */
    private void parkOverdue(Draft draft, StepDraft run, PlanStep step) {
        park(
                draft,
                run,
                FailureCode.TIMED_OUT.with(
                        "Step " + run.key + ": job " + run.job + " still runs after its limit of "
                                + Duration.ofSeconds(
                                        step.stateTimeoutSeconds() == null ? 0 : step.stateTimeoutSeconds()),
                        "It is left running. Retry to go on waiting for as long again; skip, abort or roll back to stop"
                                + " it"));
    }

    void completed(
            Draft draft,
            StepDraft run,
            PlanStep step,
            Map<String, Object> outputs,
            @Nullable String message,
            List<EvidenceRef> evidence) {
        run.outputs = merged(run.outputs, outputs);
        run.failure = null;
        run.countAnew();
        run.endedAt = draft.now;
        PlanStep.Repeat repeat = step.repeat();
        if (repeat != null && !stopping(draft) && (repeat.until() || run.iteration < repeat.max())) {
            // The next run is a new act: it gets a new round, so that its remote names are new.
            run.iteration++;
            run.round++;
            run.job = null;
            run.awaitUntil = null;
            draft.move(run, StepState.PREPARING);
            draft.journal(run, "run " + (run.iteration - 1) + " done", message, evidence);
            askPrepare(draft, run, step);
            return;
        }
        draft.move(run, StepState.DONE);
        draft.journal(run, "step done", message, evidence);
    }

    private void undone(Draft draft, StepDraft run, PlanStep step, StepResult result) {
        if (calling(run)) {
            // Cleared up before another run of the step itself.
            run.outputs = Map.of();
            run.job = null;
            run.failure = null;
            run.losses = 0;
            if (stopping(draft)) {
                finish(draft, run, StepState.STOPPED, "step stopped", result.message());
            } else {
                call(draft, run, step, forward(step), "step started");
            }
        } else if (run.state == StepState.UNDOING) {
            run.failure = null;
            run.countAnew();
            run.endedAt = draft.now;
            draft.move(run, StepState.UNDONE);
            draft.journal(run, "step undone", result.message(), result.evidence());
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

    private void finish(Draft draft, StepDraft run, StepState state, String event, @Nullable String message) {
        run.wakeAt = null;
        run.endedAt = draft.now;
        draft.move(run, state);
        draft.journal(run, event, message);
    }

    // ---- failures ------------------------------------------------------------------------------------------------

    private void failed(Draft draft, Event.Failed event) {
        StepDraft run = draft.find(event.step());
        if (run == null || event.attempt() != run.attempt || !expects(run, event.operation())) {
            return;
        }
        PlanStep step = graph.require(event.step().step());
        StepFailure failure = event.failure();
        if (calling(run)) {
            forgetStopping(draft, run);
        }
        if (event.operation() == Operation.EVALUATE) {
            evaluatedWith(draft, run, failure);
            return;
        }
        run.failure = failure;
        if (stopping(draft) && run.state != StepState.STOPPING && run.state != StepState.UNDOING) {
            cutOff(draft, run, step);
            return;
        }
        boolean observes = event.operation() == Operation.AWAIT || event.operation() == Operation.STOP;
        boolean again = failure.kind().retryable() && (observes || step.rerun() != Rerun.NEVER);
        if (draft.rules.countsLosses()) {
            run.losses = event.workerLost() ? run.losses + 1 : 0;
        }
        boolean counts = !event.workerLost() || run.losses > LOSSES_FORGIVEN;
        if (again && counts) {
            run.failures++;
            again = run.failures < step.attempts();
        }
        if (!again) {
            park(draft, run, failure);
            return;
        }
        if (event.operation() == Operation.AWAIT && overdue(draft, run)) {
            parkOverdue(draft, run, step);
            return;
        }
        Instant at = draft.now.plus(backoff(Math.max(run.failures, run.losses), step));
        run.wakeAt = at;
        // UNDOING and STOPPING keep their state, so that what is being done stays visible while it backs off.
        if (run.state == StepState.RUNNING || run.state == StepState.AWAITING) {
            draft.move(run, StepState.BACKING_OFF);
        }
        draft.journal(run, "attempt failed", failure.message());
        draft.commands.add(new Command.Wake(run.key, at));
    }

    /** The call was told to stop and did: whatever it did or began is stopped or cut off. */
    private void cancelled(Draft draft, Event.Cancelled event) {
        StepDraft run = draft.find(event.step());
        if (run == null || event.attempt() != run.attempt || !calling(run)) {
            return;
        }
        if (!stopping(draft)) {
            // Nobody here told it to: whoever cut it off, what it did is as unknown as after a lost worker.
            failed(
                    draft,
                    new Event.Failed(
                            event.step(),
                            event.attempt(),
                            event.operation(),
                            FailureCode.WORKER_LOST.with(
                                    "Step " + run.key + ": its call was cut off from outside",
                                    "What was begun is looked at before it is repeated"),
                            true));
            return;
        }
        forgetStopping(draft, run);
        abandon(draft, run, graph.require(event.step().step()));
    }

    /** Leaves a step whose call has ended unanswered while the run is being stopped. */
    private void abandon(Draft draft, StepDraft run, PlanStep step) {
        // An older failure says nothing of what the last call did.
        run.failure = null;
        run.wakeAt = null;
        if (draft.evaluateOnly) {
            settleUnstarted(draft, run);
        } else {
            cutOff(draft, run, step);
        }
    }

    /** The call is asked for anew; that it was not taken is no try. */
    private void notBegun(Draft draft, Event.NotBegun event) {
        StepDraft run = draft.find(event.step());
        if (run == null || event.attempt() != run.attempt || !expects(run, event.operation())) {
            return;
        }
        PlanStep step = graph.require(event.step().step());
        if (calling(run)) {
            forgetStopping(draft, run);
            if (stopping(draft)) {
                abandon(draft, run, step);
                return;
            }
        }
        if (event.operation() == Operation.AWAIT && overdue(draft, run)) {
            parkOverdue(draft, run, step);
            return;
        }
        draft.journal(run, "call not begun", "No worker took it in time; it is asked for again");
        if (event.operation() == Operation.AWAIT) {
            run.attempt++;
            watch(draft, run, step);
        } else if (event.operation() == Operation.EVALUATE) {
            run.attempt++;
            draft.commands.add(invoke(run, step, Operation.EVALUATE, 0, 0));
        } else if (run.state == StepState.UNDOING) {
            undo(draft, run, step);
        } else if (event.operation() == Operation.STOP) {
            call(draft, run, step, Operation.STOP, "job is being stopped");
        } else {
            draft.move(run, StepState.BACKING_OFF);
            wake(draft, run);
        }
    }

    private static boolean expects(StepDraft run, Operation operation) {
        return switch (operation) {
            case RUN, START, EVALUATE -> calling(run);
            case AWAIT -> run.state == StepState.AWAITING;
            case STOP -> run.state == StepState.STOPPING;
            case UNDO -> run.state == StepState.UNDOING || calling(run);
        };
    }

    private static Duration backoff(int failures, PlanStep step) {
        long seconds = FIRST_BACKOFF.toSeconds() << Math.min(10, Math.max(0, failures - 1));
        return Duration.ofSeconds(Math.min(seconds, Math.max(1, step.backoffCapSeconds())));
    }

    /** A person must choose: retry, skip with reason, roll back. */
    private void park(Draft draft, StepDraft run, StepFailure failure) {
        run.failure = failure;
        run.wakeAt = null;
        draft.move(run, run.state == StepState.UNDOING ? StepState.UNDO_PARKED : StepState.PARKED);
        if (!callRunsOn(run) && !mayHaveJob(run, graph.require(run.key.step()))) {
            run.slotsHeld = null;
        }
        draft.journal(run, "step needs attention", failure.message());
    }

    private void woken(Draft draft, StepKey key) {
        StepDraft run = draft.find(key);
        if (run == null || run.wakeAt == null || run.wakeAt.isAfter(draft.now)) {
            return;
        }
        wake(draft, run);
    }

    /** Goes on with what a step waited to do. */
    void wake(Draft draft, StepDraft run) {
        PlanStep step = graph.require(run.key.step());
        switch (run.state) {
            case WAITING_TIME -> {
                run.wakeAt = null;
                if (mayStart(draft, step)) {
                    prepare(draft, run);
                } else {
                    hold(draft, run);
                }
            }
            case BACKING_OFF -> {
                run.wakeAt = null;
                if (run.job != null) {
                    run.attempt++;
                    draft.move(run, StepState.AWAITING);
                    draft.journal(run, "job looked at again", null);
                    watch(draft, run, step);
                } else if (mayStart(draft, step)) {
                    act(draft, run, step);
                } else {
                    // Stays as it is, so that it is not forgotten that its work may have begun.
                    draft.journal(run, "step held", "The migration is paused before its next attempt");
                }
            }
            case RUNNING ->
                park(
                        draft,
                        run,
                        FailureCode.CALL_RUNS_ON.with(
                                "Step " + run.key + ": its call was told to stop " + CALL_STOP_PATIENCE.toSeconds()
                                        + " s ago and works on",
                                "Retry to tell it again, or skip with a reason and see to its end yourself"));
            case UNDOING -> undo(draft, run, step);
            case STOPPING -> call(draft, run, step, Operation.STOP, "job is being stopped");
            default -> {}
        }
    }

    // ---- pausing -------------------------------------------------------------------------------------------------

    private RunMode pauseMode(Draft draft) {
        boolean active = draft.runs().stream().anyMatch(run -> active(run.state));
        if (draft.pauseNow) {
            return active ? RunMode.PAUSING : RunMode.PAUSED;
        }
        if (draft.pauseAfterStage == null && draft.pauseAfterStep == null) {
            return RunMode.RUNNING;
        }
        boolean openInside = draft.runs().stream()
                .anyMatch(run -> !run.state.settled() && insidePausePoint(draft, graph.require(run.key.step())));
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

    private static boolean allSettled(Draft draft) {
        return draft.runs().stream().allMatch(run -> run.state.satisfies());
    }

    // ---- stopping and undoing ------------------------------------------------------------------------------------

    private static boolean stopping(Draft draft) {
        return draft.mode == RunMode.ABORTING || draft.mode == RunMode.ROLLING_BACK;
    }

    /** Stops starting, detaches watchers, stops jobs, and tells calls under way to let go. */
    void quiesce(Draft draft) {
        for (StepDraft run : List.copyOf(draft.runs())) {
            PlanStep step = graph.require(run.key.step());
            switch (run.state) {
                case PREPARING -> settleUnstarted(draft, run);
                case WAITING_TIME, WAITING_SLOT -> {
                    if (run.wakeAt != null) {
                        draft.commands.add(new Command.CancelWake(run.key));
                    }
                    if (looksAgainWithSlots(draft, run, step)) {
                        cutOff(draft, run, step);
                    } else {
                        settleUnstarted(draft, run);
                    }
                }
                case RUNNING -> {
                    if (draft.rules.stopsRunningCalls()) {
                        stopCall(draft, run);
                    }
                }
                case WAITING_PERSON -> finish(draft, run, StepState.STOPPED, "task closed", draft.reason);
                case AWAITING -> stopJob(draft, run, step);
                case BACKING_OFF -> {
                    draft.commands.add(new Command.CancelWake(run.key));
                    cutOff(draft, run, step);
                }
                case PARKED -> {
                    if (callRunsOn(run)) {
                        stopCall(draft, run);
                    } else {
                        cutOff(draft, run, step);
                    }
                }
                case PENDING -> {
                    if (run.order > 0 && draft.rules.undoesWhatWaitsToBeginAgain()) {
                        cutOff(draft, run, step);
                    }
                }
                case FANNED_OUT, DONE, SKIPPED, STOPPING, STOPPED, UNDOING, UNDO_PARKED, UNDONE -> {}
            }
        }
    }

    private void settleUnstarted(Draft draft, StepDraft run) {
        run.wakeAt = null;
        if (run.order > 0) {
            finish(draft, run, StepState.STOPPED, "step stopped", null);
        } else {
            draft.move(run, StepState.PENDING);
            draft.journal(run, "step not started", null);
        }
    }

    /** A step whose end is not known: its job, if it may have one, is stopped; else it is cut off here. */
    private void cutOff(Draft draft, StepDraft run, PlanStep step) {
        if (mayHaveJob(run, step)) {
            stopJob(draft, run, step);
        } else if (run.order > 0) {
            finish(draft, run, StepState.STOPPED, "step stopped", null);
        } else {
            run.wakeAt = null;
            draft.move(run, StepState.PENDING);
            draft.journal(run, "step not started", null);
        }
    }

    /** Whether a remote job of the step may run: one was begun, and nothing said that it ended. */
    static boolean mayHaveJob(StepDraft run, PlanStep step) {
        return step.detached() && run.attempt > 0 && !endedOrNeverBegan(run);
    }

    /** Whether the last failure says that the job has ended, or that it was refused before it began. */
    static boolean endedOrNeverBegan(StepDraft run) {
        StepFailure failure = run.failure;
        return failure != null
                && (failure.code().equals(FailureCode.JOB_FAILED.name())
                        || failure.code().equals(FailureCode.JOB_VANISHED.name())
                        || failure.kind() == FailureKind.REQUEST && run.job == null);
    }

    void stopJob(Draft draft, StepDraft run, PlanStep step) {
        if (run.state == StepState.AWAITING) {
            draft.commands.add(new Command.Detach(run.key));
        }
        run.countAnew();
        call(draft, run, step, Operation.STOP, "job is being stopped");
    }

    /** Tells the call under way to let go; if it does not, a person is asked. */
    void stopCall(Draft draft, StepDraft run) {
        Instant at = draft.now.plus(CALL_STOP_PATIENCE);
        run.wakeAt = at;
        draft.move(run, StepState.RUNNING);
        draft.journal(run, "call is being stopped", null);
        draft.commands.add(new Command.Cancel(run.key));
        draft.commands.add(new Command.Wake(run.key, at));
    }

    private static boolean quiet(Draft draft) {
        return draft.runs().stream().noneMatch(run -> switch (run.state) {
            case PREPARING, RUNNING, AWAITING, STOPPING, BACKING_OFF, PARKED, FANNED_OUT -> true;
            default -> false;
        });
    }

    private void undoNext(Draft draft) {
        StepDraft newest = null;
        for (StepDraft run : draft.runs()) {
            if (run.state == StepState.UNDOING || run.state == StepState.UNDO_PARKED) {
                return;
            }
            boolean left =
                    run.state == StepState.DONE || run.state == StepState.STOPPED || run.state == StepState.SKIPPED;
            if (left
                    && run.order > 0
                    && graph.require(run.key.step()).undoable()
                    && (newest == null || run.order > newest.order)) {
                newest = run;
            }
        }
        if (newest == null) {
            end(draft, RunOutcome.ROLLED_BACK);
        } else {
            newest.countAnew();
            undo(draft, newest, graph.require(newest.key.step()));
        }
    }

    void undo(Draft draft, StepDraft run, PlanStep step) {
        draft.move(run, StepState.UNDOING);
        run.attempt++;
        run.wakeAt = null;
        long seq = draft.journal(run, "step is being undone", null);
        draft.commands.add(invoke(run, step, Operation.UNDO, seq, 0));
    }

    private void end(Draft draft, RunOutcome outcome) {
        draft.mode = RunMode.ENDED;
        draft.outcome = outcome;
        long seq = draft.journalControl("migration ended");
        draft.commands.add(new Command.Finish(seq, outcome));
    }

    // ---- going on elsewhere --------------------------------------------------------------------------------------

    private void resume(Draft draft, boolean freshEngine) {
        if (freshEngine) {
            draft.journalControl("migration taken over");
        }
        if (draft.mode == RunMode.ENDED && draft.outcome != null) {
            draft.commands.add(new Command.Finish(draft.seq, draft.outcome));
            return;
        }
        for (StepDraft run : List.copyOf(draft.runs())) {
            PlanStep step = graph.require(run.key.step());
            switch (run.state) {
                case PREPARING -> askPrepare(draft, run, step);
                case RUNNING -> {
                    if (stopping(draft) && draft.rules.stopsRunningCalls()) {
                        abandon(draft, run, step);
                    } else if (draft.evaluateOnly) {
                        run.attempt++;
                        draft.commands.add(invoke(run, step, Operation.EVALUATE, 0, 0));
                    } else if (freshEngine && step.rerun() == Rerun.NEVER) {
                        park(
                                draft,
                                run,
                                FailureCode.WORKER_LOST.with(
                                        "Step " + run.key + " was running when the engine was lost, and must never be"
                                                + " repeated by itself",
                                        "See what it did; then retry, or skip with a reason"));
                    } else {
                        if (freshEngine && draft.rules.distrustsCallsOfLostEngines()) {
                            run.failure = FailureCode.WORKER_LOST.with(
                                    "Step " + run.key + " was running when the engine was lost",
                                    "What was begun is looked at before it is repeated");
                        }
                        act(draft, run, step);
                    }
                }
                case AWAITING -> {
                    run.attempt++;
                    watch(draft, run, step);
                }
                case STOPPING -> {
                    if (run.wakeAt == null) {
                        call(draft, run, step, Operation.STOP, "job is being stopped");
                    } else {
                        draft.commands.add(new Command.Wake(run.key, run.wakeAt));
                    }
                }
                case UNDOING -> {
                    if (run.wakeAt == null) {
                        undo(draft, run, step);
                    } else {
                        draft.commands.add(new Command.Wake(run.key, run.wakeAt));
                    }
                }
                case WAITING_TIME, BACKING_OFF -> {
                    if (run.wakeAt != null) {
                        rewake(draft, run, step, run.wakeAt, freshEngine);
                    }
                }
                case WAITING_SLOT -> draft.journal(run, "step waits for a slot", String.join(", ", step.slots()));
                case PENDING, FANNED_OUT, WAITING_PERSON, PARKED, DONE, SKIPPED, STOPPED, UNDO_PARKED, UNDONE -> {}
            }
        }
    }

    private void rewake(Draft draft, StepDraft run, PlanStep step, Instant at, boolean freshEngine) {
        boolean overdueOutage = freshEngine
                && run.state == StepState.WAITING_TIME
                && step.phase() == Phase.OUTAGE
                // By a calendar of its own it is prepared again, and the bounds of its outage say whether it may begin.
                && run.plannedAt == null
                && at.isBefore(draft.now);
        if (overdueOutage) {
            park(
                    draft,
                    run,
                    FailureCode.STATE_CONFLICT.with(
                            "Step " + run.key + ": its planned time " + at + " passed while the engine was down",
                            "An outage never starts by itself after its time: retry to start it now, or move the"
                                    + " window"));
        } else {
            draft.commands.add(new Command.Wake(run.key, at));
        }
    }
}
