package io.gulliver.domain.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dates of one database's crossing (docs/domain/cutover.md, 5.1).
 *
 * @param usersOut T, the planned start of the outage
 * @param usersIn go-live: T and the outage; one for all of a move group
 * @param hypercareEnds when the last decision after the cutover is due, or null when its playbook has none
 * @param retired when the old source is gone, or null when its playbook does not say
 * @param broken what does not hold with these dates
 */
public record CutoverDates(
        Instant usersOut,
        Instant usersIn,
        @Nullable Instant hypercareEnds,
        @Nullable Instant retired,
        List<PlanBreak> broken) {
    public CutoverDates {
        broken = List.copyOf(broken);
    }

    /**
     * The same, with users in after an outage of another length.
     *
     * @param known how long users will be out by what is known best, or null where only the plan says it
     */
    public CutoverDates lasting(@Nullable Duration known) {
        return known == null ? this : new CutoverDates(usersOut, usersOut.plus(known), hypercareEnds, retired, broken);
    }

    /** The outage as it is planned. */
    public Duration outage() {
        return Duration.between(usersOut, usersIn);
    }

    /**
     * The last start of the outage that still ends in a window which opens at T; before T when the outage is longer than
     * the window, null where none is agreed.
     *
     * @param window agreed outage, or null
     */
    public @Nullable Instant lastStart(@Nullable Duration window) {
        return window == null ? null : usersOut.plus(window).minus(outage());
    }
}
