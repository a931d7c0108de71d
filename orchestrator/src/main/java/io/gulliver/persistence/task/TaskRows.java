package io.gulliver.persistence.task;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the journal and the queues both need of the tasks' table. */
public final class TaskRows {
    private TaskRows() {}

    /** Unique among open tasks: one a step, one a migration as a whole. */
    public static String openKey(MigrationId migration, @Nullable StepKey step) {
        return step == null ? migration.value() + "#" : migration.value() + "#" + step;
    }

    /** Closes the open task of this key, if there is one. */
    public static int close(StoreDatabase db, String openKey, String outcome, Instant at) {
        return db.jdbc()
                .sql("""
                update tasks set closed_at = :at, outcome = :outcome, open_key = null, version = version + 1
                where open_key = :key
                """)
                .param("at", RowValues.at(at))
                .param("outcome", RowValues.cut(outcome, 200))
                .param("key", openKey)
                .update();
    }

    /** Closes every open task of a migration that ended. */
    public static int closeAll(StoreDatabase db, MigrationId migration, String outcome, Instant at) {
        return db.jdbc()
                .sql("""
                update tasks set closed_at = :at, outcome = :outcome, open_key = null, version = version + 1
                where migration = :migration and closed_at is null
                """)
                .param("at", RowValues.at(at))
                .param("outcome", RowValues.cut(outcome, 200))
                .param("migration", migration.value())
                .update();
    }
}
