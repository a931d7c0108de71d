package io.gulliver.domain.plan;

import io.gulliver.domain.migration.Stage;
import java.time.Duration;
import java.time.Instant;

/**
 * A person's word on how long a stage takes, instead of the computed time.
 *
 * @param program the program's key
 * @param database its name
 * @param stage which
 * @param duration instead; zero leaves the stage out of the plan
 * @param reason why
 * @param by who said so
 * @param at when
 */
public record DurationOverride(
        String program, String database, Stage stage, Duration duration, String reason, String by, Instant at) {
    public DurationOverride {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(
                    "Database " + database + ": stage " + stage + " cannot take " + duration);
        }
        if (reason.isBlank() || reason.length() > 1000) {
            throw new IllegalArgumentException("Database " + database + ": another duration of stage " + stage
                    + " needs a reason of 1 to 1000 characters");
        }
    }
}
