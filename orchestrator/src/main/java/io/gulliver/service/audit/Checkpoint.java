package io.gulliver.service.audit;

import io.gulliver.persistence.Json;
import io.gulliver.persistence.audit.AuditHash;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One signed checkpoint: where chains of the audit record ended at a moment. A line of JSON, the same in every place that it
 * goes to.
 *
 * @param signed canonical JSON of {@link Heads}: what the signature is over
 * @param signature Ed25519, base64
 */
record Checkpoint(String signed, String signature) {
    /** What the first checkpoint names as the one before it. */
    static final String NONE = AuditHash.ROOT;

    /**
     * What is signed.
     *
     * @param number of the checkpoint, without gaps; null in those of before 0.2
     * @param previous SHA-256 of what the checkpoint before it signed; null in those of before 0.2
     * @param at when it was made
     * @param chains ends of the chains that grew since the checkpoint before; of all chains in the first one that a new
     *     place is given
     */
    record Heads(@Nullable Long number, @Nullable String previous, String at, Map<String, Link> chains) {
        Heads {
            chains = new TreeMap<>(chains);
        }
    }

    /** The end of a chain. */
    record Link(long seq, String hash) {}

    static Checkpoint sign(Heads heads, CheckpointKey key) {
        String signed = AuditHash.canonical(Json.write(heads));
        return new Checkpoint(signed, key.sign(signed));
    }

    Heads heads() {
        return Json.read(signed, Heads.class);
    }

    /** SHA-256 of what is signed, which the next one names. */
    String hash() {
        return Json.sha256(signed);
    }

    String line() {
        return Json.write(this);
    }
}
