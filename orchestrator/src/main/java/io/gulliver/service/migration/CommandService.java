package io.gulliver.service.migration;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.people.Speaker;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.view.CommandRow;
import org.jspecify.annotations.Nullable;

/** Takes what people say to migrations; {@link CommandOutbox} delivers it. */
public final class CommandService {
    private final CommandStore commands;

    public CommandService(CommandStore commands) {
        this.commands = commands;
    }

    /**
     * Records a command, with its role and second person checked in the same transaction.
     *
     * @param order what; its id is the idempotency key, its {@code by} the speaker's name
     * @param evidenceHash hash of the evidence that was on the screen, or null
     * @throws io.gulliver.persistence.RefusedException the person may not, or not now
     * @throws io.gulliver.persistence.IdempotencyConflictException same key, other content
     */
    public CommandRow record(
            MigrationId migration, CommandOrder order, @Nullable String evidenceHash, Speaker speaker) {
        return commands.record(new NewCommand(migration, order, evidenceHash, speaker));
    }
}
