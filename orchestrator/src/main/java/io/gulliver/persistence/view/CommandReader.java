package io.gulliver.persistence.view;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.task.Task;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Human commands, as pages read them. */
public interface CommandReader {

    Optional<CommandRow> find(String id);

    /** The word of a person that ended a task; empty while it is open, and when the run went on without one. */
    Optional<CommandRow> ended(Task task);

    /** Steps and items that people had a run leave out: their state alone is that of a step whose condition is false. */
    Set<StepKey> skipped(MigrationId migration);

    /** Newest first. */
    List<CommandRow> list(MigrationId migration, int limit);
}
