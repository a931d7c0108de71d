package io.gulliver.domain.task;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Speaker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a person commands, as the rules look at it.
 *
 * @param migration to whom
 * @param verb what
 * @param step of which step, or null
 * @param outcome of a task or gate, or null
 * @param reason typed, or null
 * @param waived ids of the criteria that a decision waives
 * @param evidenceHash what was on the screen, or null
 * @param by whose command it says it is
 * @param speaker who gives it
 */
public record PersonCommand(
        MigrationId migration,
        Verb verb,
        @Nullable StepKey step,
        @Nullable String outcome,
        @Nullable String reason,
        List<String> waived,
        @Nullable String evidenceHash,
        String by,
        Speaker speaker) {
    /** Whether it approves a gate. */
    public boolean approves() {
        return verb == Verb.DECIDE && CommandRules.APPROVE.equals(outcome);
    }
}
