package io.gulliver.persistence.audit;

import static io.gulliver.persistence.RowValues.cut;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.persistence.Json;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.erdtman.jcs.JsonCanonicalizer;
import org.jspecify.annotations.Nullable;

/** How audit rows and their chain are hashed: SHA-256 over canonical JSON (RFC 8785). */
public final class AuditHash {
    /** What the first row of a chain is linked to. */
    public static final String ROOT = "0".repeat(64);

    /** The chain of what belongs to no program. */
    public static final String INSTALLATION = "-";

    private AuditHash() {}

    public static String chain(@Nullable String program) {
        return program == null ? INSTALLATION : program;
    }

    /** Hash of a row's content; its number is not part of it, because the store gives it later. */
    static String row(AuditEvent event, String canonicalDetails) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("action", event.action());
        row.put("actor", event.actor());
        row.put("after", event.after());
        row.put("at", event.at().truncatedTo(ChronoUnit.MICROS).toString());
        row.put("before", event.before());
        row.put("details", canonicalDetails);
        row.put("object", event.object());
        row.put("program", event.program());
        row.put("requestId", event.requestId());
        return Json.sha256(canonical(Json.write(row)));
    }

    /** What is stored of an event: cut and rounded values must verify. */
    public record Stored(AuditEvent event, String details, String hash) {}

    /** Cuts and rounds an event to what its columns take, and hashes that. */
    public static Stored stored(AuditEvent given) {
        AuditEvent event = new AuditEvent(
                cut(given.program(), 40),
                micros(given.at()),
                Objects.requireNonNull(cut(given.actor(), 200)),
                Objects.requireNonNull(cut(given.action(), 100)),
                Objects.requireNonNull(cut(given.object(), 400)),
                cut(given.before(), 64),
                cut(given.after(), 64),
                cut(given.requestId(), 200),
                given.details());
        String details = canonical(Json.write(event.details()));
        return new Stored(event, details, row(event, details));
    }

    /** Links a row to the one before it. */
    public static String link(String chain, long seq, long row, String rowHash, String previous) {
        return Json.sha256(chain + "\n" + seq + "\n" + row + "\n" + rowHash + "\n" + previous);
    }

    public static String canonical(String json) {
        try {
            return new JsonCanonicalizer(json).getEncodedString();
        } catch (IOException e) {
            throw new IllegalArgumentException("not JSON: " + e.getMessage(), e);
        }
    }

    static Instant micros(Instant at) {
        return at.truncatedTo(ChronoUnit.MICROS);
    }
}
