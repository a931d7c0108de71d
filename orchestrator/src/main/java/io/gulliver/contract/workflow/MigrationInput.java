package io.gulliver.contract.workflow;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a migration's workflow starts with. Small: everything else is read through local activities.
 *
 * @param migration the run
 * @param program the program's key
 * @param database the source database's name in the program
 * @param purpose rehearsal or production
 * @param generation of this engine run, 1 for the first
 * @param playbookHash the compiled plan is read by it
 * @param interpreterVersion the rules that this run follows until it continues as new
 * @param evaluateOnly evaluate every step, run none
 * @param pauseAfterStage from the start, or null
 * @param pauseAfterStep from the start, or null
 * @param resume read the state back from the journal first (a fresh engine)
 * @param carried state of the run before continue-as-new, or null
 * @param continueAfter continue as new after so many interpreter events; null: when the server suggests it
 * @param carriedHash the carried state lies in the store under this hash because it is large, or null
 * @param unwritten what the run before continue-as-new journaled and the store could not take, or null
 * @param actsFrom no call that may act begins before, or null
 */
public record MigrationInput(
        MigrationId migration,
        String program,
        String database,
        Purpose purpose,
        int generation,
        String playbookHash,
        int interpreterVersion,
        boolean evaluateOnly,
        @Nullable Stage pauseAfterStage,
        @Nullable String pauseAfterStep,
        boolean resume,
        @Nullable Integer continueAfter,
        @Nullable MigrationState carried,
        @Nullable String carriedHash,
        @Nullable List<JournalEntry> unwritten,
        @Nullable Instant actsFrom) {
    public MigrationInput {
        unwritten = unwritten == null ? null : List.copyOf(unwritten);
    }

    /** The input of a first run. */
    public MigrationInput(
            MigrationId migration,
            String program,
            String database,
            Purpose purpose,
            int generation,
            String playbookHash,
            int interpreterVersion,
            boolean evaluateOnly,
            @Nullable Stage pauseAfterStage,
            @Nullable String pauseAfterStep,
            boolean resume,
            @Nullable Integer continueAfter,
            @Nullable MigrationState carried,
            @Nullable String carriedHash) {
        this(
                migration,
                program,
                database,
                purpose,
                generation,
                playbookHash,
                interpreterVersion,
                evaluateOnly,
                pauseAfterStage,
                pauseAfterStep,
                resume,
                continueAfter,
                carried,
                carriedHash,
                null,
                null);
    }

    /** The input of the run that follows this one by continue-as-new, and from then on these rules. */
    public MigrationInput carrying(
            int rules, @Nullable MigrationState state, @Nullable String hash, List<JournalEntry> waiting) {
        return new MigrationInput(
                migration,
                program,
                database,
                purpose,
                generation,
                playbookHash,
                rules,
                evaluateOnly,
                pauseAfterStage,
                pauseAfterStep,
                false,
                continueAfter,
                state,
                hash,
                waiting.isEmpty() ? null : waiting,
                actsFrom);
    }
}
