package io.gulliver.persistence.view;

import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKind;
import org.jspecify.annotations.Nullable;

/**
 * The newest snapshot of a step, with what the plan says of it.
 *
 * @param migration the run
 * @param position of the step in the plan, from 0; items share their step's
 * @param title for people, with the item of one that fanned out behind a colon
 * @param stage label
 * @param phase relative to the outage
 * @param kind action, task, gate or wait
 * @param role whose queue it goes to when a person must act
 * @param action name of the action, or null
 * @param fourEyes two persons must approve
 * @param estimateSeconds or null
 * @param seq number of the event that last changed it, 0 before the first
 * @param run the snapshot
 */
public record StepRow(
        MigrationId migration,
        int position,
        String title,
        Stage stage,
        Phase phase,
        StepKind kind,
        String role,
        @Nullable String action,
        boolean fourEyes,
        @Nullable Integer estimateSeconds,
        long seq,
        StepRun run) {
    /** The title without its item: that of the step in the playbook. */
    public String ofStep() {
        String item = ": " + run.key().item();
        return title.endsWith(item) ? title.substring(0, title.length() - item.length()) : title;
    }
}
