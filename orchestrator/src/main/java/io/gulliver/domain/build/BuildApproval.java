package io.gulliver.domain.build;

import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A design of a server that a person approved.
 *
 * @param program its key
 * @param server its name
 * @param hash SHA-256 of the design, lower-case hex
 * @param lines of the design, by key
 * @param by who approved it
 * @param at when, in the program's time
 * @param reason in their words, empty where none was asked for
 * @param migration the run at whose gate it was approved, or null for its page
 */
public record BuildApproval(
        String program,
        String server,
        String hash,
        List<DesignLine> lines,
        String by,
        Instant at,
        String reason,
        @Nullable String migration) {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    public BuildApproval {
        if (!HASH.matcher(hash).matches()) {
            throw new IllegalArgumentException("'" + hash + "' is no SHA-256 in lower-case hex");
        }
        lines = List.copyOf(lines);
    }
}
