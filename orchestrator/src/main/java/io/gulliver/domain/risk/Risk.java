package io.gulliver.domain.risk;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the register: something that may go wrong, is taken for true, has gone wrong or is to be decided, who answers
 * for it, and what is done about it.
 *
 * @param program the program's key
 * @param number counts a program's entries of all kinds from 1; pages say {@code R-07}
 * @param event what may happen, in one line
 * @param cause why
 * @param effect what it would do
 * @param probability 1 to 5 of a risk; 0 of other kinds
 * @param impact 1 to 5 of a risk; 0 of other kinds
 * @param owner who answers for it, or null
 * @param response what kind of answer
 * @param action what is done about it, or empty
 * @param due until when, or null
 * @param indicator early sign that is watched, or empty
 * @param state proposed, open, closed, rejected
 * @param databases that it concerns, in order; empty when it concerns the program
 * @param rule that raised it and closes it again, or null when a person did
 * @param ruleCause the cause within that rule: one risk for each; or null
 * @param raisedBy person or rule
 * @param raisedAt when
 * @param closedAt when it was closed or rejected, or null
 * @param scores over time, oldest first, of a risk never empty
 * @param version counts edits from 1
 * @param changedBy who made the last edit
 * @param changedAt when
 * @param details what only its kind has
 * @param outcome how it ended, and why, or empty
 * @param evidence SHA-256 of the evidence that it was seen in, or null
 * @param cameFrom key of the entry that became this one, or null
 * @param became keys of the entries that this one became, in order
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
        Instant changedAt,
        EntryDetails details,
        String outcome,
        @Nullable String evidence,
        @Nullable String cameFrom,
        List<String> became) {
    public Risk {
        databases = List.copyOf(databases);
        scores = List.copyOf(scores);
        became = List.copyOf(became);
    }

    /** As pages name it: {@code R-07}. */
    public String key() {
        return details.kind().key(number);
    }

    public EntryKind kind() {
        return details.kind();
    }

    /** Probability times impact, 1 to 25; 0 of other kinds. */
    public int score() {
        return probability * impact;
    }

    public RiskBand band() {
        return RiskBand.of(score());
    }

    /** What was said of it last. */
    public RiskStatement statement() {
        return new RiskStatement(
                event,
                cause,
                effect,
                probability,
                impact,
                owner,
                response,
                action,
                due,
                indicator,
                state,
                databases,
                details,
                outcome,
                evidence);
    }
}
