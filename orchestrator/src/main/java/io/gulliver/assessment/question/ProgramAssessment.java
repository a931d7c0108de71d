package io.gulliver.assessment.question;

import io.gulliver.assessment.cost.Range;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The five questions about all databases of a program.
 *
 * @param program its key
 * @param at moment of the answers
 * @param answers to the five questions
 * @param databases one row each, by name
 */
public record ProgramAssessment(String program, Instant at, List<Answer> answers, List<Row> databases) {
    public ProgramAssessment {
        answers = List.copyOf(answers);
        databases = List.copyOf(databases);
    }

    /**
     * One database.
     *
     * @param database its name
     * @param canBeDone verdict of the first question
     * @param method to take, or null
     * @param outageSeconds likely, or null
     * @param ifls wanted, or null while not sized
     * @param completenessPercent how much is known
     * @param cost of what is priced, or null
     * @param costComplete whether everything is priced
     * @param missing how many things are missing
     */
    public record Row(
            String database,
            String canBeDone,
            @Nullable String method,
            @Nullable Long outageSeconds,
            @Nullable Double ifls,
            int completenessPercent,
            @Nullable Range cost,
            boolean costComplete,
            int missing) {}
}
