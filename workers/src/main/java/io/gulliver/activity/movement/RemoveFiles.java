package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.List;
import java.util.Map;

/** {@code movement.remove-files}: dump files hold the whole database, and may not lie about when the migration is over. */
final class RemoveFiles extends ShortAction {
    private final HostScripts scripts;

    RemoveFiles(HostScripts scripts) {
        super("movement.remove-files");
        this.scripts = scripts;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would remove the dump files " + rendering.shown("files") + " from " + rendering.shown("staging")
                        + " on " + rendering.shown("host"))
                .script(rendering.shown("host"), "remove-files.sh", Map.of("staging", rendering.shown("staging")));
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        List<String> files = inputs.texts("files");
        scripts.demand(
                call,
                inputs.text("host"),
                "remove-files",
                ScriptTemplate.load("remove-files.sh").render(Map.of("staging", inputs.text("staging"))),
                List.of(JobFile.text("files.txt", String.join("\n", files) + "\n")));
        return StepResult.done(
                Map.of("removed", files.size()),
                "Not on " + inputs.text("host") + " any more: " + String.join(", ", files));
    }
}
