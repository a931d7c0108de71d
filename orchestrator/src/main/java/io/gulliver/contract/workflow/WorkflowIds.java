package io.gulliver.contract.workflow;

import io.gulliver.domain.migration.MigrationId;

/** Builds every workflow id. They use {@code /} and are never parsed. */
public final class WorkflowIds {
    private WorkflowIds() {}

    /** One workflow per migration for its whole life; the generation tells engines apart. */
    public static String migration(MigrationId id) {
        return "migration/" + id.value();
    }
}
