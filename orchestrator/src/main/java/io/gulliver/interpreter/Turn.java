package io.gulliver.interpreter;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.RunControl;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One event being applied to a run: its state, open for change, with the journal entries and effects that come of it.
 * The rules stand beside it, one class for each subject, and reach each other through it.
 */
final class Turn {
    /** Human command ids kept, so that a repeated delivery is answered and not applied again. */
    static final int RECENT_COMMANDS = 500;

    final Starting starting = new Starting(this);
    final Calls calls = new Calls(this);
    final Answers answers = new Answers(this);
    final Failures failures = new Failures(this);
    final Stopping stopping = new Stopping(this);
    final Recovery recovery = new Recovery(this);

    final PlanGraph graph;
    final Instant now;
    private final RunControl before;
    private Map<StepKey, StepRunBuilder> runs = new LinkedHashMap<>();
    private final List<JournalEntry> journal = new ArrayList<>();
    final List<Effect> effects = new ArrayList<>();

    int generation;
    long seq;
    final Rules rules;
    RunMode mode;

    @Nullable
    RunOutcome outcome;

    @Nullable
    String reason;

    @Nullable
    Stage pauseAfterStage;

    @Nullable
    String pauseAfterStep;

    boolean pauseNow;
    boolean pastPointOfNoReturn;
    final boolean evaluateOnly;
    private final List<String> recentCommands;

    Turn(PlanGraph graph, MigrationState state, Instant now) {
        this.graph = graph;
        this.now = now;
        before = state.control();
        generation = before.generation();
        seq = before.seq();
        rules = new Rules(before.interpreterVersion());
        mode = before.mode();
        outcome = before.outcome();
        reason = before.reason();
        pauseAfterStage = before.pauseAfterStage();
        pauseAfterStep = before.pauseAfterStep();
        pauseNow = before.pauseNow();
        pastPointOfNoReturn = before.pastPointOfNoReturn();
        evaluateOnly = before.evaluateOnly();
        recentCommands = new ArrayList<>(before.recentCommands());
        for (StepRun run : state.steps()) {
            runs.put(run.key(), new StepRunBuilder(graph.require(run.key().step()), run));
        }
    }

    Collection<StepRunBuilder> runs() {
        return runs.values();
    }

    @Nullable
    StepRunBuilder find(StepKey key) {
        return runs.get(key);
    }

    StepRunBuilder require(String stepId) {
        StepRunBuilder run = runs.get(StepKey.of(stepId));
        if (run == null) {
            throw new IllegalStateException("Step " + stepId + " has no run");
        }
        return run;
    }

    /** Adds the items of a fan-out right behind their step. */
    void insertItems(StepRunBuilder parent, List<String> items) {
        Map<StepKey, StepRunBuilder> widened = new LinkedHashMap<>();
        runs.forEach((key, run) -> {
            widened.put(key, run);
            if (run == parent) {
                for (String item : items) {
                    StepKey itemKey = new StepKey(parent.key.step(), item);
                    widened.put(itemKey, new StepRunBuilder(parent.step, StepRun.pending(itemKey)));
                }
            }
        });
        runs = widened;
    }

    List<StepRunBuilder> itemsOf(StepRunBuilder parent) {
        List<StepRunBuilder> found = new ArrayList<>();
        for (StepRunBuilder run : runs.values()) {
            if (run.key.item() != null && run.key.step().equals(parent.key.step())) {
                found.add(run);
            }
        }
        return found;
    }

    /** Moves a step to a state, keeping apart the time it waited for people and scarce things. */
    void move(StepRunBuilder run, StepState to) {
        boolean waited = waits(run.state);
        boolean waitsNow = waits(to);
        if (waited && !waitsNow && run.waitedSince != null) {
            run.waitedSeconds +=
                    Math.max(0, Duration.between(run.waitedSince, now).toSeconds());
            run.waitedSince = null;
        } else if (!waited && waitsNow) {
            run.waitedSince = now;
        }
        run.state = to;
        if (to.withoutSlots()) {
            run.slotsHeld = null;
        }
    }

    private static boolean waits(StepState state) {
        return state == StepState.WAITING_PERSON
                || state == StepState.WAITING_SLOT
                || state == StepState.PARKED
                || state == StepState.UNDO_PARKED;
    }

    /** Journals the step as it now is; answers the entry's number. */
    long journal(StepRunBuilder run, JournalEvent event, @Nullable String message) {
        return journal(run, event, message, List.of());
    }

    long journal(StepRunBuilder run, JournalEvent event, @Nullable String message, List<EvidenceRef> evidence) {
        return journal(run, event.text(), message, evidence);
    }

    /** Journals that one of several runs of a step is done. */
    void journalRunDone(StepRunBuilder run, int number, @Nullable String message, List<EvidenceRef> evidence) {
        journal(run, "run " + number + " done", message, evidence);
    }

    private long journal(StepRunBuilder run, String event, @Nullable String message, List<EvidenceRef> evidence) {
        journal.add(new JournalEntry(++seq, now, event, run.freeze(), null, null, evidence, message));
        return seq;
    }

    /** Numbers the next entry ahead, for a snapshot that names it. */
    long nextSeq() {
        return seq + 1;
    }

    void journal(CommandOutcome command, String event) {
        journal.add(new JournalEntry(++seq, now, event, null, null, command, List.of(), command.message()));
    }

    /** Journals the run as a whole; answers the entry's number. */
    long journalControl(JournalEvent journaled) {
        String event = journaled.text();
        journal.add(new JournalEntry(
                ++seq, now, event, null, control(List.of()), null, List.of(), reason == null ? event : reason));
        return seq;
    }

    /** Whether the run is being aborted or rolled back. */
    boolean isStopping() {
        return mode == RunMode.ABORTING || mode == RunMode.ROLLING_BACK;
    }

    /** Ends a step in a state, and journals it. */
    void finish(StepRunBuilder run, StepState state, JournalEvent event, @Nullable String message) {
        run.wakeAt = null;
        run.endedAt = now;
        move(run, state);
        journal(run, event, message);
    }

    boolean knows(String commandId) {
        return recentCommands.contains(commandId);
    }

    void remember(String commandId) {
        recentCommands.add(commandId);
        if (recentCommands.size() > RECENT_COMMANDS) {
            recentCommands.remove(0);
        }
    }

    private RunControl control(List<String> recent) {
        return new RunControl(
                generation,
                seq,
                rules.version(),
                mode,
                outcome,
                reason,
                pauseAfterStage,
                pauseAfterStep,
                pauseNow,
                pastPointOfNoReturn,
                evaluateOnly,
                recent);
    }

    Transition freeze() {
        if (mode != RunMode.ENDED && controlChanged()) {
            journalControl(eventFor(mode));
        }
        List<StepRun> steps = new ArrayList<>(runs.size());
        for (StepRunBuilder run : runs.values()) {
            steps.add(run.freeze());
        }
        return new Transition(new MigrationState(control(recentCommands), steps), journal, effects);
    }

    private boolean controlChanged() {
        return before.mode() != mode
                || before.generation() != generation
                || before.pauseAfterStage() != pauseAfterStage
                || before.pauseNow() != pauseNow
                || before.pastPointOfNoReturn() != pastPointOfNoReturn
                || !java.util.Objects.equals(before.pauseAfterStep(), pauseAfterStep)
                || !java.util.Objects.equals(before.reason(), reason);
    }

    private static JournalEvent eventFor(RunMode mode) {
        return switch (mode) {
            case RUNNING -> JournalEvent.MIGRATION_RUNNING;
            case PAUSING -> JournalEvent.MIGRATION_PAUSING;
            case PAUSED -> JournalEvent.MIGRATION_PAUSED;
            case ABORTING -> JournalEvent.MIGRATION_ABORTING;
            case ROLLING_BACK -> JournalEvent.MIGRATION_ROLLING_BACK;
            case ENDED -> JournalEvent.MIGRATION_ENDED;
        };
    }
}
