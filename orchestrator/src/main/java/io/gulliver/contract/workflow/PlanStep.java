package io.gulliver.contract.workflow;

import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a compiled plan: ids, edges, kinds and limits, no prose and no templates.
 *
 * @param id unique in the playbook
 * @param kind action, task, gate or wait
 * @param action name of the action (kind ACTION), else null
 * @param needs ids of the steps that must be done or skipped before
 * @param outputsFrom ids of the steps whose outputs this one's inputs or condition name; each is an ancestor
 * @param conditional has a {@code when}
 * @param fanOut has a {@code forEach}
 * @param maxParallel items of a fan-out that may run at once; 1 or more
 * @param repeat the cycle of a repeating step, or null
 * @param mutating the action changes the outside world
 * @param detached the action starts a remote job that is then awaited
 * @param queue kind of queue the action's calls go to: {@code control}, {@code device} or {@code host}
 * @param zone zone of the queue
 * @param undoable the action declares an undo that this step uses
 * @param rerun what a retry does with the half-done work before it runs again
 * @param callTimeoutSeconds start-to-close of one call, 1 or more
 * @param attempts tries of a transient failure before the step parks, 1 or more
 * @param backoffCapSeconds longest pause between two tries
 * @param notBefore an instant by name or offset is resolved by prepare; true when the step has one
 * @param slots kinds of scarce things it takes, in one order for all steps
 * @param role whose queue a task or gate (or the parked step) goes to
 * @param fourEyes a gate that two persons must approve
 * @param pointOfNoReturn once started, roll back is refused
 * @param estimateSeconds typed estimate or null
 * @param stateTimeoutSeconds how long a job is awaited before a person is asked, or null for as long as it takes
 * @param again of a gate: steps before it that only look and are looked at again where a person asks for it, in their order;
 *     empty in plans of older playbooks
 */
public record PlanStep(
        String id,
        Stage stage,
        Phase phase,
        StepKind kind,
        @Nullable String action,
        List<String> needs,
        List<String> outputsFrom,
        boolean conditional,
        boolean fanOut,
        int maxParallel,
        @Nullable Repeat repeat,
        boolean mutating,
        boolean detached,
        String queue,
        String zone,
        boolean undoable,
        Rerun rerun,
        int callTimeoutSeconds,
        int attempts,
        int backoffCapSeconds,
        boolean notBefore,
        List<String> slots,
        String role,
        boolean fourEyes,
        boolean pointOfNoReturn,
        @Nullable Integer estimateSeconds,
        @Nullable Integer stateTimeoutSeconds,
        List<String> again) {

    /** What a retry may do with work of which the end is not known. */
    public enum Rerun {
        /** The action looks before it acts; run it again. */
        SAFE,
        /** Undo first, then run again. */
        AFTER_UNDO,
        /** Never by itself, not even for a transient failure: park at once. */
        NEVER
    }

    /**
     * A repeating step.
     *
     * @param everySeconds pause between two runs
     * @param max runs at most, 1 or more; reaching it without the condition parks the step
     * @param until whether a condition ends the repeats (evaluated by prepare after each run); else max runs are made
     */
    public record Repeat(int everySeconds, int max, boolean until) {}

    public PlanStep {
        needs = List.copyOf(needs);
        outputsFrom = List.copyOf(outputsFrom);
        slots = List.copyOf(slots);
        again = again == null ? List.of() : List.copyOf(again);
    }

    /** The same gate with what is looked at again before it. */
    public PlanStep looksAgain(List<String> steps) {
        return new PlanStep(
                id,
                stage,
                phase,
                kind,
                action,
                needs,
                outputsFrom,
                conditional,
                fanOut,
                maxParallel,
                repeat,
                mutating,
                detached,
                queue,
                zone,
                undoable,
                rerun,
                callTimeoutSeconds,
                attempts,
                backoffCapSeconds,
                notBefore,
                slots,
                role,
                fourEyes,
                pointOfNoReturn,
                estimateSeconds,
                stateTimeoutSeconds,
                steps);
    }
}
