package io.gulliver.contract.workflow;

import java.util.List;

/**
 * The whole state of a run: carried over continue-as-new, and read back from the journal when an engine is lost.
 *
 * @param control the run as a whole
 * @param steps every step and fan-out item that exists, in plan order, items behind their step
 */
public record MigrationState(RunControl control, List<StepRun> steps) {
    public MigrationState {
        steps = List.copyOf(steps);
    }
}
