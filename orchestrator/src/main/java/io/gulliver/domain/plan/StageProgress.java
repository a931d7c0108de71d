package io.gulliver.domain.plan;

import io.gulliver.domain.migration.Purpose;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One stage of one database: how far its newest run is, and its four times.
 *
 * @param status in the nine words
 * @param done steps that are done or left out
 * @param total steps of the stage, 0 when the playbook has none
 * @param since since when it has this status, or null
 * @param purpose of the run it is read from, or null without a run
 * @param times the four times
 */
public record StageProgress(
        StageStatus status,
        int done,
        int total,
        @Nullable Instant since,
        @Nullable Purpose purpose,
        StageTimes times) {
    /** {@code 4 of 9}. */
    public String text() {
        return done + " of " + total;
    }
}
