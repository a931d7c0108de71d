package io.gulliver.assessment.question;

import io.gulliver.assessment.cost.CostEstimate;
import io.gulliver.domain.plan.Headline;
import io.gulliver.planning.sizing.GuestMemory;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
 * @param headline the figures by which people speak of it, or null where only the questions were asked
 * @param memory of its guest, or null while it is not sized
 */
public record DatabaseAssessment(
        String database,
        Instant at,
        long factsVersion,
        int completenessPercent,
        List<Answer> answers,
        CostEstimate cost,
        EvidenceSpan evidence,
        @Nullable Headline headline,
        @Nullable GuestMemory memory) {
    public DatabaseAssessment {
        answers = List.copyOf(answers);
    }

    /** The questions alone. */
    public DatabaseAssessment(
            String database,
            Instant at,
            long factsVersion,
            int completenessPercent,
            List<Answer> answers,
            CostEstimate cost,
            EvidenceSpan evidence) {
        this(database, at, factsVersion, completenessPercent, answers, cost, evidence, null, null);
    }

    /** The same with the headline figures. */
    public DatabaseAssessment with(@Nullable Headline headline, @Nullable GuestMemory memory) {
        return new DatabaseAssessment(
                database, at, factsVersion, completenessPercent, answers, cost, evidence, headline, memory);
    }
}
