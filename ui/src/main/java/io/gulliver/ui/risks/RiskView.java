package io.gulliver.ui.risks;

import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One risk of the register.
 *
 * @param id its key: {@code R-07}
 * @param title what may happen, in one line
 * @param cause why
 * @param effect what it would do
 * @param probability 1 to 5
 * @param impact 1 to 5
 * @param owner who answers for it, or empty
 * @param response reduce, accept, transfer, avoid, decide
 * @param action what is done about it, or empty
 * @param due until when, or null
 * @param indicator early sign that is watched, or empty
 * @param state proposed, open, closed
 * @param databases that it concerns
 * @param raisedBy person or rule
 * @param raisedAt when
 * @param scores over time, oldest first
 * @param version counts edits from 1
 * @param changedBy who made the last edit
 * @param changedAt when
 */
public record RiskView(
        String id,
        String title,
        String cause,
        String effect,
        int probability,
        int impact,
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
        Instant changedAt) {
    public RiskView {
        databases = List.copyOf(databases);
        scores = List.copyOf(scores);
    }

    /** Probability times impact, 1 to 25. */
    public int score() {
        return probability * impact;
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
