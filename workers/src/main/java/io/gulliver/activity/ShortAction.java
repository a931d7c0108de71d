package io.gulliver.activity;

import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;

/** An action without a remote job: its evaluation says what it would do and does not go anywhere. */
public abstract class ShortAction implements StepAction {
    private final String name;

    protected ShortAction(String name) {
        this.name = name;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public abstract StepResult run(StepCall call, StepContext context);

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Object where = call.inputs().get("service");
        Object host = call.inputs().get("host");
        return StepResult.done(
                Map.of(),
                "Would " + name + (where == null ? "" : " at " + where) + (host == null ? "" : " on " + host));
    }
}
