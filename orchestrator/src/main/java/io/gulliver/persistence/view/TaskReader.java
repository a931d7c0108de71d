package io.gulliver.persistence.view;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.task.GateApproval;
import io.gulliver.domain.task.Task;
import java.util.List;
import java.util.Optional;

/** Human work, as pages read it. */
public interface TaskReader {
    Page<Task> list(TaskQuery query);

    Optional<Task> find(String id);

    Optional<Task> open(MigrationId migration, StepKey step);

    /** What asks for attention on the migration as a whole, opened by {@link #askAttention}. */
    Optional<Task> attention(MigrationId migration);

    /** Approvals and rejections of a gate's task, oldest first. */
    List<GateApproval> approvals(String task);
}
