package io.gulliver.testing;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The same call of a step, asked otherwise. */
public final class StepCalls {
    private StepCalls() {}

    /** With other inputs. */
    public static StepCall with(StepCall call, Map<String, Object> inputs) {
        return copy(
                call, call.generation(), call.operation(), inputs, call.outputs(), call.job(), call.patienceSeconds());
    }

    /** Another operation, with what the step answered so far. */
    public static StepCall with(
            StepCall call, Operation operation, Map<String, Object> outputs, @Nullable String job, int patience) {
        return copy(call, call.generation(), operation, call.inputs(), outputs, job, patience);
    }

    /** As an engine of another generation gives it out. */
    public static StepCall ofGeneration(StepCall call, int generation) {
        return copy(
                call, generation, call.operation(), call.inputs(), call.outputs(), call.job(), call.patienceSeconds());
    }

    /** The same step once more, after a person asked for it. */
    public static StepCall ofRound(StepCall call, int round) {
        return new StepCall(
                call.migration(),
                call.program(),
                call.database(),
                call.purpose(),
                call.generation(),
                call.step(),
                call.attempt(),
                round,
                call.operation(),
                call.action(),
                call.playbookHash(),
                call.inputs(),
                call.outputs(),
                call.job(),
                call.patienceSeconds());
    }

    private static StepCall copy(
            StepCall call,
            int generation,
            Operation operation,
            Map<String, Object> inputs,
            Map<String, Object> outputs,
            @Nullable String job,
            int patience) {
        return new StepCall(
                call.migration(),
                call.program(),
                call.database(),
                call.purpose(),
                generation,
                call.step(),
                call.attempt(),
                call.round(),
                operation,
                call.action(),
                call.playbookHash(),
                inputs,
                outputs,
                job,
                patience);
    }
}
