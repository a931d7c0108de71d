package io.gulliver.ui.risks;

import io.gulliver.domain.risk.EntryKind;
import io.gulliver.service.planning.RiskService;
import io.gulliver.ui.problem.Refusal;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * What an entry became.
 *
 * @param kind risk or issue
 * @param title one line, or null for what the entry says
 * @param probability of a risk, 1 to 5
 * @param impact of a risk, or severity of an issue, 1 to 5
 * @param reason what was seen
 */
public record TurnBody(
        @NotNull(message = "{form.needed}") EntryKind kind,
        @Size(max = 200, message = "{form.long}") @Nullable String title,

        @Min(value = 1, message = "{form.range}") @Max(value = 5, message = "{form.range}") @Nullable
        Integer probability,

        @NotNull(message = "{form.needed}")
        @Min(value = 1, message = "{form.range}")
        @Max(value = 5, message = "{form.range}")
        @Nullable
        Integer impact,

        @NotBlank(message = "{form.needed}") @Size(max = 2000, message = "{form.long}")
        String reason) {
    public RiskService.Turn turn() {
        return turn(
                kind,
                title == null ? "" : title,
                probability == null ? 3 : probability,
                impact == null ? 3 : impact,
                reason);
    }

    /** @throws Refusal 400 when a figure is not 1 to 5 */
    static RiskService.Turn turn(EntryKind kind, String title, int probability, int impact, String reason) {
        if (probability < 1 || probability > 5 || impact < 1 || impact > 5) {
            throw Refusal.bad("problem.choice", probability + " × " + impact);
        }
        return new RiskService.Turn(kind, title, probability, impact, reason);
    }
}
