package io.gulliver.domain.risk;

import java.time.LocalDate;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a person or a rule says of a risk.
 *
 * @param event what may happen, in one line, 1 to 400 characters
 * @param cause why, or empty
 * @param effect what it would do, or empty
 * @param probability 1 to 5
 * @param impact 1 to 5
 * @param owner who answers for it, or null
 * @param response what kind of answer
 * @param action what is done about it, or empty
 * @param due until when, or null
 * @param indicator early sign, or empty
 * @param state proposed, open, closed
 * @param databases that it concerns; kept in order, each once
 */
public record RiskStatement(
        String event,
        String cause,
        String effect,
        int probability,
        int impact,
        @Nullable String owner,
        RiskResponse response,
        String action,
        @Nullable LocalDate due,
        String indicator,
        RiskState state,
        List<String> databases) {
    public RiskStatement {
        if (event.isBlank() || event.length() > 400) {
            throw new IllegalArgumentException(
                    "A risk needs one line of 1 to 400 characters that says what may happen");
        }
        if (probability < 1 || probability > 5 || impact < 1 || impact > 5) {
            throw new IllegalArgumentException("Risk '" + event + "': probability " + probability + " and impact "
                    + impact + ", wanted 1 to 5 each");
        }
        databases = List.copyOf(new TreeSet<>(databases));
    }

    /** The same of other databases. */
    public RiskStatement of(List<String> others) {
        return new RiskStatement(
                event, cause, effect, probability, impact, owner, response, action, due, indicator, state, others);
    }
}
