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
import io.gulliver.playbook.CheckRules;
import java.util.Map;
import java.util.SortedMap;

/**
 * {@code host.check}: reads what tuning checks want to know of a server, and judges nothing. {@code host-checks.sh} is kept as
 * evidence with what it said; it changes nothing, so it is run as often as one likes.
 */
final class CheckHost implements StepAction {
    private final Systems systems;
    private final GuestScript script;

    CheckHost(Systems systems) {
        this.systems = systems;
        this.script = GuestScript.ofRoot(systems, "host-checks");
    }

    @Override
    public String name() {
        return "host.check";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        String host = Inputs.of(call).text("host");
        GuestScript.Said said = script.run(call, context, host, values(call));
        SortedMap<String, Object> facts;
        try {
            facts = HostFactLines.parse(said.output(), CheckRules.shipped().facts());
        } catch (HostFactLines.Unreadable e) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "What host-checks.sh said on " + host + " cannot be taken: " + e.getMessage() + ".",
                    "Read host-checks.log in the evidence; a program of that server answers otherwise than it should. Retry the"
                            + " step once that is clear.");
        }
        return new StepResult(
                true,
                Map.of("facts", facts),
                null,
                null,
                said.evidence(),
                facts.size() + " facts of server " + host + " are read");
    }

    private static Map<String, String> values(StepCall call) {
        Inputs inputs = Inputs.of(call);
        return Map.of(
                "user",
                inputs.text("user"),
                "sysctl_dir",
                inputs.text("sysctl_dir"),
                "private_interfaces",
                PrepareHost.privateInterfaces(call));
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        String host = Inputs.of(call).text("host");
        systems.host(host);
        Rendering rendering = Rendering.of(call);
        return rendering
                .says("would read the settings of " + host + " and change nothing")
                .file(
                        host,
                        "host-checks.sh",
                        script.preview(Map.of(
                                "user",
                                rendering.shown("user"),
                                "sysctl_dir",
                                rendering.shown("sysctl_dir"),
                                "private_interfaces",
                                PrepareHost.privateInterfaces(call))))
                .result(context);
    }
}
