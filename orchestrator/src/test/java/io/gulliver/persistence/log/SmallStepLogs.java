package io.gulliver.persistence.log;

import io.gulliver.persistence.StoreDatabase;

/** Logs that are full early. */
public record SmallStepLogs(StoreDatabase database, long limit) {
    public StepLogStore store() {
        return new JdbcStepLogStore(database, limit);
    }
}
