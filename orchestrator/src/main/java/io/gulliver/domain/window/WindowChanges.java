package io.gulliver.domain.window;

import io.gulliver.domain.people.RuleViolation;
import java.time.LocalDate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What people may change of a collection window. Days are those of the program's zone. */
public final class WindowChanges {
    private WindowChanges() {}

    /** Why a window is not extended to a day. */
    public static Optional<RuleViolation> extend(String database, LocalDate to, LocalDate today) {
        return to.isAfter(today)
                ? Optional.empty()
                : Optional.of(RuleViolation.notSo("The window of " + database + " cannot be extended to " + to
                        + ": today is " + today + ". Give a later day."));
    }

    /**
     * Why a window is not ended.
     *
     * @param endedOn when it was ended before, or null
     * @param person who ended it, or null when its last day had passed
     */
    public static Optional<RuleViolation> end(String database, @Nullable LocalDate endedOn, @Nullable String person) {
        return endedOn == null || person == null
                ? Optional.empty()
                : Optional.of(RuleViolation.notNow("The window of " + database + " was ended on " + endedOn + " by "
                        + person + ". Extend it to collect again."));
    }
}
