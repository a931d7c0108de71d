package io.gulliver.persistence.command;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.MigrationId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Human commands: a row first, then delivered. */
public interface CommandStore {
    /**
     * Records a command after checking role and four eyes, in one transaction with its audit row. The same id with the
     * same content answers the row that is there.
     *
     * @throws io.gulliver.persistence.IdempotencyConflictException same id, other content
     * @throws io.gulliver.persistence.RefusedException role missing, same person twice, no open task, migration ended
     * @throws io.gulliver.persistence.UnknownRowException no such migration
     */
    CommandRow record(NewCommand command);

    Optional<CommandRow> find(String id);

    /** The order that the workflow reads; only of commands ready to be delivered or delivered. */
    Optional<CommandOrder> order(String id);

    /** Newest first. */
    List<CommandRow> list(MigrationId migration, int limit);

    /** Recorded and due at {@code now}, or delivered before {@code redeliverBefore} without outcome; oldest first. */
    List<CommandRow> due(Instant now, Instant redeliverBefore, int limit);

    void delivered(String id, Instant at);

    /** Applied or refused; the first outcome stays. */
    void settled(String id, boolean applied, String message, Instant at);

    /** Delivery failed; try again later. */
    void postponed(String id, Instant nextAttempt, String why);
}
