package io.gulliver.persistence.view;

import io.gulliver.domain.task.TaskKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A step that may wait, with its open task.
 *
 * @param database whose run it belongs to
 * @param row the step
 * @param task kind of its open task, or null without one
 * @param claimedBy name of who has taken the task, or null
 * @param openedAt since when the task is open, or null
 * @param snoozedUntil until when it was put off, or null
 */
public record WaitingStep(
        String database,
        StepRow row,
        @Nullable TaskKind task,
        @Nullable String claimedBy,
        @Nullable Instant openedAt,
        @Nullable Instant snoozedUntil) {}
