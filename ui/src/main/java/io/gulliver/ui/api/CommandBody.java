package io.gulliver.ui.api;

import io.gulliver.persistence.view.CommandRow;
import java.net.URI;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;

/**
 * What became of a human command.
 *
 * @param id its idempotency key
 * @param verb what was said
 * @param migration to whom
 * @param state recorded, awaiting_second, delivered, applied, refused
 * @param message what happened, or why not; null before
 */
record CommandBody(
        String id,
        String verb,
        String migration,
        @Nullable String step,
        String state,
        String by,
        Instant recordedAt,
        @Nullable Instant settledAt,
        @Nullable String message) {
    static CommandBody of(CommandRow row) {
        return new CommandBody(
                row.order().id(),
                row.order().verb().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'),
                row.migration().value(),
                row.order().step() == null ? null : row.order().step().toString(),
                row.state().name().toLowerCase(java.util.Locale.ROOT),
                row.order().by(),
                row.recordedAt(),
                row.settledAt(),
                row.message());
    }

    /** 202: recorded, and to be looked up under its id. */
    static ResponseEntity<CommandBody> accepted(CommandRow row) {
        return ResponseEntity.accepted()
                .location(URI.create("/api/v1/commands/" + row.order().id()))
                .body(of(row));
    }
}
