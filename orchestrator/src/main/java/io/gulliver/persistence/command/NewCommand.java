package io.gulliver.persistence.command;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.domain.task.PersonCommand;
import org.jspecify.annotations.Nullable;

/**
 * What a person says to a migration.
 *
 * @param migration to whom
 * @param order what; its {@code by} is the speaker's name
 * @param evidenceHash hash of the evidence that was on the screen; an approval names what its gate shows now, and a
 *     rejection that names none is given on that
 * @param speaker who
 */
public record NewCommand(
        MigrationId migration, CommandOrder order, @Nullable String evidenceHash, Speaker speaker) {
    /** The same on this evidence. */
    NewCommand on(String shown) {
        return new NewCommand(migration, order, shown, speaker);
    }

    /** As the rules look at it. */
    PersonCommand forRules() {
        return new PersonCommand(
                migration,
                order.verb(),
                order.step(),
                order.outcome(),
                order.reason(),
                GateCriterion.waived(order.outputs()),
                evidenceHash,
                order.by(),
                speaker);
    }
}
