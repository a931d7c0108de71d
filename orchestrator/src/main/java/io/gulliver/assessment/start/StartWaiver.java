package io.gulliver.assessment.start;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one person asked for, with a reason, and a second one may agree to: a production start against what stands against
 * it. It holds while nothing else does.
 *
 * @param number of the last word on it, to be sent with the next
 * @param playbook its name
 * @param carries key of the playbook's method
 * @param waived codes of what stood against the start when it was asked for
 * @param askedBy who gave the reason
 * @param reason in their words
 * @param askedAt when
 * @param agreedBy the second person, or null while nobody agreed
 * @param agreedAt or null
 */
public record StartWaiver(
        long number,
        String playbook,
        String carries,
        List<String> waived,
        String askedBy,
        String reason,
        Instant askedAt,
        @Nullable String agreedBy,
        @Nullable Instant agreedAt) {
    public StartWaiver {
        waived = List.copyOf(waived);
    }

    /** What stands against the start of a playbook and was not there, or not asked for, when this was said. */
    public List<Objection> open(List<Objection> against, String method) {
        return carries.equals(method)
                ? against.stream()
                        .filter(objection -> !waived.contains(objection.code()))
                        .toList()
                : against;
    }

    /** Whether two people agreed to all that stands against it. */
    public boolean covers(List<Objection> against, String method) {
        return agreedBy != null && open(against, method).isEmpty();
    }

    /** Why nobody can agree to it as it stands, or empty. */
    public Optional<String> stale(List<Objection> against) {
        List<Objection> open = open(against, carries);
        return open.isEmpty()
                ? Optional.empty()
                : Optional.of("Since " + askedBy + " asked, something else stands against it: "
                        + String.join("; ", open.stream().map(Objection::text).toList())
                        + ". Ask again, with what stands against it now.");
    }
}
