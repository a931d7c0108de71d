package io.gulliver.persistence.journal;

import io.gulliver.contract.workflow.EngineTask;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.program.ProgramClock;
import org.jspecify.annotations.Nullable;

/** What a flush must know of the migration it writes for. */
record JournaledRun(
        MigrationId id,
        String program,
        String database,
        String playbookHash,
        Purpose purpose,
        @Nullable Integer wave,
        int generation,
        long lastSeq,
        long controlSeq,
        @Nullable String engineRun,
        @Nullable EngineTask task,
        ProgramClock clock) {}
