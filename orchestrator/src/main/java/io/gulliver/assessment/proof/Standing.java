package io.gulliver.assessment.proof;

import io.gulliver.domain.proof.PartKind;
import java.time.Instant;
import java.util.List;

/**
 * One part and what it has met.
 *
 * @param hash of the part as it is now
 * @param seen the newest result of each release, failures first, then the newest; of the part as it is now, and where it was
 *     never tried as it is now, of what it was
 */
public record Standing(PartKind kind, String id, String hash, State state, List<Seen> seen) {
    public Standing {
        seen = List.copyOf(seen);
    }

    /** Whether it met the real thing. */
    public enum State {
        /** Nobody has seen it there. */
        NEVER,
        /** It worked, as it is now. */
        PROVEN,
        /** It worked as it was; it is not what it was. */
        CHANGED,
        /** As it is now, it failed at some release when it was tried last. */
        FAILED
    }

    /**
     * What was seen of it at one release.
     *
     * @param same whether the part is still what was tried
     * @param platform machine that the suite ran on
     * @param signedBy name of the key that vouches for it
     */
    public record Seen(
            String release,
            String banner,
            Instant at,
            String suite,
            String how,
            boolean passed,
            boolean same,
            String platform,
            String signedBy) {}
}
