package io.gulliver.playbook;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One step of a playbook as it is written, with every default filled in. {@code docs/playbooks.md} explains the words.
 *
 * @param id unique in the playbook
 * @param from the fragment that it comes from, as {@code stages/discovery@v1}, or null
 * @param title one line for people
 * @param stage a label, not a barrier
 * @param phase where it lies relative to the outage
 * @param kind action, task, gate or wait
 * @param action name of the action (kind ACTION), else null
 * @param inputs constants and references, as written
 * @param outputs that a task's person gives, by name; an action's are in its declaration
 * @param needs ids of steps that must be done or skipped before
 * @param when condition, or null
 * @param forEach fan-out, or null
 * @param repeat cycle, or null
 * @param doneCheck how to see whether it is done when its job vanished, or null
 * @param rerun what a retry may do with half-done work
 * @param undo whether a roll back undoes it; the action can
 * @param observe how its rate and end are estimated, or null
 * @param callTimeout longest time of one call
 * @param stateTimeout how long a job is awaited before a person is asked, or null
 * @param retry attempts and pauses
 * @param notBefore planned time, or null
 * @param slots kinds of scarce things it takes, the action's included, sorted
 * @param hold what it stops until the step that releases it, or null
 * @param release what it lets go on that another step holds, or null
 * @param undoEstimate how long taking it back lasts, or null
 * @param side where it works
 * @param role whose queue a task, gate or a step that needs attention goes to
 * @param estimate typed estimate, or null
 * @param evidence what must be attached
 * @param closedBy kind of evidence of the database, as {@code discovery-spool}, that completes a task when it is taken; or
 *     null
 * @param criteria what must hold before a gate is approved without a waiver
 * @param lookAgain whether whoever decides a gate may have what it goes by looked at again
 * @param fourEyes two persons must approve
 * @param pointOfNoReturn once started, it cannot be backed out
 * @param purpose of the runs that have it, or null for all
 * @param instructions Markdown with references, or null
 */
public record Step(
        String id,
        @Nullable String from,
        String title,
        Stage stage,
        Phase phase,
        StepKind kind,
        @Nullable String action,
        Map<String, Object> inputs,
        SortedMap<String, ValueDeclaration> outputs,
        List<String> needs,
        @Nullable String when,
        @Nullable ForEach forEach,
        @Nullable Repeat repeat,
        @Nullable DoneCheck doneCheck,
        PlanStep.Rerun rerun,
        boolean undo,
        @Nullable Observe observe,
        Duration callTimeout,
        @Nullable Duration stateTimeout,
        Retry retry,
        @Nullable NotBefore notBefore,
        List<String> slots,
        @Nullable String hold,
        @Nullable String release,
        @Nullable Duration undoEstimate,
        Side side,
        String role,
        @Nullable Duration estimate,
        List<String> evidence,
        @Nullable String closedBy,
        List<Criterion> criteria,
        boolean lookAgain,
        boolean fourEyes,
        boolean pointOfNoReturn,
        @Nullable Purpose purpose,
        @Nullable String instructions) {

    /** Whether a run of that purpose has it. */
    public boolean in(Purpose run) {
        return purpose == null || purpose == run;
    }

    /** Where a step works. */
    public enum Side {
        SOURCE,
        TARGET,
        CONTROL
    }

    /**
     * One instance of the step for each item.
     *
     * @param in a reference to a list, the items of a fanned-out step, or a constant list of texts
     * @param maxParallel items that may run at once
     */
    public record ForEach(Object in, int maxParallel) {}

    /**
     * The step runs again and again.
     *
     * @param every pause between two runs
     * @param until condition that ends it, or null: then {@code max} runs are made
     * @param max runs at most
     */
    public record Repeat(Duration every, @Nullable String until, int max) {}

    /**
     * A read-only action whose output {@code done} tells.
     *
     * @param action its name
     * @param inputs constants and references
     */
    public record DoneCheck(String action, Map<String, Object> inputs) {
        public DoneCheck {
            inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        }
    }

    /**
     * How far a step is, and how fast.
     *
     * @param unit of total and rate, for example MB
     * @param total number or reference, or null
     * @param rate expected units a second, number or reference, or null
     */
    public record Observe(
            String unit, @Nullable Object total, @Nullable Object rate) {}

    /**
     * What happens with passing failures.
     *
     * @param attempts tries before the step needs attention
     * @param backoffCap longest pause between two tries
     */
    public record Retry(int attempts, Duration backoffCap) {}

    /**
     * One thing that a gate demands, judged by the machine.
     *
     * @param id unique in the gate
     * @param title what is wanted, for people
     * @param holds condition
     */
    public record Criterion(String id, String title, String holds) {}

    /**
     * A planned time: relative to T, the planned start of the outage, or fixed. Exactly one is there.
     *
     * @param offset from T, negative before it
     * @param fixed an instant
     */
    public record NotBefore(
            @Nullable Duration offset, @Nullable Instant fixed) {}

    public Step {
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        outputs = Collections.unmodifiableSortedMap(new TreeMap<>(outputs));
        needs = List.copyOf(needs);
        slots = List.copyOf(slots);
        evidence = List.copyOf(evidence);
        criteria = List.copyOf(criteria);
    }
}
