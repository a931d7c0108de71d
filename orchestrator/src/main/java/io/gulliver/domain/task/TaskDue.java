package io.gulliver.domain.task;

import io.gulliver.domain.plan.WorkingHours;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When a task is due: when the time of its estimate, counted in working hours, has passed since it was opened. Mails and pages
 * ask here, so that nobody is told of a task that a page calls punctual.
 *
 * @param at by the calendar of the program
 * @param overdue it has passed, and nobody put the task off beyond now
 */
public record TaskDue(Instant at, boolean overdue) {
    /**
     * Empty for what needs attention, which is told as it comes, and for what nobody estimated.
     *
     * @param openedAt by the calendar of the program, as all of these moments
     * @param estimate of its step, or null
     * @param snoozedUntil or null
     * @param hours of the program, or null for every hour
     */
    public static Optional<TaskDue> of(
            TaskKind kind,
            Instant openedAt,
            @Nullable Duration estimate,
            @Nullable Instant snoozedUntil,
            @Nullable WorkingHours hours,
            Instant now) {
        if (kind == TaskKind.ATTENTION || estimate == null) {
            return Optional.empty();
        }
        Instant due = hours == null ? openedAt.plus(estimate) : hours.done(openedAt, estimate);
        boolean put = snoozedUntil != null && now.isBefore(snoozedUntil);
        return Optional.of(new TaskDue(due, !put && now.isAfter(due)));
    }
}
