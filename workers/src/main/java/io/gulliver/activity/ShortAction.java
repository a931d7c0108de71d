package io.gulliver.activity;

import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;

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

    /** Writes down what {@link #run} would ask, run and send; goes nowhere. */
    protected abstract void render(StepCall call, Rendering rendering);

    @Override
    public StepResult describe(StepCall call, StepContext context) {
        Rendering rendering = Rendering.of(call);
        render(call, rendering);
        return rendering.result(context);
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Rendering rendering = Rendering.of(call);
        render(call, rendering);
        return rendering.result(context);
    }
}
