package io.gulliver.ui.report;

import io.gulliver.assessment.cost.CostEstimate;
import io.gulliver.domain.plan.ProgramState;
import io.gulliver.ui.program.BurnChart;
import io.gulliver.ui.program.ProgramOverview;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program on one page: lists are cut to what the page has room for, and say how much more there is. Long texts end with an
 * ellipsis.
 *
 * @param program its title
 * @param at when it was made, by the calendar of the program
 * @param agreedAt when its plan was agreed on last, or null
 * @param overview what the program's page shows
 * @param burn databases across over time, or null while there is nothing to draw
 * @param areas what is asked for apart, each with its colour and reasons
 * @param waves that are not across, the next first
 * @param decisions that are open, soonest first
 * @param days what the plan has for the next 14 days
 * @param risks the ten highest that are open
 * @param cost as it is estimated
 */
public record StatusReport(
        String program,
        Instant at,
        @Nullable Instant agreedAt,
        ProgramOverview overview,
        @Nullable BurnChart burn,
        List<Area> areas,
        Part<Wave> waves,
        Part<ProgramOverview.Decision> decisions,
        Part<ProgramOverview.DayLine> days,
        Part<TopRisk> risks,
        CostEstimate cost) {
    public StatusReport {
        areas = List.copyOf(areas);
    }

    /**
     * The first of many.
     *
     * @param more how many are left out
     */
    public record Part<T>(List<T> first, int more) {
        public Part {
            first = List.copyOf(first);
        }

        static <T> Part<T> of(List<T> all, int room) {
            int shown = Math.min(room, all.size());
            return new Part<>(all.subList(0, shown), all.size() - shown);
        }

        /** How many there are. */
        public int all() {
            return first.size() + more;
        }
    }

    /**
     * One line of the colours.
     *
     * @param name for people
     * @param health or null where too much is unknown to say it
     * @param because the reasons, in words
     */
    public record Area(String name, ProgramState.@Nullable Health health, String because) {
        /** Class and mark. */
        public String css() {
            return health == null
                    ? "s-none"
                    : switch (health) {
                        case GREEN -> "s-done";
                        case AMBER -> "s-warn";
                        case RED -> "s-failed";
                    };
        }

        /** Key of its word below {@code report.health.}. */
        public String key() {
            return health == null ? "unknown" : health.name();
        }
    }

    /** A wave: how many of how many are across, and its end. */
    public record Wave(
            String key,
            String title,
            long across,
            int databases,
            @Nullable Instant planned,
            @Nullable Instant forecast,
            @Nullable Duration slip) {}

    /**
     * A risk.
     *
     * @param score 1 to 25
     * @param band {@code high}, {@code mid} or {@code low}
     * @param before its score seven days ago, or null where it was not open then
     * @param owner who answers for it, or null
     * @param due until when, or null
     */
    public record TopRisk(
            String key,
            int score,
            String band,
            @Nullable Integer before,
            String event,
            @Nullable String owner,
            @Nullable LocalDate due) {
        /** 1 rises, 0 stays, -1 falls; 2 for one that was not there. */
        public int trend() {
            return before == null ? 2 : Integer.signum(score - before);
        }
    }
}
