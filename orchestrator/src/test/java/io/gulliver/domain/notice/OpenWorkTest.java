package io.gulliver.domain.notice;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.plan.WorkingHours;
import io.gulliver.domain.task.TaskKind;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OpenWorkTest {
    /** A Friday. */
    private static final Instant OPENED = Instant.parse("2026-11-27T15:00:00Z");

    private static OpenWork work(TaskKind kind, @Nullable Duration estimate, @Nullable Instant snoozed) {
        return new OpenWork(
                "t1", kind, "m1", "ORDERS", "dba", "Carry over", OPENED, snoozed, estimate, false, null, null);
    }

    private static List<NoticeKind> told(OpenWork work, @Nullable WorkingHours hours, String now) {
        return work.told(hours, Instant.parse(now));
    }

    @Test
    void attentionAndDecisionsAreToldAsTheyCome() {
        assertThat(told(work(TaskKind.ATTENTION, Duration.ofHours(1), null), null, "2026-12-27T15:00:00Z"))
                .containsExactly(NoticeKind.INCIDENT);
        assertThat(told(work(TaskKind.GATE, null, null), null, "2026-11-27T15:00:00Z"))
                .containsExactly(NoticeKind.DECISION);
        assertThat(told(work(TaskKind.GATE, Duration.ofHours(1), null), null, "2026-11-27T16:00:01Z"))
                .containsExactly(NoticeKind.DECISION, NoticeKind.OVERDUE);
    }

    @Test
    void aTaskIsOverdueWhenItsEstimateHasPassedInWorkingHours() {
        OpenWork two = work(TaskKind.TASK, Duration.ofHours(2), null);
        assertThat(told(two, null, "2026-11-27T17:00:00Z")).isEmpty();
        assertThat(told(two, null, "2026-11-27T17:00:01Z")).containsExactly(NoticeKind.OVERDUE);
        WorkingHours office = new WorkingHours(
                new TreeSet<>(List.of(
                        DayOfWeek.MONDAY,
                        DayOfWeek.TUESDAY,
                        DayOfWeek.WEDNESDAY,
                        DayOfWeek.THURSDAY,
                        DayOfWeek.FRIDAY)),
                LocalTime.of(8, 0),
                LocalTime.of(16, 0),
                ZoneOffset.UTC);
        assertThat(told(two, office, "2026-11-30T08:30:00Z"))
                .as("an hour on Friday, half an hour on Monday")
                .isEmpty();
        assertThat(told(two, office, "2026-11-30T09:00:01Z")).containsExactly(NoticeKind.OVERDUE);
        assertThat(told(work(TaskKind.TASK, null, null), null, "2027-11-27T17:00:01Z"))
                .as("nobody estimated it")
                .isEmpty();
    }

    @Test
    void whatSomebodyPutOffIsNotOverdueBeforeItComesBack() {
        OpenWork put = work(TaskKind.TASK, Duration.ofHours(2), Instant.parse("2026-12-01T08:00:00Z"));
        assertThat(told(put, null, "2026-12-01T07:59:59Z")).isEmpty();
        assertThat(told(put, null, "2026-12-01T08:00:00Z")).containsExactly(NoticeKind.OVERDUE);
    }
}
