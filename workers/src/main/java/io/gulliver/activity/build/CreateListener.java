package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * {@code host.create-listener}: a listener answers on the server's port, made by netca as the owner of the home, or by
 * srvctl of the Grid home where there is one, unless one did already. The undoing ends what was made by the script's own record.
 */
final class CreateListener implements StepAction {
    private static final Pattern LISTENER = Pattern.compile("[A-Z][A-Z0-9_]{0,29}");

    private final Systems systems;
    private final GuestScript create;
    private final GuestScript remove;
    private final GuestScript createOfGrid;
    private final GuestScript removeOfGrid;

    CreateListener(Systems systems) {
        this.systems = systems;
        this.create = GuestScript.ofOwner(systems, "create-listener");
        this.remove = GuestScript.ofOwner(systems, "remove-listener");
        this.createOfGrid = GuestScript.ofRoot(systems, "create-grid-listener");
        this.removeOfGrid = GuestScript.ofRoot(systems, "remove-grid-listener");
    }

    @Override
    public String name() {
        return "host.create-listener";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        int port = inputs.whole("port");
        Map<String, String> values = places(call);
        values.put("port", Integer.toString(port));
        GuestScript.Said said =
                (ofGrid(inputs) ? createOfGrid : create).run(call, context, inputs.text("host"), values);
        return new StepResult(
                true,
                Map.of("port", port),
                null,
                null,
                said.evidence(),
                "Listener " + inputs.text("listener") + " answers on " + inputs.text("host") + ":" + port);
    }

    /** What the script and its undoing both have. */
    private static Map<String, String> places(StepCall call) {
        Inputs inputs = Inputs.of(call);
        String listener = inputs.text("listener");
        if (!LISTENER.matcher(listener).matches()) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "'" + listener
                            + "' is no name of a listener: wanted a capital letter, then at most 29 capitals, digits"
                            + " and '_'.",
                    "Correct the playbook, then retry.");
        }
        Map<String, String> values = new TreeMap<>();
        values.put("owner", ResourceOwner.ofStep(call));
        values.put("listener", listener);
        if (ofGrid(inputs)) {
            values.put("grid_home", PrepareStorage.directory(inputs, "grid_home"));
            values.put("grid_user", inputs.text("grid_user"));
            values.put("etc_dir", inputs.text("etc_dir"));
        } else {
            values.put("oracle_home", inputs.text("oracle_home"));
        }
        return values;
    }

    /** Where there is Oracle Restart the listener is of its home, and its agent looks after it. */
    private static boolean ofGrid(Inputs inputs) {
        return inputs.findText("grid_home").isPresent();
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        GuestScript.Said said =
                (ofGrid(inputs) ? removeOfGrid : remove).run(call, context, inputs.text("host"), places(call));
        return new StepResult(
                true,
                Map.of(),
                null,
                null,
                said.evidence(),
                "The listener of server " + inputs.text("host") + " is as it was");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.host(inputs.text("host"));
        Rendering rendering = Rendering.of(call);
        rendering.says("would make listener " + inputs.text("listener") + " on " + inputs.text("host") + ":"
                + rendering.shown("port") + (ofGrid(inputs) ? " by srvctl of the Grid home" : " by netca")
                + ", unless it answers there");
        Map<String, String> values = places(call);
        values.put("port", rendering.shown("port"));
        return rendering
                .file(
                        inputs.text("host"),
                        ofGrid(inputs) ? "create-grid-listener.sh" : "create-listener.sh",
                        (ofGrid(inputs) ? createOfGrid : create).preview(values))
                .result(context);
    }
}
