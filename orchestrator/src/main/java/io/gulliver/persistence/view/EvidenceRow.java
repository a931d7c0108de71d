package io.gulliver.persistence.view;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.task.GateEvidence;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evidence as attached to a migration or one of its steps.
 *
 * @param migration the run
 * @param step the step, or null
 * @param ref name, kind, hash and size
 * @param at when it was attached
 * @param by person, or null when a step attached it
 * @param kept whether the content has arrived
 */
public record EvidenceRow(
        MigrationId migration,
        @Nullable StepKey step,
        EvidenceRef ref,
        Instant at,
        @Nullable String by,
        boolean kept) {
    /** What of it a gate shows: all that was attached to its step but the texts that decisions kept. */
    public static List<GateEvidence.Attached> shown(Collection<EvidenceRow> ofTheStep) {
        return ofTheStep.stream()
                .map(EvidenceRow::ref)
                .filter(ref -> !ref.kind().equals(GateEvidence.KIND))
                .map(ref -> new GateEvidence.Attached(ref.name(), ref.sha256()))
                .toList();
    }
}
