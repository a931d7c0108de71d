package io.gulliver.workflow.migration;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.interpreter.Effect;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.common.RetryOptions;
import java.time.Duration;

/** Time-outs and retries that a playbook does not state, as named promises. */
final class ActivityProfiles {
    /** A worker that says nothing for so long is lost; workers speak every three seconds while they work. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    /** Tries are counted by the interpreter, so that the journal shows each. */
    private static final RetryOptions ONCE =
            RetryOptions.newBuilder().setMaximumAttempts(1).build();

    private ActivityProfiles() {}

    /**
     * One short transaction of the store. A failure is answered by a durable timer, not by a retry here. What is asked
     * follows from the history, so it is not recorded again with the answer.
     */
    static LocalActivityOptions store() {
        return LocalActivityOptions.newBuilder()
                .setStartToCloseTimeout(Duration.ofSeconds(15))
                .setDoNotIncludeArgumentsIntoMarker(true)
                .setRetryOptions(ONCE)
                .build();
    }

    /**
     * One call of an action, on the queue of its kind and zone.
     *
     * @param notBegun after so long without a worker the call never begins
     */
    static ActivityOptions step(Effect.Invoke call, Duration notBegun) {
        return ActivityOptions.newBuilder()
                .setTaskQueue(queue(call))
                .setScheduleToStartTimeout(notBegun)
                .setStartToCloseTimeout(Duration.ofSeconds((long) call.callTimeoutSeconds() + call.patienceSeconds()))
                .setHeartbeatTimeout(SILENCE)
                .setRetryOptions(ONCE)
                .setCancellationType(cancellation(call.operation()))
                .build();
    }

    /** A watch is let go of at once; of a call that may act it must be known when it has ended. */
    private static ActivityCancellationType cancellation(Operation operation) {
        return operation == Operation.AWAIT
                ? ActivityCancellationType.TRY_CANCEL
                : ActivityCancellationType.WAIT_CANCELLATION_COMPLETED;
    }

    private static String queue(Effect.Invoke call) {
        if (call.operation() == Operation.AWAIT && !call.queue().equals("control")) {
            return TaskQueues.await(call.zone());
        }
        return switch (call.queue()) {
            case "control" -> TaskQueues.CONTROL;
            case "device" -> TaskQueues.device(call.zone());
            case "host" -> TaskQueues.host(call.zone());
            default -> throw new IllegalStateException("Step " + call.step() + ": unknown queue kind " + call.queue());
        };
    }
}
