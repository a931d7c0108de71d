package io.gulliver.persistence.view;

import io.gulliver.domain.migration.MigrationId;
import java.util.List;
import java.util.Optional;

/** Human commands, as pages read them. */
public interface CommandReader {

    Optional<CommandRow> find(String id);

    /** Newest first. */
    List<CommandRow> list(MigrationId migration, int limit);
}
