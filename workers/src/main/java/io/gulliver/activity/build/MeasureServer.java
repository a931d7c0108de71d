package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code server.measure}: how many processors and how much memory a server that runs has, which {@link ResizeServer} goes back to. */
final class MeasureServer implements StepAction {
    private final Systems systems;

    MeasureServer(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "server.measure";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Resizable server = Resizable.of(systems, call);
        Resizable.Size now = server.now();
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("cpus", (long) now.cpus());
        outputs.put("memory_mib", now.memoryMib());
        outputs.put("weight", (long) now.weight());
        return StepResult.done(outputs, server.words() + " has " + now.words());
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        return Rendering.of(call)
                .says("would look at the size of " + Inputs.of(call).text("server") + " and change nothing")
                .result(context);
    }
}
