package io.gulliver.persistence.view;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls to outside systems, as pages read them. */
public interface CallLogReader {

    /** Newest first. */
    List<CallRow> list(MigrationId migration, @Nullable StepKey step, int limit);

    /** Of all runs of a database, newest first. */
    List<CallRow> of(String program, String database, int limit);
}
