package io.gulliver.domain.lease;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step's request for scarce things: waiting, or held.
 *
 * @param id request order
 * @param migration the run
 * @param step the step
 * @param slots what it takes, all or nothing
 * @param outage its step lies in the outage: goes first
 * @param wave number of the wave, or null
 * @param requestedAt since when
 * @param grantedAt or null while it waits
 */
public record LeaseRequest(
        long id,
        MigrationId migration,
        StepKey step,
        List<String> slots,
        boolean outage,
        @Nullable Integer wave,
        Instant requestedAt,
        @Nullable Instant grantedAt) {
    /** The same, held from now on. */
    public LeaseRequest granted(Instant now) {
        return new LeaseRequest(id, migration, step, slots, outage, wave, requestedAt, now);
    }
}
