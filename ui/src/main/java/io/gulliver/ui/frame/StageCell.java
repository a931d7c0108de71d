package io.gulliver.ui.frame;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.Slip;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One stage of one database: the cell of the grid and the slice of the ramp.
 *
 * @param stage which of the six
 * @param status how it stands
 * @param moving what moves while it runs, short: {@code 62 %}, {@code Lag 4 s}, {@code 4 of 9}; null when unknown
 * @param percent how much of its work is done, 0 to 100
 * @param since since when it has this status, or null
 * @param baseline end as agreed last, or null
 * @param planned end now planned, or null
 * @param forecast end now expected, or null
 * @param actual end as it happened, or null
 */
public record StageCell(
        Stage stage,
        Status status,
        @Nullable String moving,
        int percent,
        @Nullable Instant since,
        @Nullable Instant baseline,
        @Nullable Instant planned,
        @Nullable Instant forecast,
        @Nullable Instant actual) {
    public StageCell {
        if (percent < 0 || percent > 100) {
            throw new IllegalArgumentException("Stage " + stage + ": percent " + percent + ", wanted 0 to 100");
        }
    }

    /** A stage that has not begun. */
    public static StageCell notStarted(Stage stage, @Nullable Instant planned) {
        return new StageCell(stage, Status.NONE, null, 0, null, planned, planned, planned, null);
    }

    /** The end people should expect: actual, else forecast, else planned; null when none is known. */
    public @Nullable Instant end() {
        return actual != null ? actual : forecast != null ? forecast : planned;
    }

    /** How much later than agreed it ends or ended, negative when earlier, null when nothing was agreed. */
    public @Nullable Duration slip() {
        return Slip.between(baseline, actual != null ? actual : forecast);
    }

    /** Whether it ends or ended later than agreed. */
    public boolean late() {
        Duration slip = slip();
        return slip != null && slip.toSeconds() > 0;
    }
}
