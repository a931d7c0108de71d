package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * {@code host.prepare-asm}: the volumes are disks of ASM, owned by the owner of the Grid home that the image brings, in the disk
 * groups DATA and, where there are volumes for redo logs or for the recovery area alone, REDO and FRA. In place of {@link PrepareStorage}.
 *
 * <p>One script, rendered from {@code prepare-asm.sh}; a volume that carries anything, or belongs to another disk group, is left as
 * it is. The undoing takes away what the script's own record names, and stops where a disk group holds files of a database.
 */
final class PrepareAsm implements StepAction {
    private static final Pattern USER = Pattern.compile("[a-z_][a-z0-9_-]{0,30}");

    private final Systems systems;
    private final GuestScript prepare;
    private final GuestScript unprepare;

    PrepareAsm(Systems systems) {
        this.systems = systems;
        this.prepare = GuestScript.ofRoot(systems, "prepare-asm");
        this.unprepare = GuestScript.ofRoot(systems, "unprepare-asm");
    }

    @Override
    public String name() {
        return "host.prepare-asm";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String host = inputs.text("host");
        Map<String, String> values = places(call);
        PrepareStorage.VOLUMES.forEach(use -> values.put(use, PrepareStorage.volumes(inputs, use)));
        for (String name : List.of("asm_group", "client_group", "group")) {
            values.put(name, account(inputs, name));
        }
        return prepare.begin(call, context, host, values, "The volumes of " + host + " are given to ASM");
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        String host = Inputs.of(call).text("host");
        return prepare.ended(call, context, host)
                .map(said -> made(host, said))
                .orElseGet(() -> StepResult.running(
                        prepare.job(call), new Progress(0, null, "disk groups", null, "asmca makes disk groups")));
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        prepare.stop(call, Inputs.of(call).text("host"));
        return StepResult.done(Map.of(), "stopped; rolling back takes away what was made");
    }

    private static StepResult made(String host, GuestScript.Said said) {
        List<String> groups = said.output()
                .lines()
                .filter(line -> line.startsWith("disk group: "))
                .map(line -> line.substring("disk group: ".length()).replaceFirst(",.*", ""))
                .toList();
        return new StepResult(
                true,
                Map.of("groups", groups),
                null,
                null,
                said.evidence(),
                "Server " + host + " has its disk groups: " + String.join(", ", groups));
    }

    private static String account(Inputs inputs, String name) {
        String given = inputs.text(name);
        if (!USER.matcher(given).matches()) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "'" + given + "' is no name for " + name + ": wanted small letters, digits, '_' and '-'.",
                    "Correct the program's parameters, then retry.");
        }
        return given;
    }

    /** What the script and its undoing both have. */
    private static Map<String, String> places(StepCall call) {
        Inputs inputs = Inputs.of(call);
        Map<String, String> values = new TreeMap<>();
        values.put("owner", ResourceOwner.ofStep(call));
        values.put("etc_dir", inputs.text("etc_dir"));
        values.put("grid_home", PrepareStorage.directory(inputs, "grid_home"));
        values.put("grid_user", account(inputs, "grid_user"));
        values.put("staging", inputs.text("staging"));
        values.put("user", account(inputs, "user"));
        return values;
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        String host = Inputs.of(call).text("host");
        GuestScript.Said said = unprepare.run(call, context, host, places(call));
        return new StepResult(
                true, Map.of(), null, null, said.evidence(), "The storage of server " + host + " is as it was");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.privileged(inputs.text("host"));
        Rendering rendering = Rendering.of(call)
                .says("would give " + inputs.text("host")
                        + "'s volumes to ASM, in the disk groups DATA and, where it has"
                        + " volumes for them, REDO and FRA, with external redundancy");
        Map<String, String> values = new TreeMap<>();
        List.of("etc_dir", "staging", "grid_home", "grid_user", "asm_group", "client_group", "user", "group")
                .forEach(place -> values.put(place, rendering.shown(place)));
        PrepareStorage.showVolumes(values, rendering);
        values.put("owner", ResourceOwner.ofStep(call));
        return rendering
                .file(inputs.text("host"), "prepare-asm.sh", prepare.preview(values))
                .result(context);
    }
}
