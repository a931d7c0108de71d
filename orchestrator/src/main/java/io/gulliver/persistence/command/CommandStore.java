package io.gulliver.persistence.command;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.persistence.view.CommandReader;
import io.gulliver.persistence.view.CommandRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Human commands: a row first, then delivered. */
public interface CommandStore extends CommandReader {
    /**
     * Records a command after checking role and four eyes, in one transaction with its audit row. The same id with the
     * same content answers the row that is there.
     *
     * @throws io.gulliver.persistence.IdempotencyConflictException same id, other content
     * @throws io.gulliver.persistence.RefusedException role missing, same person twice, no open task, migration ended
     * @throws io.gulliver.persistence.UnknownRowException no such migration
     */
    CommandRow record(NewCommand command);

    /**
     * The order for the workflow that hears the command; empty when there is none to deliver (unknown, settled, returned
     * or waiting for a second person). Notes the first hearing: an order read under another one carries a redelivery,
     * as does one older than {@link io.gulliver.domain.task.CommandDelivery#LONGEST_WAIT}.
     *
     * @param hearing names the workflow task in which the command arrived
     */
    Optional<CommandOrder> hear(String id, String hearing);

    /**
     * Commands without outcome, of each migration the first ones in the order in which they were recorded; those of one
     * migration follow each other.
     *
     * @param eachMigration how many of one migration at most
     */
    List<CommandRow> waiting(int eachMigration);

    /** The engine is reached (again): whatever has no outcome is due at once. Answers how many commands that are. */
    int deliverAgain();

    void delivered(String id, Instant at);

    /** Applied or refused; the first outcome stays. */
    void settled(String id, boolean applied, String message, Instant at);

    /**
     * Goes back to its person, and can no longer be heard. Approvals that it stood for are withdrawn, so that they can be
     * given again.
     *
     * @param why a sentence; the row adds that the command must be given again
     */
    void returned(String id, String why, Instant at);

    /** Delivery failed; try again later. */
    void postponed(String id, Instant nextAttempt, String why);
}
