package io.gulliver.domain.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.plan.WorkingHours;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TaskDueTest {
    /** A Friday, 16:00 in Zurich. */
    private static final Instant OPENED = Instant.parse("2026-11-27T15:00:00Z");

    private static final WorkingHours OFFICE = new WorkingHours(
            new TreeSet<>(List.of(DayOfWeek.FRIDAY, DayOfWeek.MONDAY)),
            LocalTime.of(8, 0),
            LocalTime.of(17, 0),
            ZoneId.of("Europe/Zurich"));

    private static @Nullable TaskDue due(
            TaskKind kind,
            @Nullable Duration estimate,
            @Nullable Instant put,
            @Nullable WorkingHours hours,
            String now) {
        return TaskDue.of(kind, OPENED, estimate, put, hours, Instant.parse(now))
                .orElse(null);
    }

    @Test
    void workIsDueWhenItsEstimateHasPassed() {
        Duration two = Duration.ofHours(2);
        assertThat(due(TaskKind.TASK, two, null, null, "2026-11-27T17:00:00Z"))
                .isEqualTo(new TaskDue(Instant.parse("2026-11-27T17:00:00Z"), false));
        assertThat(due(TaskKind.GATE, two, null, null, "2026-11-27T17:00:01Z"))
                .isEqualTo(new TaskDue(Instant.parse("2026-11-27T17:00:00Z"), true));
    }

    @Test
    void hoursInWhichNobodyWorksDoNotCount() {
        assertThat(due(TaskKind.TASK, Duration.ofHours(2), null, OFFICE, "2026-11-29T12:00:00Z"))
                .as("an hour on Friday, the other on Monday from 8 in Zurich")
                .isEqualTo(new TaskDue(Instant.parse("2026-11-30T08:00:00Z"), false));
    }

    @Test
    void whatSomebodyPutOffKeepsItsHourAndIsNotOverdueBeforeItComesBack() {
        Instant back = Instant.parse("2026-12-01T08:00:00Z");
        assertThat(due(TaskKind.TASK, Duration.ofHours(2), back, null, "2026-12-01T07:59:59Z"))
                .isEqualTo(new TaskDue(Instant.parse("2026-11-27T17:00:00Z"), false));
        assertThat(due(TaskKind.TASK, Duration.ofHours(2), back, null, "2026-12-01T08:00:00Z"))
                .isEqualTo(new TaskDue(Instant.parse("2026-11-27T17:00:00Z"), true));
    }

    @Test
    void attentionAndWhatNobodyEstimatedIsNeverDue() {
        assertThat(due(TaskKind.ATTENTION, Duration.ofHours(1), null, null, "2027-11-27T17:00:00Z"))
                .isNull();
        assertThat(due(TaskKind.TASK, null, null, null, "2027-11-27T17:00:00Z")).isNull();
    }
}
