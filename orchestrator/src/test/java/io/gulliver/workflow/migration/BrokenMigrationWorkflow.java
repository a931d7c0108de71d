package io.gulliver.workflow.migration;

import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.interpreter.Event;
import io.gulliver.interpreter.Transition;
import io.temporal.workflow.Async;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.time.Duration;

/** The workflow with the kind of mistake that a replay must catch: a timer that running migrations do not have. */
public final class BrokenMigrationWorkflow extends MigrationWorkflowImpl {
    @WorkflowInit
    public BrokenMigrationWorkflow(MigrationInput input) {
        super(input);
    }

    @Override
    void applied(MigrationState before, Event event, Transition transition) {
        if (event instanceof Event.Prepared) {
            Async.procedure(() -> Workflow.sleep(Duration.ofSeconds(1)));
        }
    }
}
