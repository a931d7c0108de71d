package io.gulliver.contract.workflow;

import io.gulliver.domain.migration.RunOutcome;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** One migration, for its whole life. */
@WorkflowInterface
public interface MigrationWorkflow {
    @WorkflowMethod(name = "Migration")
    RunOutcome run(MigrationInput input);

    /** Delivers a human command by its id; the workflow reads the row itself and refuses an unknown one. */
    @UpdateMethod
    CommandOutcome deliver(String commandId);

    /** A hint that steps may have got what they wait for: the workflow reads from the store which did. */
    @SignalMethod
    void granted();

    /** A hint that the dates of the plan moved: steps that wait for their time ask for it again. */
    @SignalMethod
    void replanned();

    /** The state as the engine sees it: for people when the store is down. */
    @QueryMethod
    MigrationState state();

    /** What the journal must hold by the engine's word: for the reconciler. */
    @QueryMethod
    JournalMark mark();
}
