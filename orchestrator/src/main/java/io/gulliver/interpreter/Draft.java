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

/** The state of a run while one event is applied to it, with the journal entries and commands that come of it. */
final class Draft {
    /** Human command ids kept, so that a repeated delivery is answered and not applied again. */
    static final int RECENT_COMMANDS = 500;

    final Instant now;
    private final RunControl before;
    private Map<StepKey, StepDraft> runs = new LinkedHashMap<>();
    private final List<JournalEntry> journal = new ArrayList<>();
    final List<Command> commands = new ArrayList<>();

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

    Draft(MigrationState state, Instant now) {
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
            runs.put(run.key(), new StepDraft(run));
        }
    }

    Collection<StepDraft> runs() {
        return runs.values();
    }

    @Nullable
    StepDraft find(StepKey key) {
        return runs.get(key);
    }

    StepDraft require(String stepId) {
        StepDraft run = runs.get(StepKey.of(stepId));
        if (run == null) {
            throw new IllegalStateException("Step " + stepId + " has no run");
        }
        return run;
    }

    /** Adds the items of a fan-out right behind their step. */
    void insertItems(StepDraft parent, List<String> items) {
        Map<StepKey, StepDraft> widened = new LinkedHashMap<>();
        runs.forEach((key, run) -> {
            widened.put(key, run);
            if (run == parent) {
                for (String item : items) {
                    StepKey itemKey = new StepKey(parent.key.step(), item);
                    widened.put(itemKey, new StepDraft(StepRun.pending(itemKey)));
                }
            }
        });
        runs = widened;
    }

    List<StepDraft> itemsOf(StepDraft parent) {
        List<StepDraft> found = new ArrayList<>();
        for (StepDraft run : runs.values()) {
            if (run.key.item() != null && run.key.step().equals(parent.key.step())) {
                found.add(run);
            }
        }
        return found;
    }

    /** Moves a step to a state, keeping apart the time it waited for people and scarce things. */
    void move(StepDraft run, StepState to) {
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
        if (givesSlotsBack(to)) {
            run.slotsHeld = null;
        }
    }

    /** States in which a step has no slots; a parked one may have them. */
    private static boolean givesSlotsBack(StepState state) {
        return switch (state) {
            case PENDING, WAITING_SLOT, DONE, SKIPPED, STOPPED, UNDONE, UNDO_PARKED -> true;
            default -> false;
        };
    }

    private static boolean waits(StepState state) {
        return state == StepState.WAITING_PERSON
                || state == StepState.WAITING_SLOT
                || state == StepState.PARKED
                || state == StepState.UNDO_PARKED;
    }

    /** Journals the step as it now is; answers the entry's number. */
    long journal(StepDraft run, String event, @Nullable String message) {
        return journal(run, event, message, List.of());
    }

    long journal(StepDraft run, String event, @Nullable String message, List<EvidenceRef> evidence) {
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
    long journalControl(String event) {
        journal.add(new JournalEntry(
                ++seq, now, event, null, control(List.of()), null, List.of(), reason == null ? event : reason));
        return seq;
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
        for (StepDraft run : runs.values()) {
            steps.add(run.freeze());
        }
        return new Transition(new MigrationState(control(recentCommands), steps), journal, commands);
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

    private static String eventFor(RunMode mode) {
        return switch (mode) {
            case RUNNING -> "migration running";
            case PAUSING -> "migration pausing";
            case PAUSED -> "migration paused";
            case ABORTING -> "migration aborting";
            case ROLLING_BACK -> "migration rolling back";
            case ENDED -> "migration ended";
        };
    }
}
