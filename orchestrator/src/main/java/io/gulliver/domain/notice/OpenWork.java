package io.gulliver.domain.notice;

import io.gulliver.domain.plan.WorkingHours;
import io.gulliver.domain.task.TaskDue;
import io.gulliver.domain.task.TaskKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task that is open, as far as it decides what people are told of it.
 *
 * @param task its id
 * @param kind TASK, GATE or ATTENTION
 * @param migration id of its run
 * @param database its name
 * @param function key of the function that must act
 * @param title as the playbook says it
 * @param openedAt by the calendar of the program
 * @param snoozedUntil or null
 * @param estimate how long its step was estimated, or null
 * @param outage whether users are out of the database by its run
 * @param approval command of the last approval of a gate that another person must still give too, or null
 * @param approvedBy who gave it, or null
 */
public record OpenWork(
        String task,
        TaskKind kind,
        String migration,
        String database,
        String function,
        String title,
        Instant openedAt,
        @Nullable Instant snoozedUntil,
        @Nullable Duration estimate,
        boolean outage,
        @Nullable String approval,
        @Nullable String approvedBy) {
    /**
     * What people are told of it now. Attention and decisions are told as they come; what users wait for is urgent; what is
     * overdue by {@link TaskDue} too.
     *
     * @param hours of the program, or null for every hour
     * @param now by the calendar of the program
     */
    public List<NoticeKind> told(@Nullable WorkingHours hours, Instant now) {
        List<NoticeKind> told = new ArrayList<>();
        if (kind == TaskKind.ATTENTION) {
            told.add(NoticeKind.INCIDENT);
        } else if (kind == TaskKind.GATE) {
            told.add(NoticeKind.DECISION);
            if (approval != null) {
                told.add(NoticeKind.SECOND_APPROVAL);
            }
        }
        if (TaskDue.of(kind, openedAt, estimate, snoozedUntil, hours, now)
                .filter(TaskDue::overdue)
                .isPresent()) {
            told.add(NoticeKind.OVERDUE);
        }
        return told;
    }
}
