package io.gulliver.persistence.calls;

import io.gulliver.persistence.view.CallLogReader;
import io.gulliver.persistence.view.CallRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Calls to outside systems. Trimmed, and no part of the journal. */
public interface CallLogStore extends CallLogReader {
    /** How long calls are kept. */
    Duration KEPT = Duration.ofDays(90);

    void append(List<CallRow> calls);

    /** Drops calls older than {@link #KEPT} before now; answers how many. */
    int trim(Instant now);
}
