package io.gulliver.workflow.migration;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.activity.StepResult;
import io.temporal.activity.Activity;
import io.temporal.failure.ApplicationFailure;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** A worker whose effects can be counted: each name is made once, however often it is asked for. */
final class LedgerWorker implements StepActivities {
    final List<String> calls = new CopyOnWriteArrayList<>();
    final List<String> effects = new CopyOnWriteArrayList<>();
    private final Set<String> existing = ConcurrentHashMap.newKeySet();
    /** Failures to throw, by {@code step OPERATION}, how often. */
    final Map<String, Integer> failing = new ConcurrentHashMap<>();
    /** Calls that last until they are told to stop, by {@code step OPERATION}. */
    final Set<String> lasting = ConcurrentHashMap.newKeySet();

    @Override
    public StepResult invoke(StepCall call) {
        String name = call.step() + " " + call.operation();
        calls.add(name);
        if (failing.getOrDefault(name, 0) > 0) {
            failing.merge(name, -1, Integer::sum);
            StepFailure failure = FailureCode.UNREACHABLE.with(call.step() + " cannot be reached", "See the network");
            throw ApplicationFailure.newNonRetryableFailure(failure.message(), failure.code(), failure);
        }
        if (lasting.contains(name)) {
            untilToldToStop();
        }
        String object = call.step() + "#" + call.round();
        return switch (call.operation()) {
            case RUN -> {
                make(object);
                yield StepResult.done(Map.of("made", object), "made " + object);
            }
            case START -> {
                make(object);
                yield StepResult.started("job-" + object, Map.of(), "started");
            }
            case AWAIT -> StepResult.done(Map.of("made", object), "ended");
            case UNDO -> {
                if (existing.remove(object)) {
                    effects.add("removed " + object);
                }
                yield StepResult.done(Map.of(), "removed");
            }
            case STOP, EVALUATE -> StepResult.done(Map.of(), call.operation() == Operation.STOP ? "stopped" : "ok");
        };
    }

    private static void untilToldToStop() {
        while (true) {
            Activity.getExecutionContext().heartbeat(null);
            LockSupport.parkNanos(20_000_000);
        }
    }

    private void make(String object) {
        if (existing.add(object)) {
            effects.add("made " + object);
        }
    }
}
