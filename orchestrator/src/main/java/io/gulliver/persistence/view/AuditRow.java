package io.gulliver.persistence.view;

import io.gulliver.domain.audit.AuditEvent;
import org.jspecify.annotations.Nullable;

/**
 * An audit row as stored.
 *
 * @param id number of the row
 * @param event what was done
 * @param hash of the row: SHA-256 of its canonical JSON
 * @param seq place in its program's chain, or null until it is sealed
 */
public record AuditRow(
        long id, AuditEvent event, String hash, @Nullable Long seq) {}
