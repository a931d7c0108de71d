package io.gulliver.activity.validation;

import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;

/**
 * A comparison of two databases, which may take hours and only reads. It has no job of its own: the watch is the work.
 * Called off, it ends its statements at once; lost with its worker, another watch takes its place.
 */
abstract class Comparison implements StepAction {
    private final String name;

    Comparison(String name) {
        this.name = name;
    }

    @Override
    public final String name() {
        return name;
    }

    /** Says what it would ask; goes nowhere. */
    abstract void render(StepCall call, Rendering rendering);

    /** By which a comparison is told from those of other steps and rounds. */
    static String job(StepCall call) {
        return HostScripts.jobId(call, "compare");
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        return StepResult.started(job(call), Map.of(), "Comparing");
    }

    @Override
    public abstract StepResult await(StepCall call, StepContext context);

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        return StepResult.done(Map.of(), "The comparison is stopped");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Rendering rendering = Rendering.of(call);
        render(call, rendering);
        return rendering.result(context);
    }
}
