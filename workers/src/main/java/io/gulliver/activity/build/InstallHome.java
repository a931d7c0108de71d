package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * {@code host.install-home} and {@code host.install-grid-home}: an Oracle home that the image does not bring, from zips in a directory
 * of the server, with a release update applied at the installation.
 *
 * <p>One script, rendered from {@code install-home.sh}, as a detached job that goes on without us; a home that is registered in the
 * central inventory is left as it is. Response files have the keys of the templates that 19.3 ships ({@code db_install.rsp} as public
 * listings of such a home show it, {@code gridsetup.rsp}); 0 and 6 (with warnings) are the installer's good ends. A Grid home is
 * software alone ({@code CRS_SWONLY}) and Oracle Restart by {@code roothas.sh} and {@code -updateNodeList} after it, as the
 * installation guide of 19 has it for ASM that somebody else makes ({@code host.prepare-asm}). The undoing takes away what the
 * script's own record names, by {@code -detachHome}: {@code deinstall} would take databases and listeners along that it finds.
 */
final class InstallHome implements StepAction {
    /** No build for IBM Z of a later release is known ({@code docs/domain/releases.md}); earlier ones have another installer. */
    private static final String RELEASE = "19";

    /** How response files of that release call themselves. */
    private static final String SCHEMA = "19.0.0";

    private static final String NONE = "none";
    private static final Duration PATIENCE = Duration.ofMinutes(8);
    private static final Pattern ZIP =
            Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,120}\\.zip [1-9][0-9]{0,14} [0-9a-f]{64}");
    private static final Pattern RELEASES = Pattern.compile("[0-9]{1,3}(?:\\.[0-9]{1,6}){1,5}");
    private static final Pattern DISTRIBUTION = Pattern.compile("[A-Za-z0-9.]{1,20}");
    private static final Pattern PREREQUISITE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ().,_:/-]{0,99}");
    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_-]{0,30}");
    private static final Pattern GROUP = Pattern.compile("[a-z_][a-z0-9_-]{0,30}=[0-9]{1,9}");

    /** What is installed. */
    enum Kind {
        DATABASE("host.install-home", "database", "install-db.rsp", "user", "user_id"),
        GRID("host.install-grid-home", "grid", "install-grid.rsp", "grid_user", "grid_user_id");

        private final String action;
        private final String word;
        private final String response;
        private final String user;
        private final String userId;

        Kind(String action, String word, String response, String user, String userId) {
            this.action = action;
            this.word = word;
            this.response = response;
            this.user = user;
            this.userId = userId;
        }
    }

    /** Roles of a database home in the words of its response file, each with the usual name of its group. */
    private static final List<String> ROLES = List.of("backupdba", "dgdba", "kmdba", "racdba");

    private final Systems systems;
    private final Kind kind;
    private final GuestScript install;
    private final GuestScript remove;

    InstallHome(Systems systems, Kind kind) {
        this.systems = systems;
        this.kind = kind;
        this.install = GuestScript.ofRoot(systems, "install-home");
        this.remove = GuestScript.ofRoot(systems, "remove-home");
    }

    @Override
    public String name() {
        return kind.action;
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        return install.begin(
                call,
                context,
                inputs.text("host"),
                values(call),
                List.of(JobFile.text("install.rsp", response(call))),
                "The installer runs for " + inputs.text("oracle_home") + " on " + inputs.text("host"));
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        return install.ended(call, context, inputs.text("host"))
                .map(said -> installed(inputs, said))
                .orElseGet(() -> StepResult.running(
                        install.job(call),
                        new Progress(0, null, "steps of the installer", null, "the installer runs")));
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        install.stop(call, Inputs.of(call).text("host"));
        return StepResult.done(Map.of(), "stopped; rolling back takes away what was made");
    }

    private static StepResult installed(Inputs inputs, GuestScript.Said said) {
        boolean already = said.output().lines().anyMatch(line -> line.startsWith("already: "));
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("release", CheckHome.release(said.output()));
        outputs.put("patches", CheckHome.patches(said.output()));
        outputs.put("opatch", CheckHome.opatch(said.output()));
        outputs.put("already", already);
        outputs.put("findings", said.findings());
        return new StepResult(
                true,
                outputs,
                null,
                null,
                said.evidence(),
                "Home " + inputs.text("oracle_home") + " of " + inputs.text("host")
                        + (already ? " was there already" : " is installed") + ", release " + outputs.get("release")
                        + (said.findings().isEmpty() ? "" : "; " + String.join("; ", said.findings())));
    }

    /** The places of the script. */
    private SortedMap<String, String> values(StepCall call) {
        Inputs inputs = Inputs.of(call);
        SortedMap<String, String> values = places(call);
        values.put("oracle_base", PrepareStorage.directory(inputs, "oracle_base"));
        values.put("group", name(inputs, "group"));
        values.put("user_id", Integer.toString(inputs.whole(kind.userId)));
        values.put("groups_made", kind == Kind.GRID ? groups(inputs.texts("grid_groups")) : NONE);
        values.put(
                "groups_named",
                String.join(
                        " ",
                        named(inputs).values().stream()
                                .filter(group -> !group.isEmpty())
                                .distinct()
                                .toList()));
        values.put("software", PrepareStorage.directory(inputs, "software"));
        values.put("zip", zip(inputs, "zip"));
        values.put("update_zip", inputs.findText("update_zip").isPresent() ? zip(inputs, "update_zip") : NONE);
        values.put("opatch_zip", inputs.findText("opatch_zip").isPresent() ? zip(inputs, "opatch_zip") : NONE);
        values.put(
                "opatch_minimum",
                inputs.findText("opatch_minimum")
                        .map(given ->
                                matching(given, RELEASES, "opatch_minimum", "a version of OPatch, such as 12.2.0.1.42"))
                        .orElse(NONE));
        values.put(
                "assume_distid",
                inputs.findText("assume_distid")
                        .map(given ->
                                matching(given, DISTRIBUTION, "assume_distid", "auto, none or a word such as OL8"))
                        .orElse(NONE));
        List<String> accepted = inputs.findTexts("accepted_prerequisites");
        accepted.forEach(
                one -> matching(one, PREREQUISITE, "accepted_prerequisites", "names as the installer's log has them"));
        values.put("accepted", accepted.isEmpty() ? NONE : String.join("|", accepted));
        return values;
    }

    /** What the script and its undoing both have. */
    private SortedMap<String, String> places(StepCall call) {
        Inputs inputs = Inputs.of(call);
        SortedMap<String, String> values = new TreeMap<>();
        values.put("owner", ResourceOwner.ofStep(call));
        values.put("kind", kind.word);
        values.put("etc_dir", inputs.text("etc_dir"));
        values.put("oracle_home", PrepareStorage.directory(inputs, "oracle_home"));
        values.put("inventory", PrepareStorage.directory(inputs, "inventory"));
        values.put("user", name(inputs, kind.user));
        return values;
    }

    /** Groups by the places of the response file. */
    private SortedMap<String, String> named(Inputs inputs) {
        SortedMap<String, String> named = new TreeMap<>();
        if (kind == Kind.GRID) {
            List.of("asmdba", "asmoper", "asmadmin").forEach(role -> named.put(role, name(inputs, role + "_group")));
            return named;
        }
        List<String> there = inputs.texts("groups").stream()
                .map(group -> group.replaceFirst("=.*", ""))
                .toList();
        String dba = name(inputs, "dba_group");
        named.put("dba", dba);
        // A site without a group for a role gives it to dba; the one of OPER may be missing.
        ROLES.forEach(role -> named.put(role, there.contains(role) ? role : dba));
        named.put("oper", there.contains("oper") ? "oper" : "");
        return named;
    }

    /**
     * The response file.
     *
     * @throws StepFailedException for a release that this installs not
     */
    String response(StepCall call) {
        Inputs inputs = Inputs.of(call);
        String release = inputs.findText("release").orElse("");
        if (!(release + ".").startsWith(RELEASE + ".")) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Home " + inputs.text("oracle_home") + " is to be of release "
                            + (release.isEmpty() ? "nobody says" : release)
                            + "; homes of 19 alone are installed here: no build of a later release for IBM Z is known, and"
                            + " earlier ones have another installer.",
                    "Correct the release in the program's policy, or let the image bring the home (server.home.way), then retry.");
        }
        return ScriptTemplate.load(kind.response).render(responseValues(inputs));
    }

    private SortedMap<String, String> responseValues(Inputs inputs) {
        SortedMap<String, String> values = named(inputs);
        values.put("schema", SCHEMA);
        values.put("inventory", PrepareStorage.directory(inputs, "inventory"));
        values.put("oracle_base", PrepareStorage.directory(inputs, "oracle_base"));
        if (kind == Kind.DATABASE) {
            values.put("group", name(inputs, "group"));
            values.put("oracle_home", PrepareStorage.directory(inputs, "oracle_home"));
            values.put("edition", matching(inputs.text("edition"), Pattern.compile("EE|SE2"), "edition", "EE or SE2"));
        }
        return values;
    }

    private static String groups(List<String> groups) {
        groups.forEach(group -> matching(group, GROUP, "grid_groups", "NAME=ID each, such as asmadmin=54329"));
        return String.join(" ", groups);
    }

    private static String zip(Inputs inputs, String name) {
        return matching(inputs.text(name), ZIP, name, "name, bytes and SHA-256 of a zip, with a blank between");
    }

    private static String name(Inputs inputs, String name) {
        return matching(inputs.text(name), NAME, name, "small letters, digits, '_' and '-'");
    }

    private static String matching(String given, Pattern pattern, String input, String wanted) {
        if (!pattern.matcher(given).matches()) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "'" + given + "' is not what " + input + " says: wanted " + wanted + ".",
                    "Correct the facts of the server or the program's parameters, then retry.");
        }
        return given;
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        String host = Inputs.of(call).text("host");
        GuestScript.Said said = remove.run(call, context, host, places(call), PATIENCE);
        return new StepResult(
                true,
                Map.of(),
                null,
                null,
                said.evidence(),
                "What was made for home " + Inputs.of(call).text("oracle_home") + " of " + host + " is taken away");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String host = inputs.text("host");
        systems.privileged(host);
        List<String> zips = new ArrayList<>();
        for (String name : List.of("zip", "update_zip", "opatch_zip")) {
            inputs.findText(name).ifPresent(zip -> zips.add(zip.replaceFirst(" .*", "")));
        }
        return Rendering.of(call)
                .says("would install home " + inputs.text("oracle_home") + " on " + host + " from "
                        + String.join(", ", zips) + " in " + inputs.text("software")
                        + ", unless it is registered there")
                .file(host, "install-home.sh", install.preview(values(call)))
                .file(host, "install.rsp", response(call))
                .check("each zip has the size and SHA-256 that the server's facts say.")
                .check("the prerequisites of the installer are met, or accepted by their names.")
                .result(context);
    }
}
