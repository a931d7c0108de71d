package io.gulliver.interpreter;

import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A step run while one event is applied to it: the same fields, open for change. */
final class StepDraft {
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

    StepDraft(StepRun run) {
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
