package io.gulliver.domain.plan;

import io.gulliver.domain.migration.MigrationId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One person's word that the outage of a run may begin although the plan does not allow it.
 *
 * @param migration the run
 * @param usersOut T as it was planned then, for which alone the word holds; null where nothing was planned
 * @param by the person's name
 * @param subject identifies the person
 * @param reason in the person's words
 * @param at when
 */
public record OutageWord(
        MigrationId migration, @Nullable Instant usersOut, String by, String subject, String reason, Instant at) {
    public OutageWord {
        if (reason.isBlank() || reason.length() > 1000) {
            throw new IllegalArgumentException(
                    "Letting an outage begin outside of the plan needs a reason of 1 to 1000 characters");
        }
    }
}
