package io.gulliver.persistence.view;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The run log, as pages read it. */
public interface JournalReader {

    /**
     * Lines of the run log in order of seq.
     *
     * @param step only of this step, or null
     * @param afterSeq only later ones; 0 from the start
     */
    List<JournalRow> entries(MigrationId migration, @Nullable StepKey step, long afterSeq, int limit);

    /**
     * The last lines of the run log before one, in order of seq.
     *
     * @param step only of this step, or null
     * @param beforeSeq only earlier ones; {@link Long#MAX_VALUE} for the newest
     */
    List<JournalRow> entriesBefore(MigrationId migration, @Nullable StepKey step, long beforeSeq, int limit);

    /** The calls of a step, oldest first; lines before its first call belong to none. */
    List<Attempt> attempts(MigrationId migration, StepKey step);
}
