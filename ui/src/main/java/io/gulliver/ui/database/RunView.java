package io.gulliver.ui.database;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.persistence.view.Attempt;
import io.gulliver.persistence.view.CallRow;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.EvidenceRow;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.frame.StepTitles;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One run of a database, as its page shows it.
 *
 * @param migration the run
 * @param groups steps by stage, in plan order
 * @param needs steps that wait for a person or failed: why it does not go on
 * @param shown the step that is shown in full, or null
 * @param log lines of its run log, or of the run's when no step is shown
 * @param evidence of the step that is shown, or of the run
 * @param commands what people said, newest first
 * @param detail of the step that is shown, or null
 */
public record RunView(
        Migration migration,
        List<StageGroup> groups,
        List<StepLine> needs,
        @Nullable StepLine shown,
        LogPage log,
        List<EvidenceRow> evidence,
        List<CommandRow> commands,
        @Nullable StepDetail detail) {
    public RunView {
        groups = List.copyOf(groups);
        needs = List.copyOf(needs);
        evidence = List.copyOf(evidence);
        commands = List.copyOf(commands);
    }

    /**
     * One call of a step.
     *
     * @param attempt as the run log kept it
     * @param status in people's words
     * @param lasted from its first line to its last
     */
    public record AttemptLine(Attempt attempt, Status status, Duration lasted) {
        static AttemptLine of(Attempt attempt) {
            return new AttemptLine(
                    attempt, Status.of(attempt.last().state()), Duration.between(attempt.from(), attempt.to()));
        }
    }

    /**
     * What is shown of one step alone.
     *
     * @param attempts its calls, oldest first
     * @param calls to outer systems, oldest first
     * @param scripts as they were run, secrets left out
     */
    public record StepDetail(List<AttemptLine> attempts, List<CallRow> calls, List<Script> scripts) {
        public StepDetail {
            attempts = List.copyOf(attempts);
            calls = List.copyOf(calls);
            scripts = List.copyOf(scripts);
        }
    }

    /**
     * The steps of one stage.
     *
     * @param stage which
     * @param steps in plan order
     */
    public record StageGroup(Stage stage, List<StepLine> steps) {
        public StageGroup {
            steps = List.copyOf(steps);
        }
    }

    /**
     * A step with what people want to know of it.
     *
     * @param row as stored
     * @param status in people's words
     * @param took time worked, or null before it began
     * @param waited time it waited for people and scarce things
     * @param line what stands beside its name: progress, what it waits for; null for nothing
     * @param usual median of earlier runs, or null when there is none
     */
    public record StepLine(
            StepRow row,
            Status status,
            @Nullable Duration took,
            Duration waited,
            @Nullable String line,
            @Nullable Duration usual) {
        /** Name in the address and id on the page. */
        public String key() {
            return row.run().key().toString();
        }

        public Map<String, Object> inputs() {
            return row.run().inputs();
        }

        public Map<String, Object> outputs() {
            return row.run().outputs();
        }

        /** A person must choose: retry, skip or back out. */
        public boolean failed() {
            return row.run().state() == StepState.PARKED || row.run().state() == StepState.UNDO_PARKED;
        }

        /** Work or a decision of a person is open. */
        public boolean waits() {
            return row.run().state() == StepState.WAITING_PERSON;
        }

        public boolean backingOff() {
            return row.run().state() == StepState.BACKING_OFF;
        }

        public @Nullable Duration estimate() {
            return row.estimateSeconds() == null ? null : Duration.ofSeconds(row.estimateSeconds());
        }
    }

    /** Titles of its steps, by id; without the items of those that fanned out. */
    public Map<String, String> titles() {
        Map<String, String> titles = new HashMap<>();
        groups.forEach(group -> group.steps()
                .forEach(step ->
                        titles.put(step.row().run().key().step(), step.row().ofStep())));
        return titles;
    }

    /** A text of the engine in which steps are called by their titles; null stays null. */
    public @Nullable String worded(@Nullable String text) {
        return text == null ? null : StepTitles.in(text, titles());
    }

    /** How many steps are through. */
    public long through() {
        return groups.stream()
                .flatMap(group -> group.steps().stream())
                .filter(step -> step.status().through())
                .count();
    }

    public long total() {
        return groups.stream().mapToLong(group -> group.steps().size()).sum();
    }

    /** Whether people can still say something to it. */
    public boolean open() {
        return migration.mode() != RunMode.ENDED;
    }

    public boolean paused() {
        return migration.mode() == RunMode.PAUSED || migration.mode() == RunMode.PAUSING;
    }

    /** The first stage in which a step is at work; of a server too, which no program's stages show. */
    public Optional<Stage> working() {
        return groups.stream()
                .filter(group -> group.steps().stream().anyMatch(step -> step.status() == Status.RUNNING))
                .map(StageGroup::stage)
                .findFirst();
    }

    static RunView of(
            Migration migration,
            List<StepRow> rows,
            @Nullable String wanted,
            Instant now,
            LogPage log,
            List<EvidenceRow> evidence,
            List<CommandRow> commands,
            Map<StepKey, Duration> usual,
            @Nullable StepDetail detail) {
        List<StageGroup> groups = new ArrayList<>();
        List<StepLine> needs = new ArrayList<>();
        StepLine shown = null;
        for (Stage stage : Stage.values()) {
            List<StepLine> lines = new ArrayList<>();
            for (StepRow row : rows) {
                if (row.stage() != stage) {
                    continue;
                }
                StepLine line = line(row, now, usual.get(row.run().key()));
                lines.add(line);
                if (line.failed() || line.waits()) {
                    needs.add(line);
                }
                if (line.key().equals(wanted)) {
                    shown = line;
                }
            }
            if (!lines.isEmpty()) {
                groups.add(new StageGroup(stage, lines));
            }
        }
        return new RunView(migration, groups, needs, shown, log, evidence, commands, detail);
    }

    private static StepLine line(StepRow row, Instant now, @Nullable Duration usual) {
        Instant started = row.run().startedAt();
        Instant ended = row.run().endedAt();
        Duration waited = Duration.ofSeconds(row.run().waitedSeconds());
        Duration took = null;
        if (started != null) {
            took = Duration.between(started, ended == null ? now : ended).minus(waited);
            took = took.isNegative() ? Duration.ZERO : took;
        }
        var progress = row.run().progress();
        String line = null;
        if (progress != null && !row.run().state().settled()) {
            String said = progress.text();
            if (said != null && !said.isBlank()) {
                line = said;
            } else if (progress.total() != null && progress.total() > 0) {
                line = Math.round(100 * progress.done() / progress.total()) + " %";
            }
        }
        return new StepLine(row, Status.of(row.run().state()), took, waited, line, usual);
    }
}
