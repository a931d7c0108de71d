package io.gulliver.ui.program;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.ProgramState;
import io.gulliver.ui.frame.StageCell;
import io.gulliver.ui.frame.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program as it stands.
 *
 * @param databases in the program
 * @param across how many run on LinuxONE
 * @param plannedAcross how many should by now, or null without a plan
 * @param sourceHosts x86 hosts they came from
 * @param machines LinuxONE machines they go to
 * @param agreedEnd of the last cutover by the baseline in force, or null
 * @param plannedEnd of the last cutover, or null without a plan
 * @param forecastEnd of the last cutover, or null
 * @param state in one word, with its reasons
 * @param stages the six stages with how many databases stand how
 * @param waves in order
 * @param threats databases that endanger the end, worst first
 * @param decisions approvals that are open, soonest first
 * @param risks highest open risks
 * @param openRisks how many risks are open
 * @param days what happens in the next days
 * @param freezes when no cutover may happen
 * @param progress databases across over time, oldest first
 */
public record ProgramOverview(
        int databases,
        int across,
        @Nullable Integer plannedAcross,
        int sourceHosts,
        int machines,
        @Nullable Instant agreedEnd,
        @Nullable Instant plannedEnd,
        @Nullable Instant forecastEnd,
        ProgramState state,
        List<StageTally> stages,
        List<WaveLine> waves,
        List<Threat> threats,
        List<Decision> decisions,
        List<TopRisk> risks,
        int openRisks,
        List<DayLine> days,
        List<Freeze> freezes,
        List<ProgressPoint> progress) {
    public ProgramOverview {
        stages = List.copyOf(stages);
        waves = List.copyOf(waves);
        threats = List.copyOf(threats);
        decisions = List.copyOf(decisions);
        risks = List.copyOf(risks);
        days = List.copyOf(days);
        freezes = List.copyOf(freezes);
        progress = List.copyOf(progress);
    }

    /**
     * One stage of the whole program.
     *
     * @param stage which
     * @param databases how many stand how, in the order in which they are drawn
     */
    public record StageTally(Stage stage, Map<Status, Integer> databases) {
        /** How many are through: done or left out. */
        public int through() {
            return count(Status.DONE) + count(Status.SKIPPED);
        }

        public int count(Status status) {
            return databases.getOrDefault(status, 0);
        }
    }

    /**
     * One wave.
     *
     * @param key short name: {@code W4}
     * @param title for people
     * @param planned end, or null
     * @param forecast end, or null
     * @param slip of its latest database against what was agreed, or null
     * @param databases each with its six stages, by name
     */
    public record WaveLine(
            String key,
            String title,
            @Nullable Instant planned,
            @Nullable Instant forecast,
            @Nullable Duration slip,
            List<DatabaseLine> databases) {
        public WaveLine {
            databases = List.copyOf(databases);
        }

        /** How many are across. */
        public long across() {
            return databases.stream().filter(DatabaseLine::across).count();
        }
    }

    /**
     * A database in a list.
     *
     * @param name its name
     * @param stages the six
     */
    public record DatabaseLine(String name, List<StageCell> stages) {
        public DatabaseLine {
            stages = List.copyOf(stages);
        }

        boolean across() {
            return !stages.isEmpty() && stages.get(stages.size() - 1).status() == Status.DONE;
        }
    }

    /**
     * A database that endangers the end.
     *
     * @param database its name
     * @param wave its wave's key, or null
     * @param status how it stands
     * @param why the cause
     * @param slip how much later than agreed its cutover ends
     */
    public record Threat(String database, @Nullable String wave, Status status, String why, Duration slip) {}

    /**
     * An approval that is open.
     *
     * @param task its task
     * @param due until when, or null
     * @param title what is to be decided
     * @param role who decides
     * @param fourEyes two persons must approve
     */
    public record Decision(String task, @Nullable Instant due, String title, String role, boolean fourEyes) {}

    /**
     * A high risk.
     *
     * @param id its key: {@code R-07}
     * @param score 1 to 25
     * @param title what may happen
     * @param owner who answers for it, or null
     * @param due until when the response is due, or null
     * @param trend change of score over the last weeks: negative falls, positive rises
     */
    public record TopRisk(
            String id,
            int score,
            String title,
            @Nullable String owner,
            @Nullable Instant due,
            int trend) {}

    /**
     * What happens on a day.
     *
     * @param at when
     * @param text for people
     */
    public record DayLine(Instant at, String text) {}

    /**
     * A time without cutovers.
     *
     * @param from first instant
     * @param to first instant after it
     * @param title why
     */
    public record Freeze(Instant from, Instant to, String title) {}

    /**
     * Databases across at a moment.
     *
     * @param at when
     * @param planned should be, or null
     * @param actual were, or null for the future
     * @param forecast will be, or null for the past
     */
    public record ProgressPoint(
            Instant at,
            @Nullable Integer planned,
            @Nullable Integer actual,
            @Nullable Integer forecast) {}
}
