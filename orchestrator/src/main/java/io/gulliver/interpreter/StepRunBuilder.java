package io.gulliver.interpreter;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.FailureKind;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A step run while one event is applied to it: the same fields, open for change, with the step of the plan that it runs. */
final class StepRunBuilder {
    final PlanStep step;
    final StepKey key;
    StepState state;
    int attempt;
    int iteration;
    int round;
    int failures;
    long order;
    Map<String, Object> inputs;
    Map<String, Object> outputs;

    @Nullable
    List<String> items;

    @Nullable
    String job;

    @Nullable
    StepFailure failure;

    @Nullable
    String reason;

    @Nullable
    Progress progress;

    @Nullable
    Instant wakeAt;

    @Nullable
    Instant startedAt;

    @Nullable
    Instant endedAt;

    @Nullable
    Instant waitedSince;

    long waitedSeconds;
    long factsVersion;
    int losses;

    @Nullable
    Boolean slotsHeld;

    @Nullable
    Instant awaitUntil;

    @Nullable
    Instant plannedAt;

    StepRunBuilder(PlanStep step, StepRun run) {
        this.step = step;
        key = run.key();
        state = run.state();
        attempt = run.attempt();
        iteration = run.iteration();
        round = run.round();
        failures = run.failures();
        order = run.order();
        inputs = run.inputs();
        outputs = run.outputs();
        items = run.items();
        job = run.job();
        failure = run.failure();
        reason = run.reason();
        progress = run.progress();
        wakeAt = run.wakeAt();
        startedAt = run.startedAt();
        endedAt = run.endedAt();
        waitedSince = run.waitedSince();
        waitedSeconds = run.waitedSeconds();
        factsVersion = run.factsVersion();
        losses = run.losses();
        slotsHeld = run.slotsHeld();
        awaitUntil = run.awaitUntil();
        plannedAt = run.plannedAt();
    }

    /** Whether its slots are known to be its own. */
    boolean holdsSlots() {
        return Boolean.TRUE.equals(slotsHeld);
    }

    /** Tries and losses are counted anew: something answered, or a person ordered it. */
    void countAnew() {
        failures = 0;
        losses = 0;
    }

    /** Forgets how it ended, so that it runs once more as a round of its own; for steps that change nothing. */
    void anew() {
        round++;
        outputs = Collections.emptyMap();
        job = null;
        failure = null;
        reason = null;
        progress = null;
        startedAt = null;
        endedAt = null;
        awaitUntil = null;
        countAnew();
    }

    boolean worksInOutage() {
        return step.phase() == Phase.OUTAGE && (step.kind() == StepKind.ACTION || step.kind() == StepKind.TASK);
    }

    /** Whether a call that does or undoes the step's work is under way, as far as is known. */
    boolean calling() {
        return state == StepState.RUNNING || callRunsOn();
    }

    /** Whether a person was asked about a call that was told to stop and works on. */
    boolean callRunsOn() {
        return state == StepState.PARKED && failure != null && failure.code().equals(FailureCode.CALL_RUNS_ON.name());
    }

    /** Whether a remote job of the step may run: one was begun, and nothing said that it ended. */
    boolean mayHaveJob() {
        return step.detached() && attempt > 0 && !endedOrNeverBegan();
    }

    /** Whether the last failure says that the job has ended, or that it was refused before it began. */
    boolean endedOrNeverBegan() {
        return failure != null
                && (failure.code().equals(FailureCode.JOB_FAILED.name())
                        || failure.code().equals(FailureCode.JOB_VANISHED.name())
                        || failure.kind() == FailureKind.REQUEST && job == null);
    }

    StepRun freeze() {
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
                wakeAt,
                startedAt,
                endedAt,
                waitedSince,
                waitedSeconds,
                factsVersion,
                losses,
                slotsHeld,
                awaitUntil,
                plannedAt);
    }
}
