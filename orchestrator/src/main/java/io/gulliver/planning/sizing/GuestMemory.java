package io.gulliver.planning.sizing;

import org.jspecify.annotations.Nullable;

/**
 * How much memory the guest of a database gets, everywhere the same: what a person accepted, and while nobody did, what is
 * sized now.
 *
 * @param megabytes of 1,048,576 bytes, of a guest that holds this database alone
 * @param acceptedBy who accepted the sizing that it follows, or null while it is as sized now
 */
public record GuestMemory(double megabytes, @Nullable String acceptedBy) {
    /**
     * Of what was sized.
     *
     * @param now as sized now, or null while that cannot be
     * @param bound sized with the accepted figures, or null while nobody accepted any
     * @param accepted the sizing that a person accepted, or null
     * @return null while nothing is known
     */
    public static @Nullable GuestMemory of(
            @Nullable MemorySizing now, @Nullable MemorySizing bound, @Nullable AcceptedSizing accepted) {
        if (accepted != null && bound != null) {
            return new GuestMemory(bound.guest().value(), accepted.by());
        }
        return now == null ? null : new GuestMemory(now.guest().value(), null);
    }

    /** In units of 1,073,741,824 bytes. */
    public double gibibytes() {
        return megabytes / 1024;
    }
}
