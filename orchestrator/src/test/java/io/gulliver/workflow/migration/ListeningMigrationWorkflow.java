package io.gulliver.workflow.migration;

import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.interpreter.Event;
import io.gulliver.interpreter.Transition;
import io.gulliver.interpreter.Transitions;
import io.temporal.workflow.WorkflowInit;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/** The workflow itself, which notes the transitions that a replay takes. */
public final class ListeningMigrationWorkflow extends MigrationWorkflowImpl {
    static final Set<String> SEEN = new ConcurrentSkipListSet<>();

    @WorkflowInit
    public ListeningMigrationWorkflow(MigrationInput input) {
        super(input);
    }

    @Override
    void applied(MigrationState before, Event event, Transition transition) {
        Transitions.name(before, event, transition).ifPresent(SEEN::add);
    }
}
