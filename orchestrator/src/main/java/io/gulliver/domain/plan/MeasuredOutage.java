package io.gulliver.domain.plan;

import io.gulliver.domain.migration.Purpose;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An outage as a run had it, or has it now: from the first step of its outage to the end of the last.
 *
 * @param migration id of the run
 * @param purpose of the run
 * @param method that its playbook carries, as a headline names the one that is taken; null when it is not known any more
 * @param usersOut when the first step of the outage that is no gate began
 * @param usersIn when the last step of the outage ended, or null while it goes on; of a rehearsal, when it would have
 *     ended had everybody been at hand, and with the steps that only production has
 */
public record MeasuredOutage(
        String migration,
        Purpose purpose,
        @Nullable String method,
        Instant usersOut,
        @Nullable Instant usersIn) {
    /** The same, by this method. */
    public MeasuredOutage by(@Nullable String method) {
        return new MeasuredOutage(migration, purpose, method, usersOut, usersIn);
    }

    /** How long users were out, or are out by now. */
    public Duration length(Instant now) {
        Duration length = Duration.between(usersOut, usersIn == null ? now : usersIn);
        return length.isNegative() ? Duration.ZERO : length;
    }
}
