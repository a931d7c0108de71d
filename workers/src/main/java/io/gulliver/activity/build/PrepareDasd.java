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
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code host.prepare-dasd}: the ECKD volumes of a server and their PAV aliases are online for good, and each volume has one
 * partition for what comes next, {@link PrepareStorage} or {@link PrepareAsm}.
 *
 * <p>One script, rendered from {@code prepare-dasd.sh}, detached: formatting a volume takes minutes. It reads the first track of
 * each volume before it writes to any; one with a foreign label or a partition that is not of this build is left as it is.
 */
final class PrepareDasd implements StepAction {
    private static final String NONE = "none";
    private static final List<String> USES = List.of("data", "redo", "recovery");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}");
    private static final Pattern DEVICE = Pattern.compile("[0-9A-Fa-f]{4}");
    private static final String ONLINE = "aliases: ";

    private final Systems systems;
    private final GuestScript prepare;
    private final GuestScript unprepare;

    PrepareDasd(Systems systems) {
        this.systems = systems;
        this.prepare = GuestScript.ofRoot(systems, "prepare-dasd");
        this.unprepare = GuestScript.ofRoot(systems, "unprepare-dasd");
    }

    @Override
    public String name() {
        return "host.prepare-dasd";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Map<String, String> values = places(call);
        SortedMap<String, String> volumes = new TreeMap<>();
        USES.forEach(use -> volumes.putAll(busIds(inputs.findTextsByName(use))));
        values.put(
                "volumes",
                volumes.entrySet().stream()
                        .map(volume -> volume.getKey() + "=" + volume.getValue())
                        .collect(Collectors.joining(" ")));
        List<String> aliases =
                inputs.findTexts("aliases").stream().map(PrepareDasd::busId).toList();
        values.put("aliases", aliases.isEmpty() ? NONE : String.join(" ", aliases));
        return prepare.begin(
                call,
                context,
                inputs.text("host"),
                values,
                "ECKD volumes of " + inputs.text("host") + " are made ready");
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String host = inputs.text("host");
        return prepare.ended(call, context, host)
                .map(said -> made(inputs, host, said))
                .orElseGet(() -> StepResult.running(
                        prepare.job(call), new Progress(0, null, "volumes", null, "dasdfmt formats volumes")));
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        prepare.stop(call, Inputs.of(call).text("host"));
        return StepResult.done(Map.of(), "stopped; rolling back takes away what was made");
    }

    private static StepResult made(Inputs inputs, String host, GuestScript.Said said) {
        long aliases = said.output()
                .lines()
                .filter(line -> line.startsWith(ONLINE))
                .map(line -> Long.parseLong(line.substring(ONLINE.length())))
                .findFirst()
                .orElse(0L);
        Map<String, Object> outputs = new TreeMap<>();
        USES.forEach(use -> outputs.put(use, busIds(inputs.findTextsByName(use))));
        int volumes = outputs.values().stream()
                .mapToInt(ofUse -> ((Map<?, ?>) ofUse).size())
                .sum();
        outputs.put("aliases", aliases);
        return new StepResult(
                true,
                outputs,
                null,
                null,
                said.evidence(),
                "Server " + host + " has " + volumes + " ECKD volumes and " + aliases + " PAV aliases online");
    }

    private static SortedMap<String, String> busIds(SortedMap<String, String> devices) {
        SortedMap<String, String> ids = new TreeMap<>();
        devices.forEach((name, device) -> {
            if (!NAME.matcher(name).matches()) {
                throw invalid("'" + name + "' is no name of a volume: wanted are letters, digits, '_', '.' and '-'.");
            }
            ids.put(name, busId(device));
        });
        return ids;
    }

    private static String busId(String device) {
        if (!DEVICE.matcher(device).matches()) {
            throw invalid("'" + device + "' is no device number: wanted are four hex digits.");
        }
        return "0.0." + device.toLowerCase(Locale.ROOT);
    }

    private static StepFailedException invalid(String what) {
        return new StepFailedException(
                FailureCode.INPUT_INVALID,
                what,
                "Correct the facts of the server in the program's policy, then retry.");
    }

    /** What the script and its undoing both have. */
    private static Map<String, String> places(StepCall call) {
        Map<String, String> values = new TreeMap<>();
        values.put("owner", ResourceOwner.ofStep(call));
        values.put("etc_dir", Inputs.of(call).text("etc_dir"));
        return values;
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        String host = Inputs.of(call).text("host");
        GuestScript.Said said = unprepare.run(call, context, host, places(call));
        return new StepResult(
                true,
                Map.of(),
                null,
                null,
                said.evidence(),
                "The ECKD volumes of server " + host + " are offline again");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.privileged(inputs.text("host"));
        Rendering rendering = Rendering.of(call)
                .says("would put ECKD volumes and PAV aliases of " + inputs.text("host") + " online, format"
                        + " volumes that carry nothing, and make one partition on each");
        Map<String, String> values = places(call);
        values.put("volumes", rendering.shown("data"));
        values.put("aliases", rendering.shown("aliases", NONE));
        return rendering
                .file(inputs.text("host"), "prepare-dasd.sh", prepare.preview(values))
                .result(context);
    }
}
