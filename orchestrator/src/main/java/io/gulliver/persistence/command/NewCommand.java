package io.gulliver.persistence.command;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.MigrationId;
import org.jspecify.annotations.Nullable;

/**
 * What a person says to a migration.
 *
 * @param migration to whom
 * @param order what; its {@code by} is the speaker's name
 * @param evidenceHash hash of the evidence that was on the screen, or null; two approvals count together only on one
 *     hash
 * @param speaker who
 */
public record NewCommand(
        MigrationId migration, CommandOrder order, @Nullable String evidenceHash, Speaker speaker) {}
