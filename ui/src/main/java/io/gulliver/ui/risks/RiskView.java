package io.gulliver.ui.risks;

import io.gulliver.domain.risk.EntryKind;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the register: a risk, an assumption, an issue or a decision.
 *
 * @param id its key: {@code R-07}, {@code A-08}, {@code I-09}, {@code D-10}
 * @param title what may happen, in one line
 * @param cause why
 * @param effect what it would do
 * @param probability 1 to 5 of a risk, null of other kinds
 * @param impact 1 to 5 of a risk, null of other kinds
 * @param owner who answers for it, or empty
 * @param response reduce, accept, transfer, avoid, decide
 * @param action what is done about it, or empty
 * @param due until when, or null
 * @param indicator early sign that is watched, or empty
 * @param state proposed, open, closed, rejected
 * @param databases that it concerns
 * @param raisedBy person or rule
 * @param raisedAt when
 * @param scores over time, oldest first
 * @param version counts edits from 1
 * @param changedBy who made the last edit
 * @param changedAt when
 * @param kind of entry
 * @param severity of an issue, 1 to 5; null of other kinds
 * @param ifFalse of an assumption: what happens when it proves false
 * @param decider of a decision: who decides, or null
 * @param options of a decision: between what
 * @param decision what was decided
 * @param outcome how it ended, and why; of a rejected one, why it was
 * @param evidence SHA-256 of the evidence that it was seen in, or null
 * @param rule that raised it, or null when a person did
 * @param finding what the rule found, or null
 * @param cameFrom key of the entry that became this one, or null
 * @param became keys of the entries that this one became
 */
public record RiskView(
        String id,
        String title,
        String cause,
        String effect,
        @Nullable Integer probability,
        @Nullable Integer impact,
        String owner,
        RiskResponse response,
        String action,
        @Nullable LocalDate due,
        String indicator,
        RiskState state,
        List<String> databases,
        String raisedBy,
        Instant raisedAt,
        List<Integer> scores,
        long version,
        String changedBy,
        Instant changedAt,
        EntryKind kind,
        @Nullable Integer severity,
        String ifFalse,
        @Nullable String decider,
        String options,
        String decision,
        String outcome,
        @Nullable String evidence,
        @Nullable String rule,
        @Nullable String finding,
        @Nullable String cameFrom,
        List<String> became) {
    public RiskView {
        databases = List.copyOf(databases);
        scores = List.copyOf(scores);
        became = List.copyOf(became);
    }

    /** Probability times impact, 1 to 25; 0 of what is no risk. */
    public int score() {
        return probability == null || impact == null ? 0 : probability * impact;
    }

    /** Past its day and not over. */
    public boolean late(LocalDate today) {
        return due != null && due.isBefore(today) && !state.over();
    }

    /** {@code high} from 15, {@code mid} from 8, else {@code low}. */
    public String band() {
        return band(score());
    }

    static String band(int score) {
        return score >= 15 ? "high" : score >= 8 ? "mid" : "low";
    }

    /** Points of the small line of scores, for a box of 52 by 22. */
    public String spark() {
        List<Integer> shown = scores.size() < 2 ? List.of(score(), score()) : scores;
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < shown.size(); i++) {
            points.append(i == 0 ? "" : " ")
                    .append(String.format(
                            java.util.Locale.ROOT,
                            "%.1f,%.1f",
                            4 + 44.0 * i / (shown.size() - 1),
                            20 - 17.0 * shown.get(i) / 25));
        }
        return points.toString();
    }
}
