package io.gulliver.assessment.question;

import io.gulliver.assessment.cost.CostEstimate;
import io.gulliver.assessment.cost.Range;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.planning.sizing.GuestMemory;
import java.time.Duration;
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
 * @param openRisks how many risks of the program are open
 */
public record ProgramAssessment(
        String program,
        String title,
        Instant at,
        EvidenceSpan evidence,
        List<Answer> answers,
        CostEstimate cost,
        List<Lack> lacks,
        List<Row> databases,
        int openRisks) {
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
     * @param outageSeconds likely by sizes and rates, or null
     * @param ifls wanted, or null while not sized
     * @param completenessPercent how much is known
     * @param cost of what is priced, of this database by itself, or null
     * @param costComplete whether everything is priced
     * @param gigabytes used size, or null while nobody said it
     * @param windowSeconds agreed outage, or null
     * @param memoryMb of its guest, or null while it is not sized
     * @param openRisks how many risks of it are open
     * @param missing needs of sizing, method and plan that no fact meets
     * @param outages predicted, rehearsed, running and actual, beside the agreed window
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
            int missing,
            @Nullable Double gigabytes,
            @Nullable Long windowSeconds,
            @Nullable Double memoryMb,
            int openRisks,
            OutageFigures outages) {
        /** What the five questions tell of a database. */
        public Row(
                String database,
                String canBeDone,
                @Nullable String method,
                @Nullable Long outageSeconds,
                @Nullable Double ifls,
                int completenessPercent,
                @Nullable Range cost,
                boolean costComplete,
                int missing) {
            this(
                    database,
                    canBeDone,
                    method,
                    outageSeconds,
                    ifls,
                    completenessPercent,
                    cost,
                    costComplete,
                    missing,
                    null,
                    null,
                    null,
                    0,
                    OutageFigures.NONE);
        }

        /** The same with the headline figures. */
        public Row with(@Nullable Headline headline, @Nullable GuestMemory memory) {
            OutageFigures outages = headline == null ? OutageFigures.NONE : headline.outages();
            Duration window = outages.window();
            return new Row(
                    database,
                    canBeDone,
                    method,
                    outageSeconds,
                    ifls,
                    completenessPercent,
                    cost,
                    costComplete,
                    missing,
                    headline == null ? null : headline.gigabytes(),
                    window == null ? null : (Long) window.toSeconds(),
                    memory == null ? null : (Double) memory.megabytes(),
                    headline == null ? 0 : headline.openRisks(),
                    outages);
        }
    }
}
