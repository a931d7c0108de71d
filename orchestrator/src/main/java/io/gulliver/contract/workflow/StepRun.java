package io.gulliver.contract.workflow;

import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.program.ProgramClock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of one step (or fan-out item) of a run: enough to show it, to resume it on another engine, and to
 * undo it. The journal keeps a snapshot at each change; the newest is the step's row.
 *
 * @param key names it
 * @param state where it stands
 * @param attempt of the current or last call, 0 before the first
 * @param iteration of a repeating step, from 1; 1 for all others
 * @param round of work, from 1: each repeat, and each retry that a person orders after work ended badly, is a new act under
 *     a new remote name; a repeated call within a round looks for what the earlier one did
 * @param failures transient failures since the last success or human retry (worker losses do not count)
 * @param order sequence number at which its first mutating call was journaled, for undoing newest first; 0 if none
 * @param inputs as resolved, captured before the act
 * @param outputs as the action answered
 * @param items of a fan-out, in order; null before they are resolved
 * @param job name of its remote job, or null
 * @param failure the last failure, or null after success
 * @param reason why it was skipped, or the words of the person who completed it
 * @param progress of a running job, or null
 * @param wakeAt when a wait or back-off ends; an instant, so that it survives the engine
 * @param startedAt first start of work
 * @param endedAt end of work
 * @param waitedSince since when it waits for a person, a slot or a time; null otherwise
 * @param waitedSeconds waited so far for people and slots: kept apart from time worked
 * @param factsVersion the facts its condition and inputs were resolved against
 * @param losses workers lost in a row since the last answer, other failure or human retry
 * @param slotsHeld true while its slots are its own, also while it is parked and its job may run; false while it waits for
 *     them and is to be prepared again once it has them, because its outage begins with it; null otherwise, and always
 *     under interpreter version 1
 * @param awaitUntil when a person is asked about a job that still runs by then; null before a job, without a limit, and
 *     always under interpreter version 1
 * @param plannedAt the planned time that it waits for, by the program's calendar where that is not the wall clock: its
 *     {@code wakeAt} is when to look again; null otherwise
 */
public record StepRun(
        StepKey key,
        StepState state,
        int attempt,
        int iteration,
        int round,
        int failures,
        long order,
        Map<String, Object> inputs,
        Map<String, Object> outputs,
        @Nullable List<String> items,
        @Nullable String job,
        @Nullable StepFailure failure,
        @Nullable String reason,
        @Nullable Progress progress,
        @Nullable Instant wakeAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Instant waitedSince,
        long waitedSeconds,
        long factsVersion,
        int losses,
        @Nullable Boolean slotsHeld,
        @Nullable Instant awaitUntil,
        @Nullable Instant plannedAt) {
    /** The input under which a task or gate finds its rendered instructions. */
    public static final String INSTRUCTIONS = "instructions";

    public StepRun {
        inputs = inputs == null ? Map.of() : inputs;
        outputs = outputs == null ? Map.of() : outputs;
    }

    /** Of a step that waits for no time of a program's own calendar. */
    public StepRun(
            StepKey key,
            StepState state,
            int attempt,
            int iteration,
            int round,
            int failures,
            long order,
            Map<String, Object> inputs,
            Map<String, Object> outputs,
            @Nullable List<String> items,
            @Nullable String job,
            @Nullable StepFailure failure,
            @Nullable String reason,
            @Nullable Progress progress,
            @Nullable Instant wakeAt,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable Instant waitedSince,
            long waitedSeconds,
            long factsVersion,
            int losses,
            @Nullable Boolean slotsHeld,
            @Nullable Instant awaitUntil) {
        this(
                key,
                state,
                attempt,
                iteration,
                round,
                failures,
                order,
                inputs,
                outputs,
                items,
                job,
                failure,
                reason,
                progress,
                wakeAt,
                startedAt,
                endedAt,
                waitedSince,
                waitedSeconds,
                factsVersion,
                losses,
                slotsHeld,
                awaitUntil,
                null);
    }

    /**
     * The same as its program's calendar says it: for people, never to go on with.
     *
     * @param waited seconds by that calendar
     */
    public StepRun on(ProgramClock clock, long waited) {
        if (clock.real()) {
            return this;
        }
        return new StepRun(
                key,
                state,
                attempt,
                iteration,
                round,
                failures,
                order,
                inputs,
                outputs,
                items,
                job,
                failure,
                reason,
                progress,
                plannedAt != null ? plannedAt : clock.programOrNull(wakeAt),
                clock.programOrNull(startedAt),
                clock.programOrNull(endedAt),
                clock.programOrNull(waitedSince),
                waited,
                factsVersion,
                losses,
                slotsHeld,
                clock.programOrNull(awaitUntil),
                plannedAt);
    }

    public static StepRun pending(StepKey key) {
        return new StepRun(
                key,
                StepState.PENDING,
                0,
                1,
                1,
                0,
                0,
                Map.of(),
                Map.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                0,
                0,
                0,
                null,
                null);
    }
}
