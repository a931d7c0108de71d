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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code host.prepare-storage}: the volumes are file systems that Oracle's software owns: data striped over its volumes, redo
 * logs on volumes of their own and not striped, the recovery area striped over its own where it has some, all mounted by UUID at
 * each start. Where the server is to have ASM it is {@link PrepareAsm}.
 *
 * <p>One script, rendered from {@code prepare-storage.sh}; a volume that carries anything is left as it is. The undoing takes
 * away what the script's own record names, and stops where a file system is in use.
 */
final class PrepareStorage implements StepAction {
    private static final String NONE = "none";
    private static final String DATA = "data";
    /** What volumes are for, by the names of inputs and of places in the scripts. */
    static final List<String> VOLUMES = List.of(DATA, "redo", "recovery");

    private static final List<String> MOUNTS = List.of("data_mount", "redo_mount", "recovery_mount");
    private static final String FILE_SYSTEM = "file-system";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}");
    /** A LUN by its WWID, or an ECKD volume by its bus id. */
    private static final Pattern WWID = Pattern.compile("[0-9a-f]{17,33}|0\\.0\\.[0-9a-f]{4}");

    private static final Pattern DIRECTORY = Pattern.compile("(/[A-Za-z0-9_][A-Za-z0-9_.-]*)+");

    private final Systems systems;
    private final GuestScript prepare;
    private final GuestScript unprepare;

    PrepareStorage(Systems systems) {
        this.systems = systems;
        this.prepare = GuestScript.ofRoot(systems, "prepare-storage");
        this.unprepare = GuestScript.ofRoot(systems, "unprepare-storage");
    }

    @Override
    public String name() {
        return "host.prepare-storage";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        requireFileSystem(inputs);
        String host = inputs.text("host");
        Map<String, String> values = places(call);
        VOLUMES.forEach(use -> values.put(use, volumes(inputs, use)));
        MOUNTS.forEach(mount -> values.put(mount, directory(inputs, mount)));
        values.put("stripe_kib", Integer.toString(inputs.whole("stripe_kib")));
        values.put("user", inputs.text("user"));
        values.put("group", inputs.text("group"));
        GuestScript.Said said = prepare.run(call, context, host, values);
        List<String> mounts = said.output()
                .lines()
                .filter(line -> line.startsWith("mounted: "))
                .map(line -> line.substring("mounted: ".length()).replaceFirst(",.*", ""))
                .toList();
        return new StepResult(
                true,
                Map.of("mounts", mounts),
                null,
                null,
                said.evidence(),
                "Server " + host + " has its file systems: " + String.join(", ", mounts));
    }

    /** A word that is misspelt makes no file systems on volumes that ASM was to have. */
    private static void requireFileSystem(Inputs inputs) {
        String storage = inputs.findText("storage").orElse(FILE_SYSTEM);
        if (!storage.equals(FILE_SYSTEM)) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "The storage of server " + inputs.text("host") + " is to be '" + storage + "', wanted "
                            + FILE_SYSTEM + " or asm.",
                    "Correct server.storage in the program's policy, then retry.");
        }
    }

    /** The same of one input; {@code none} where a server has no such volumes, which data alone may not be. */
    static String volumes(Inputs inputs, String use) {
        return use.equals(DATA) || inputs.given(use) ? volumes(inputs.textsByName(use)) : NONE;
    }

    static void showVolumes(Map<String, String> values, Rendering rendering) {
        VOLUMES.forEach(use -> values.put(use, use.equals(DATA) ? rendering.shown(use) : shownOrNone(rendering, use)));
    }

    private static String shownOrNone(Rendering rendering, String use) {
        String shown = rendering.shown(use, NONE);
        return shown.equals("{}") ? NONE : shown;
    }

    /** As the script takes them: {@code data01=36005… data02=36005…}. */
    private static String volumes(SortedMap<String, String> wwids) {
        wwids.forEach((name, wwid) -> {
            if (!NAME.matcher(name).matches() || !WWID.matcher(wwid).matches()) {
                throw new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "'" + name + "' with the WWID '" + wwid
                                + "' is no volume: wanted a name of letters, digits, '_', '.'"
                                + " and '-', and 17 to 33 hex digits in lower case or a bus id.",
                        "Correct the names of volumes in the program's policy, then retry.");
            }
        });
        return wwids.entrySet().stream()
                .map(volume -> volume.getKey() + "=" + volume.getValue())
                .collect(Collectors.joining(" "));
    }

    static String directory(Inputs inputs, String name) {
        String directory = inputs.text(name);
        if (!DIRECTORY.matcher(directory).matches()) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "'" + directory + "' is no place for " + name
                            + ": wanted a path from the top, its names of letters," + " digits, '_', '.' and '-'.",
                    "Correct the facts of the server in the program's policy, then retry.");
        }
        return directory;
    }

    /** What the script and its undoing both have. */
    private static Map<String, String> places(StepCall call) {
        Inputs inputs = Inputs.of(call);
        Map<String, String> values = new TreeMap<>();
        values.put("owner", ResourceOwner.ofStep(call));
        values.put("etc_dir", inputs.text("etc_dir"));
        values.put("staging", inputs.text("staging"));
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
        requireFileSystem(inputs);
        systems.privileged(inputs.text("host"));
        Rendering rendering = Rendering.of(call)
                .says("would put " + inputs.text("host") + "'s volumes under LVM and xfs and mount them at "
                        + MOUNTS.stream().map(mount -> directory(inputs, mount)).collect(Collectors.joining(", ")));
        Map<String, String> values = new TreeMap<>();
        List.of("etc_dir", "staging", "data_mount", "redo_mount", "recovery_mount", "stripe_kib", "user", "group")
                .forEach(place -> values.put(place, rendering.shown(place)));
        showVolumes(values, rendering);
        values.put("owner", ResourceOwner.ofStep(call));
        return rendering
                .file(inputs.text("host"), "prepare-storage.sh", prepare.preview(values))
                .result(context);
    }
}
