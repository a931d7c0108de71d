package io.gulliver.interpreter;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.RunControl;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
            StepRunBuilder builder = new StepRunBuilder(graph.require(run.key().step()), run);
            builder.losses = 0;
            builder.slotsHeld = new Rules(version).holdsSlotsOfParkedJobs() && hasSlots(run) ? Boolean.TRUE : null;
            steps.add(builder.freeze());
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
        Turn turn = new Turn(graph, state, now);
        event.to(new Applied(turn));
        advance(turn);
        return turn.freeze();
    }

    /** What each kind of event sets going. */
    private record Applied(Turn turn) implements Event.Handler {
        @Override
        public void begun(Event.Begun event) {
            turn.journalControl(turn.evaluateOnly ? JournalEvent.EVALUATION_STARTED : JournalEvent.MIGRATION_STARTED);
        }

        @Override
        public void resumed(Event.Resumed event) {
            turn.recovery.resume(event.freshEngine());
        }

        @Override
        public void prepared(Event.Prepared event) {
            turn.starting.prepared(event.step(), event.result());
        }

        @Override
        public void answered(Event.Answered event) {
            turn.answers.answered(event);
        }

        @Override
        public void failed(Event.Failed event) {
            turn.failures.failed(event);
        }

        @Override
        public void cancelled(Event.Cancelled event) {
            turn.failures.cancelled(event);
        }

        @Override
        public void notBegun(Event.NotBegun event) {
            turn.failures.notBegun(event);
        }

        @Override
        public void granted(Event.Granted event) {
            turn.starting.granted(event.step());
        }

        @Override
        public void woken(Event.Woken event) {
            turn.starting.woken(event.step());
        }

        @Override
        public void replanned(Event.Replanned event) {
            turn.starting.replanned();
        }

        @Override
        public void commanded(Event.Commanded event) {
            new HumanCommands(turn).apply(event.order());
        }
    }

    private static void advance(Turn turn) {
        switch (turn.mode) {
            case RUNNING, PAUSING, PAUSED -> {
                turn.starting.settleFanOuts();
                turn.starting.startReady();
                if (turn.starting.allSettled()) {
                    turn.stopping.end(turn.evaluateOnly ? RunOutcome.EVALUATED : RunOutcome.COMPLETED);
                } else {
                    turn.mode = turn.starting.pauseMode();
                }
            }
            case ABORTING -> {
                turn.starting.settleFanOuts();
                if (turn.stopping.quiet()) {
                    turn.stopping.end(RunOutcome.ABORTED);
                }
            }
            case ROLLING_BACK -> {
                turn.starting.settleFanOuts();
                if (turn.stopping.quiet()) {
                    turn.stopping.undoNext();
                }
            }
            case ENDED -> {}
        }
    }
}
