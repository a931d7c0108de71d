package io.gulliver.persistence.calls;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls to outside systems. Trimmed, and no part of the journal. */
public interface CallLogStore {
    /** How long calls are kept. */
    Duration KEPT = Duration.ofDays(90);

    void append(List<CallRow> calls);

    /** Newest first. */
    List<CallRow> list(MigrationId migration, @Nullable StepKey step, int limit);

    /** Drops calls older than {@link #KEPT} before now; answers how many. */
    int trim(Instant now);
}
