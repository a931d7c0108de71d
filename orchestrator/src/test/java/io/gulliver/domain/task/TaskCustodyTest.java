package io.gulliver.domain.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.MigrationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TaskCustodyTest {
    private static final Instant THEN = Instant.parse("2026-11-23T03:00:00Z");

    @Test
    void anOpenTaskIsSomebodysOrInTheQueue() {
        assertThat(TaskCustody.closed(task(null, null))).isEmpty();
        assertThat(TaskCustody.elsewhere(task(null, null)).message()).contains("claim it first");
        assertThat(TaskCustody.elsewhere(task("Ada", null)).message()).contains("is held by Ada");
    }

    @Test
    void aClosedTaskTellsHowItWasClosed() {
        assertThat(TaskCustody.closed(task(null, THEN)).orElseThrow().message())
                .isEqualTo("Task 'Firewall' was closed at 2026-11-23T03:00:00Z: no outcome noted.");
    }

    private static Task task(@Nullable String holder, @Nullable Instant closed) {
        return new Task(
                "t1",
                "atlas",
                new MigrationId("atlas.pay.1"),
                "PAY",
                null,
                null,
                TaskKind.TASK,
                "network",
                "Firewall",
                null,
                false,
                0,
                holder == null ? null : "s-" + holder,
                holder,
                null,
                null,
                THEN.minusSeconds(60),
                closed,
                null,
                1);
    }
}
