package io.gulliver.persistence.view;

import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.plan.StageStatus;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns the states of a stage's steps into the one word, count and time that its cell shows. */
final class StageReading {
    private final Map<StageStatus, Integer> counts = new EnumMap<>(StageStatus.class);
    private final Map<StageStatus, Instant> since = new EnumMap<>(StageStatus.class);
    private int total;
    private @Nullable Instant firstStart;
    private @Nullable Instant lastEnd;

    /**
     * Adds the steps of one state.
     *
     * @param started earliest start among them, or null
     * @param ended latest end among them, or null
     * @param waited earliest moment since when one of them waits, or null
     */
    void add(StepState state, int steps, @Nullable Instant started, @Nullable Instant ended, @Nullable Instant waited) {
        StageStatus status = of(state);
        counts.merge(status, steps, Integer::sum);
        total += steps;
        Instant moment = status == StageStatus.DONE || status == StageStatus.SKIPPED || status == StageStatus.ROLLED
                ? ended
                : waited != null ? waited : started;
        if (moment != null) {
            boolean latest = status == StageStatus.DONE || status == StageStatus.SKIPPED;
            since.merge(status, moment, (a, b) -> a.isAfter(b) == latest ? a : b);
        }
        if (started != null && (firstStart == null || started.isBefore(firstStart))) {
            firstStart = started;
        }
        if (ended != null && (lastEnd == null || ended.isAfter(lastEnd))) {
            lastEnd = ended;
        }
    }

    private static StageStatus of(StepState state) {
        return switch (state) {
            case PENDING -> StageStatus.NONE;
            case PREPARING, WAITING_TIME -> StageStatus.READY;
            case WAITING_SLOT -> StageStatus.BLOCKED;
            case WAITING_PERSON -> StageStatus.WAITING;
            case FANNED_OUT, RUNNING, AWAITING, BACKING_OFF, STOPPING, UNDOING -> StageStatus.RUNNING;
            case PARKED, UNDO_PARKED -> StageStatus.FAILED;
            case DONE -> StageStatus.DONE;
            case SKIPPED -> StageStatus.SKIPPED;
            case STOPPED, UNDONE -> StageStatus.ROLLED;
        };
    }

    /** The word that a person should see first: what failed, then who is waited for, then what moves. */
    StageStatus status() {
        for (StageStatus loudest : new StageStatus[] {
            StageStatus.FAILED, StageStatus.WAITING, StageStatus.RUNNING, StageStatus.BLOCKED, StageStatus.READY
        }) {
            if (counts.containsKey(loudest)) {
                return loudest;
            }
        }
        if (counts.containsKey(StageStatus.ROLLED)) {
            return StageStatus.ROLLED;
        }
        int done = counts.getOrDefault(StageStatus.DONE, 0);
        int skipped = counts.getOrDefault(StageStatus.SKIPPED, 0);
        if (done + skipped == 0) {
            return StageStatus.NONE;
        }
        if (done + skipped < total) {
            // begun, and nothing of it is open: it waits for steps of other stages, or the run is paused
            return StageStatus.READY;
        }
        return done == 0 ? StageStatus.SKIPPED : StageStatus.DONE;
    }

    int done() {
        return counts.getOrDefault(StageStatus.DONE, 0) + counts.getOrDefault(StageStatus.SKIPPED, 0);
    }

    int total() {
        return total;
    }

    @Nullable
    Instant since() {
        Instant own = since.get(status());
        return own != null ? own : status() == StageStatus.READY ? lastEnd : null;
    }

    @Nullable
    Instant firstStart() {
        return firstStart;
    }

    /** The last end, once every step is done or left out. */
    @Nullable
    Instant end() {
        return total > 0 && done() == total ? lastEnd : null;
    }
}
