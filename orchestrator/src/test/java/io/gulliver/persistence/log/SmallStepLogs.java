package io.gulliver.persistence.log;

import io.gulliver.persistence.StoreDatabase;

/**
 * Logs that are full early.
 *
 * @param limit in bytes
 * @param fetchedLimit for what people ask for beyond it
 */
public record SmallStepLogs(StoreDatabase database, long limit, long fetchedLimit) {
    public SmallStepLogs(StoreDatabase database, long limit) {
        this(database, limit, StepLogStore.FETCHED_LIMIT);
    }

    public StepLogStore store() {
        return new JdbcStepLogStore(database, limit, fetchedLimit);
    }
}
