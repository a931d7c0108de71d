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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * {@code host.prepare}: the server has the packages, huge pages, kernel settings, groups and user with their ids, limits and
 * settings that Oracle wants.
 *
 * <p>One script, rendered from {@code prepare-host.sh} and kept as evidence with its output. It looks before each act
 * and checks in the end; its exit codes: 0 done, 10 fewer huge pages than wanted, 11 something is not as wanted, 14 the login
 * may not use sudo. What it finds and does not mend (no source of time, a distribution without a list of packages) is among
 * the outputs. Its undoing takes away only what the script's own record says it made.
 */
final class PrepareHost implements StepAction {
    private static final String NONE = "none";
    private static final Pattern INTERFACE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,14}");
    private static final Pattern GROUP = Pattern.compile("[a-z_][a-z0-9_-]{0,30}=[1-9][0-9]{0,8}");

    private final Systems systems;
    private final GuestScript prepare;
    private final GuestScript unprepare;
    private final RequiredPackages packages = RequiredPackages.load();

    PrepareHost(Systems systems) {
        this.systems = systems;
        this.prepare = GuestScript.ofRoot(systems, "prepare-host");
        this.unprepare = GuestScript.ofRoot(systems, "unprepare-host");
    }

    @Override
    public String name() {
        return "host.prepare";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String host = inputs.text("host");
        GuestScript.Said said = prepare.run(call, context, host, values(call));
        List<String> findings = said.findings();
        return new StepResult(
                true,
                Map.of("huge_pages", inputs.whole("huge_pages"), "findings", findings),
                null,
                null,
                said.evidence(),
                "Server " + host + " is prepared" + (findings.isEmpty() ? "" : "; " + String.join("; ", findings)));
    }

    private Map<String, String> values(StepCall call) {
        Inputs inputs = Inputs.of(call);
        Map<String, String> values = places(call);
        values.put("group", inputs.text("group"));
        values.put("huge_pages", Integer.toString(inputs.whole("huge_pages")));
        values.put("user_id", Integer.toString(inputs.whole("user_id")));
        values.put("etc_dir", inputs.text("etc_dir"));
        values.put("groups", groups(inputs.texts("groups")));
        values.put("packages", packages.words());
        values.put("private_interfaces", privateInterfaces(call));
        return values;
    }

    /** Names as Linux takes them: the shell splits them, and a key of the kernel is made of each. */
    static String privateInterfaces(StepCall call) {
        List<String> names = call.inputs().get("private_interfaces") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
        names.stream()
                .filter(name -> !INTERFACE.matcher(name).matches())
                .findFirst()
                .ifPresent(name -> {
                    throw new StepFailedException(
                            FailureCode.INPUT_INVALID,
                            "'" + name + "' is no name of a network interface: wanted at most 15 letters, digits, '.',"
                                    + " '_' and '-'.",
                            "Correct server.private_interfaces in the program's policy, then retry.");
                });
        return names.isEmpty() ? NONE : String.join(" ", names);
    }

    private static String groups(List<String> groups) {
        groups.stream()
                .filter(group -> !GROUP.matcher(group).matches())
                .findFirst()
                .ifPresent(group -> {
                    throw new StepFailedException(
                            FailureCode.INPUT_INVALID,
                            "'" + group
                                    + "' is no group with its id: wanted a name, '=' and a number, such as dba=54322.",
                            "Correct oracle_groups in the parameters of the run, then retry.");
                });
        return String.join(" ", groups);
    }

    /** What the script and its undoing both have. */
    private static Map<String, String> places(StepCall call) {
        Inputs inputs = Inputs.of(call);
        Map<String, String> values = new TreeMap<>();
        values.put("owner", ResourceOwner.ofStep(call));
        values.put("sysctl_dir", inputs.text("sysctl_dir"));
        values.put("user", inputs.text("user"));
        values.put("staging", inputs.findText("staging").orElse(NONE));
        return values;
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        String host = Inputs.of(call).text("host");
        GuestScript.Said said = unprepare.run(call, context, host, places(call));
        return new StepResult(true, Map.of(), null, null, said.evidence(), "Server " + host + " is as it was");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.privileged(inputs.text("host"));
        Rendering rendering = Rendering.of(call).says("would run the script on " + inputs.text("host"));
        Map<String, String> values = new TreeMap<>();
        List.of("sysctl_dir", "etc_dir", "user", "group", "user_id", "huge_pages")
                .forEach(place -> values.put(place, rendering.shown(place)));
        values.put("staging", rendering.shown("staging", NONE));
        values.put("owner", ResourceOwner.ofStep(call));
        values.put("groups", groups(inputs.texts("groups")));
        values.put("packages", packages.words());
        values.put("private_interfaces", privateInterfaces(call));
        return rendering
                .file(inputs.text("host"), "prepare-host.sh", prepare.preview(values))
                .result(context);
    }
}
