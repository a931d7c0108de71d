package io.gulliver.assessment.question;

import io.gulliver.domain.estate.Fact;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * From when to when the evidence was true that answers rest on.
 *
 * @param oldest moment of the oldest word that still holds, or null when nothing was collected
 * @param newest moment of the newest, or null
 * @param facts how many are known
 */
public record EvidenceSpan(
        @Nullable Instant oldest, @Nullable Instant newest, int facts) {
    /** Nothing was collected. */
    public static final EvidenceSpan NONE = new EvidenceSpan(null, null, 0);

    /** Of facts. */
    public static EvidenceSpan of(Collection<Fact> facts) {
        EvidenceSpan span = NONE;
        for (Fact fact : facts) {
            span = span.plus(new EvidenceSpan(fact.at(), fact.at(), 1));
        }
        return span;
    }

    /** Both together. */
    public EvidenceSpan plus(EvidenceSpan other) {
        return new EvidenceSpan(
                oldest == null || other.oldest != null && other.oldest.isBefore(oldest) ? other.oldest : oldest,
                newest == null || other.newest != null && other.newest.isAfter(newest) ? other.newest : newest,
                facts + other.facts);
    }
}
