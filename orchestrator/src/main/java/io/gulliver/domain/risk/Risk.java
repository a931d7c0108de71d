package io.gulliver.domain.risk;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that may go wrong, who answers for it, and what is done about it.
 *
 * @param program the program's key
 * @param number counts a program's risks from 1; pages say {@code R-07}
 * @param event what may happen, in one line
 * @param cause why
 * @param effect what it would do
 * @param probability 1 to 5
 * @param impact 1 to 5
 * @param owner who answers for it, or null
 * @param response what kind of answer
 * @param action what is done about it, or empty
 * @param due until when, or null
 * @param indicator early sign that is watched, or empty
 * @param state proposed, open, closed
 * @param databases that it concerns, in order; empty when it concerns the program
 * @param rule that raised it and closes it again, or null when a person did
 * @param ruleCause the cause within that rule: one risk for each; or null
 * @param raisedBy person or rule
 * @param raisedAt when
 * @param closedAt when, or null
 * @param scores over time, oldest first, never empty
 * @param version counts edits from 1
 * @param changedBy who made the last edit
 * @param changedAt when
 */
public record Risk(
        String program,
        int number,
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
        List<String> databases,
        @Nullable String rule,
        @Nullable String ruleCause,
        String raisedBy,
        Instant raisedAt,
        @Nullable Instant closedAt,
        List<RiskScore> scores,
        long version,
        String changedBy,
        Instant changedAt) {
    public Risk {
        databases = List.copyOf(databases);
        scores = List.copyOf(scores);
    }

    /** As pages name it: {@code R-07}. */
    public String key() {
        return key(number);
    }

    public static String key(int number) {
        return number < 10 ? "R-0" + number : "R-" + number;
    }

    /** Probability times impact, 1 to 25. */
    public int score() {
        return probability * impact;
    }

    public RiskBand band() {
        return RiskBand.of(score());
    }
}
