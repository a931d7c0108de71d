package io.gulliver.assessment.question;

import io.gulliver.assessment.cost.CostEstimate;
import io.gulliver.assessment.cost.Range;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The five questions about all databases of a program.
 *
 * @param program its key
 * @param title of it
 * @param at moment of the answers
 * @param evidence from when to when it was true
 * @param answers to the five questions
 * @param cost of all together, line by line: what databases share counts once
 * @param lacks what is missing, of the most databases first
 * @param databases one row each, by name
 */
public record ProgramAssessment(
        String program,
        String title,
        Instant at,
        EvidenceSpan evidence,
        List<Answer> answers,
        CostEstimate cost,
        List<Lack> lacks,
        List<Row> databases) {
    public ProgramAssessment {
        answers = List.copyOf(answers);
        lacks = List.copyOf(lacks);
        databases = List.copyOf(databases);
    }

    /**
     * Something that sizing, method or plan need and nobody gave.
     *
     * @param what it is
     * @param how to get it
     * @param count of databases that lack it
     * @param databases the first of these, by name
     */
    public record Lack(String what, String how, int count, List<String> databases) {
        public Lack {
            databases = List.copyOf(databases);
        }
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
     * @param cost of what is priced, of this database by itself, or null
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
