package io.gulliver.contract.workflow;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.Verb;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A human command as the store recorded it; role and four eyes were checked in that transaction.
 *
 * @param id the idempotency key
 * @param verb what was said
 * @param step the step meant, or null
 * @param stage the stage meant (pause after a stage), or null
 * @param outcome of COMPLETE (the task's outcome, for example {@code done}) or DECIDE ({@code approve}, {@code reject})
 * @param reason typed by the person, or null
 * @param by who said it
 * @param outputs typed values that a completed task gives
 * @param redelivery set by the store when the command is read again or late; null for one that is read in time
 */
public record CommandOrder(
        String id,
        Verb verb,
        @Nullable StepKey step,
        @Nullable Stage stage,
        @Nullable String outcome,
        @Nullable String reason,
        String by,
        Map<String, Object> outputs,
        @Nullable Redelivery redelivery) {
    public CommandOrder {
        outputs = outputs == null ? Map.of() : outputs;
    }

    /** A command as a person gives it. */
    public CommandOrder(
            String id,
            Verb verb,
            @Nullable StepKey step,
            @Nullable Stage stage,
            @Nullable String outcome,
            @Nullable String reason,
            String by,
            Map<String, Object> outputs) {
        this(id, verb, step, stage, outcome, reason, by, outputs, null);
    }

    /** The same, read again or late. */
    public CommandOrder redelivered(@Nullable String refusal) {
        return new CommandOrder(id, verb, step, stage, outcome, reason, by, outputs, new Redelivery(refusal));
    }
}
