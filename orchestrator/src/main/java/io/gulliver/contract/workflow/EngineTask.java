package io.gulliver.contract.workflow;

import java.time.Instant;
import java.util.Comparator;

/**
 * Which workflow task of the engine writes. The engine gives a task out again once its worker did not answer in time; that
 * worker may still be at work, and nothing that it does from then on is in the engine's history.
 *
 * @param runStarted when the engine's run began, by the engine's clock; continue-as-new begins another one
 * @param history how many events the run's history had at the beginning of the task
 * @param at when the task began, by the engine's clock: tells two tries of one task apart
 */
public record EngineTask(Instant runStarted, long history, Instant at) {
    private static final Comparator<EngineTask> IN_RUN =
            Comparator.comparingLong(EngineTask::history).thenComparing(EngineTask::at);

    /** Whether the engine gave the other one, of the same run, out later, and so takes no answer of this one any more. */
    public boolean before(EngineTask other) {
        return IN_RUN.compare(this, other) < 0;
    }

    /** Whether the other one is of a later run. One that somebody reset began when the first one did: not later. */
    public boolean ofEarlierRun(EngineTask other) {
        return runStarted.isBefore(other.runStarted);
    }
}
