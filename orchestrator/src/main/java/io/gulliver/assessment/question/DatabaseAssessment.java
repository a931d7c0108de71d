package io.gulliver.assessment.question;

import io.gulliver.assessment.cost.CostEstimate;
import java.time.Instant;
import java.util.List;

/**
 * The five questions about one database.
 *
 * @param database its name
 * @param at moment of the answers
 * @param factsVersion of the collected facts
 * @param completenessPercent how much of what they need is known
 * @param answers can it be done, how, what does it cost, how long does it take, what are the risks
 * @param cost line by line
 * @param evidence from when to when it was true
 */
public record DatabaseAssessment(
        String database,
        Instant at,
        long factsVersion,
        int completenessPercent,
        List<Answer> answers,
        CostEstimate cost,
        EvidenceSpan evidence) {
    public DatabaseAssessment {
        answers = List.copyOf(answers);
    }
}
