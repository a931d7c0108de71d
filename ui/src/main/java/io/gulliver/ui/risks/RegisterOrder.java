package io.gulliver.ui.risks;

import io.gulliver.domain.risk.RiskState;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What shall be done to many entries of the register.
 *
 * @param entries keys, each once, in the order in which they were given
 * @param owner who answers for them, for OWNER; for STATE, with whom they are opened, or null for whom they have
 * @param due until when, for DUE; for STATE, with which day they are opened, or null for the day that they have
 * @param state where they shall stand, for STATE: open, closed or rejected
 * @param reason how they ended, or why they are rejected; null where nothing was said
 */
public record RegisterOrder(
        RegisterAction action,
        List<String> entries,
        @Nullable String owner,
        @Nullable LocalDate due,
        @Nullable RiskState state,
        @Nullable String reason) {
    public RegisterOrder {
        entries = entries.stream().distinct().toList();
        owner = owner == null || owner.isBlank() ? null : owner.strip();
        reason = reason == null || reason.isBlank() ? null : reason.strip();
    }
}
