package io.gulliver.domain.audit;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that was done, by whom and to what.
 *
 * @param program the program's key, or null for the installation as a whole
 * @param at when
 * @param actor person, or the part of the product that acted
 * @param action for example {@code command.recorded}
 * @param object what it was done to, for example {@code migration/atlas.orders.3}
 * @param before hash of the object before, or null
 * @param after hash of the object after, or null
 * @param requestId of the call that caused it, or null
 * @param details small values for people; no secret
 */
public record AuditEvent(
        @Nullable String program,
        Instant at,
        String actor,
        String action,
        String object,
        @Nullable String before,
        @Nullable String after,
        @Nullable String requestId,
        Map<String, Object> details) {
    public AuditEvent {
        details = details == null ? Map.of() : details;
    }
}
