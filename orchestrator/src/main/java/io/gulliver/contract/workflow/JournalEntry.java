package io.gulliver.contract.workflow;

import io.gulliver.contract.activity.EvidenceRef;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One numbered event of a run. Key: migration, generation, seq; a rewrite under the same key replaces. The store derives
 * every projection from it: the step's row, open tasks, leases.
 *
 * @param seq counts on from 1 over the life of the migration
 * @param at when the workflow saw it
 * @param event for people, for example {@code step started}
 * @param step snapshot of the step that changed, or null
 * @param control snapshot of the run when it changed, or null
 * @param command outcome of a human command, or null
 * @param evidence what the step rendered, logged or reported
 * @param message one line for people, or null
 */
public record JournalEntry(
        long seq,
        Instant at,
        String event,
        @Nullable StepRun step,
        @Nullable RunControl control,
        @Nullable CommandOutcome command,
        List<EvidenceRef> evidence,
        @Nullable String message) {
    /** Event of a human command that was carried out. */
    public static final String COMMAND_APPLIED = "command applied";

    /** Event of a human command that was not carried out. */
    public static final String COMMAND_REFUSED = "command refused";

    public JournalEntry {
        evidence = evidence == null ? List.of() : List.copyOf(evidence);
    }
}
