package io.gulliver.assessment.proof;

import io.gulliver.domain.proof.PartKind;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One part and what it has met.
 *
 * @param hash of the part as it is now
 * @param seen the newest result of each release, failures first, then the newest; of the part as it is now, and where it was
 *     never tried as it is now, of what it was
 * @param here databases here that have releases of the part; null where it is for no release more than for another
 */
public record Standing(
        PartKind kind,
        String id,
        String hash,
        State state,
        List<Seen> seen,
        @Nullable Here here) {
    public Standing {
        seen = List.copyOf(seen);
    }

    /** How many databases here have a release of it at which it, as it is now, did not work so far. */
    public int unmet() {
        return here == null ? 0 : here.unmet();
    }

    /**
     * Whether a filter keeps it.
     *
     * @param wanted kind, or null for any
     * @param is state, or null for any
     * @param unmetHere only what databases here have not met
     */
    public boolean fits(@Nullable PartKind wanted, @Nullable State is, boolean unmetHere) {
        return (wanted == null || kind == wanted) && (is == null || state == is) && (!unmetHere || unmet() > 0);
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

    /**
     * Databases here of the part's releases, as the one that moves or the one that it moves to, each once.
     *
     * @param unmet how many of them have one at which the part, as it is now, did not work so far
     * @param releases the oldest first
     */
    public record Here(int databases, int unmet, List<Line> releases) {
        public Here {
            releases = List.copyOf(releases);
        }
    }

    /**
     * One line of releases.
     *
     * @param release such as 19 or 12.2
     * @param databases that have it
     * @param met whether the part, as it is now, worked at it when it was tried last
     */
    public record Line(String release, int databases, boolean met) {}
}
