package io.gulliver.contract.workflow;

import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.Stage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is true of a run as a whole, beside its steps.
 *
 * @param generation of the engine run; a resume has the next one
 * @param seq number of the last journaled event
 * @param interpreterVersion changes only at continue-as-new
 * @param mode running, pausing …
 * @param outcome how it ended, or null
 * @param reason of the last pause, abort or roll back, or null
 * @param pauseAfterStage no step of a later stage starts, or null
 * @param pauseAfterStep no step starts that is not this one or its ancestor, or null
 * @param pauseNow no step starts at all
 * @param pastPointOfNoReturn a step marked so has started: roll back is refused
 * @param evaluateOnly every step is evaluated, none is run
 * @param recentCommands ids of the last human commands applied or refused, newest last, at most 500
 */
public record RunControl(
        int generation,
        long seq,
        int interpreterVersion,
        RunMode mode,
        @Nullable RunOutcome outcome,
        @Nullable String reason,
        @Nullable Stage pauseAfterStage,
        @Nullable String pauseAfterStep,
        boolean pauseNow,
        boolean pastPointOfNoReturn,
        boolean evaluateOnly,
        List<String> recentCommands) {
    public RunControl {
        recentCommands = recentCommands == null ? List.of() : List.copyOf(recentCommands);
    }
}
