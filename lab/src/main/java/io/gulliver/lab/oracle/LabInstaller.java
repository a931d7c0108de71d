package io.gulliver.lab.oracle;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.Ledger.Effect;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lab's {@code runInstaller} and {@code gridSetup.sh} of 19, with {@code oui/bin/runInstaller}, {@code opatch version} and {@code
 * roothas.sh}: they work in a home that {@link LabSoftware}'s zips were unpacked into, and refuse what they do not know.
 *
 * <p>Keys of response files are those of the templates that public listings of a 19.3 home show; messages and ends are those of public
 * runs: INS-10105 for a key of no schema, INS-32025 for a home that is registered, INS-35341 for an owner outside a group, INS-13013 and
 * INS-13014 for prerequisites, INS-08101 where the checker of the base release does not know the distribution and is not told another
 * by CV_ASSUME_DISTID; 0, or 6 with warnings. That others end with 253, and what broke inside with 252, is judged.
 *
 * <p>Prerequisites that are not met stand in {@code var/lab/prerequisites} of the host's tree, {@code NAME|SEVERITY} a line.
 */
final class LabInstaller {
    private static final int WITH_WARNINGS = 6;
    private static final int REFUSED = 253;
    private static final int BROKEN = 252;
    private static final Duration WORK = Duration.ofMinutes(15);
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd_hh-mm-ssa", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final Set<String> DATABASE_GROUPS = Set.of(
            "oracle.install.db.OSDBA_GROUP",
            "oracle.install.db.OSBACKUPDBA_GROUP",
            "oracle.install.db.OSDGDBA_GROUP",
            "oracle.install.db.OSKMDBA_GROUP",
            "oracle.install.db.OSRACDBA_GROUP");
    private static final Set<String> GRID_GROUPS =
            Set.of("oracle.install.asm.OSDBA", "oracle.install.asm.OSASM", "oracle.install.asm.OSOPER");

    private final LabOracle oracle;
    private final LabContext context;

    LabInstaller(LabOracle oracle, LabContext context) {
        this.oracle = oracle;
        this.context = context;
    }

    /** A call that it has turned down, with what it prints. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
        private final int code;

        Refused(int code, String message) {
            super(message);
            this.code = code;
        }
    }

    /** Runs it; @return its exit code */
    int run(ProgramCall call) throws IOException {
        try {
            switch (call.program()) {
                case "roothas.sh":
                    return restart(call, call.place().getParent().getParent());
                case "opatch":
                    return opatch(call);
                default:
                    return call.place().endsWith("oui/bin")
                            ? inventory(call, call.place().getParent().getParent())
                            : install(call, call.place(), call.program().equals("gridSetup.sh"));
            }
        } catch (Refused e) {
            call.print(String.valueOf(e.getMessage()));
            return e.code;
        }
    }

    // ---- the installation

    private int install(ProgramCall call, Path home, boolean grid) throws IOException, Refused {
        String login = login(call);
        if (!login.equals(read(home.resolve(LabSoftware.OWNER)).strip())) {
            throw new Refused(
                    REFUSED,
                    "[FATAL] [INS-32038] The operating system group or user of the home " + home + " is not " + login
                            + "'s.");
        }
        Options options = Options.of(call);
        String stamp = STAMP.format(context.clock().instant());
        boolean warned = false;
        if (!options.update().isEmpty()) {
            if (options.checkOnly()) {
                throw new Refused(REFUSED, "LAB-00002: -executePrereqs stands without -applyRU here");
            }
            patch(call, home, Path.of(options.update()), grid, stamp);
        }
        call.print("Launching Oracle " + (grid ? "Grid Infrastructure" : "Database") + " Setup Wizard...");
        call.print("");
        Map<String, String> response = response(call, home, options.responseFile(), grid);
        Path inventory = Path.of(response.get("INVENTORY_LOCATION"));
        require(call, home, response, grid, inventory);
        Path logs = Files.createDirectories(
                inventory.resolve("logs/" + (grid ? "GridSetupActions" : "InstallActions") + stamp));
        Path log = logs.resolve((grid ? "gridSetupActions" : "installActions") + stamp + ".log");
        List<String> failed = lines(tree(call).resolve("var/lab/prerequisites"));
        writeLog(log, failed);
        String distribution = distribution(call);
        if (distribution.equals("rhel-9")
                && call.environment("CV_ASSUME_DISTID") == null
                && Files.notExists(home.resolve(LabSoftware.PATCHES))) {
            throw new Refused(
                    REFUSED,
                    "[WARNING] [INS-08101] Unexpected error while executing the action at state: 'supportedOSCheck'\n"
                            + "   CAUSE: No additional information available.\n   SUMMARY:\n       - java.lang.NullPointerException");
        }
        if (failed.stream().anyMatch(one -> !one.endsWith("|IGNORABLE"))) {
            call.print("[" + (options.ignore() ? "WARNING" : "FATAL")
                    + "] [INS-13013] Target environment does not meet some mandatory requirements.");
            call.print("   CAUSE: Some of the mandatory prerequisites are not met. See logs for details. " + log);
            if (!options.ignore()) {
                return REFUSED;
            }
            warned = true;
        } else if (!failed.isEmpty()) {
            call.print("[WARNING] [INS-13014] Target environment does not meet some optional requirements.");
            call.print("   CAUSE: Some of the optional prerequisites are not met. See logs for details. " + log);
            warned = true;
        }
        if (options.checkOnly()) {
            call.print("You can find the log of this install session at:");
            call.print(" " + log);
            return warned ? WITH_WARNINGS : 0;
        }
        return setUp(call, home, grid, inventory, log, warned, response);
    }

    private int setUp(
            ProgramCall call,
            Path home,
            boolean grid,
            Path inventory,
            Path log,
            boolean warned,
            Map<String, String> response)
            throws IOException, Refused {
        call.print("The response file for this session can be found at:");
        call.print(" "
                + home.resolve("install/response/" + (grid ? "grid" : "db") + "_" + log.getFileName())
                        .toString()
                        .replace(".log", ".rsp"));
        call.print("");
        call.print("You can find the log of this install session at:");
        call.print(" " + log);
        boolean fails = context.faults().take(call.host(), call.program(), FaultKind.JOB_FAILS);
        boolean endless = context.faults().take(call.host(), call.program(), FaultKind.NEVER_ENDS);
        context.ledger()
                .record(
                        LabOracle.SYSTEM,
                        "begin-install",
                        home + "@" + call.host(),
                        login(call),
                        Effect.STARTED,
                        Map.of());
        for (int part = 1; part <= 4 || endless; part++) {
            // What it prints tells it that nobody listens any more: whoever killed it.
            call.print("." + ".".repeat(part % 20));
            pause(endless ? Duration.ZERO : context.time().work(WORK.dividedBy(4)), endless);
            if (fails && part == 2) {
                throw new Refused(
                        BROKEN,
                        "[FATAL] [INS-32715] The source home (" + home + ") could not be linked; see " + home
                                + "/install/make.log");
            }
        }
        String version = version(home);
        boolean first = Files.notExists(tree(call).resolve("etc/oraInst.loc"));
        register(inventory, home, false, false);
        if (first) {
            Files.writeString(
                    tree(call).resolve("var/lab/unpacked"),
                    inventory + "\n",
                    java.nio.file.StandardOpenOption.CREATE,
                    java.nio.file.StandardOpenOption.APPEND);
            script(
                    inventory.resolve("orainstRoot.sh"),
                    ORAINST.replace("INVENTORY", inventory.toString())
                            .replace("GROUP", response.getOrDefault("UNIX_GROUP_NAME", "oinstall")));
        }
        script(home.resolve("root.sh"), ROOT.replace("HOME_OF", home.toString()));
        Files.createDirectories(home.resolve("bin"));
        for (String program : List.of("oracle", "tnslsnr")) {
            Files.writeString(home.resolve("bin").resolve(program), "");
        }
        oracle.settle(call.host(), home, version, grid);
        context.ledger()
                .record(
                        LabOracle.SYSTEM,
                        "install-home",
                        home + "@" + call.host(),
                        login(call),
                        Effect.CREATED,
                        Map.of("version", version, "grid", grid));
        call.print("As a root user, execute the following script(s):");
        if (first) {
            call.print("\t1. " + inventory.resolve("orainstRoot.sh"));
        }
        call.print("\t" + (first ? 2 : 1) + ". " + home.resolve("root.sh"));
        call.print("");
        call.print(warned ? "Successfully Setup Software with warning(s)." : "Successfully Setup Software.");
        return warned ? WITH_WARNINGS : 0;
    }

    /** Words of a silent run. */
    private record Options(boolean checkOnly, boolean ignore, String update, String responseFile) {
        static Options of(ProgramCall call) throws Refused {
            boolean silent = false;
            boolean waits = false;
            boolean check = false;
            boolean ignore = false;
            String update = "";
            String response = "";
            List<String> words = call.arguments();
            for (int i = 0; i < words.size(); i++) {
                switch (words.get(i)) {
                    case "-silent" -> silent = true;
                    case "-waitforcompletion" -> waits = true;
                    case "-executePrereqs" -> check = true;
                    case "-ignorePrereqFailure" -> ignore = true;
                    case "-applyRU" -> update = next(words, ++i);
                    case "-responseFile" -> response = next(words, ++i);
                    default ->
                        throw new Refused(
                                REFUSED,
                                "[FATAL] [INS-04003] Invalid argument passed from command line: " + words.get(i));
                }
            }
            if (!silent || !waits) {
                throw new Refused(
                        REFUSED, "LAB-00002: a run without -silent and -waitforcompletion is not played here");
            }
            return new Options(check, ignore, update, response);
        }

        private static String next(List<String> words, int place) throws Refused {
            if (place >= words.size()) {
                throw new Refused(REFUSED, "[FATAL] [INS-04003] Invalid argument passed from command line");
            }
            return words.get(place);
        }
    }

    private void patch(ProgramCall call, Path home, Path update, boolean grid, String stamp)
            throws IOException, Refused {
        call.print("Preparing the home to patch...");
        call.print("Applying the patch " + update + "...");
        Path told = update.resolve(LabSoftware.UPDATE);
        if (Files.notExists(told)) {
            throw new Refused(BROKEN, "ERROR: The patch location " + update + " is not valid.");
        }
        String[] words = read(told).strip().split(" ");
        boolean ofGrid = words[2].equals("grid");
        if (LabSession.compare(read(home.resolve("OPatch/version.txt")).strip(), words[1]) < 0) {
            throw new Refused(
                    BROKEN,
                    "OPatch command failed while applying the patch. For details look at the logs from " + home
                            + "/cfgtoollogs/opatchauto/.");
        }
        if (grid && !ofGrid || Files.exists(home.resolve(LabSoftware.PATCHES))) {
            throw new Refused(BROKEN, "ERROR: The patch " + update + " does not go into the home " + home + ".");
        }
        String number = String.valueOf(update.getFileName());
        Files.writeString(
                home.resolve(LabSoftware.PATCHES),
                number + ";Database Release Update : " + words[0] + " (" + number + ")\n");
        call.print("Successfully applied the patch.");
        call.print("The log can be found at: /tmp/InstallActions" + stamp + "/installerPatchActions_" + stamp + ".log");
    }

    private Map<String, String> response(ProgramCall call, Path home, String file, boolean grid)
            throws IOException, Refused {
        Path path = Path.of(file);
        if (file.isEmpty() || Files.notExists(path)) {
            throw new Refused(REFUSED, "[FATAL] [INS-10101] The given response file " + file + " is not found.");
        }
        Set<String> known = keys(grid);
        Map<String, String> response = new TreeMap<>();
        for (String line : Files.readAllLines(path, StandardCharsets.UTF_8)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] pair = line.split("=", 2);
            if (pair.length < 2 || !known.contains(pair[0]) || response.put(pair[0], pair[1]) != null) {
                throw unfit(file, pair[0]);
            }
        }
        String header = "/oracle/install/rspfmt_" + (grid ? "crs" : "db") + "install_response_schema_v19.0.0";
        if (!header.equals(response.get("oracle.install.responseFileVersion"))) {
            throw unfit(file, "oracle.install.responseFileVersion");
        }
        for (String key : List.of("oracle.install.option", "INVENTORY_LOCATION", "ORACLE_BASE")) {
            if (response.getOrDefault(key, "").isEmpty()) {
                throw unfit(file, key);
            }
        }
        if (!response.get("oracle.install.option").equals(grid ? "CRS_SWONLY" : "INSTALL_DB_SWONLY")) {
            throw new Refused(
                    REFUSED, "[FATAL] LAB-00002: " + response.get("oracle.install.option") + " is not played here");
        }
        String suffix = grid ? "crs" : "db";
        if (!"false".equals(response.get("oracle.install." + suffix + ".rootconfig.executeRootScript"))) {
            throw new Refused(REFUSED, "[FATAL] LAB-00002: root scripts by the installer are not played here");
        }
        if (!grid
                && (!home.toString().equals(response.get("ORACLE_HOME"))
                        || !Set.of("EE", "SE2")
                                .contains(response.getOrDefault("oracle.install.db.InstallEdition", "")))) {
            throw new Refused(
                    REFUSED,
                    "[FATAL] [INS-35954] The installer has detected that the Oracle home location or edition provided"
                            + " in the response file is not correct.");
        }
        return response;
    }

    private void require(ProgramCall call, Path home, Map<String, String> response, boolean grid, Path inventory)
            throws IOException, Refused {
        String login = login(call);
        List<String> groups = groups(call, login);
        for (String key : grid ? GRID_GROUPS : DATABASE_GROUPS) {
            String group = response.getOrDefault(key, "");
            if (group.isEmpty()) {
                throw new Refused(REFUSED, "[FATAL] [INS-35344] The value is not specified for " + key + ".");
            }
            if (!groups.contains(group)) {
                throw new Refused(
                        REFUSED,
                        "[FATAL] [INS-35341] The installation user is not a member of the following groups: [" + group
                                + "]");
            }
        }
        String pointer = lines(tree(call).resolve("etc/oraInst.loc")).stream()
                .filter(line -> line.startsWith("inventory_loc="))
                .map(line -> line.substring("inventory_loc=".length()))
                .findFirst()
                .orElse(inventory.toString());
        if (!pointer.equals(inventory.toString())) {
            throw new Refused(REFUSED, "[FATAL] [INS-32031] Invalid inventory location: " + inventory + ".");
        }
        if (lines(inventory.resolve("ContentsXML/inventory.xml")).stream()
                .anyMatch(line -> line.contains("LOC=\"" + home + "\"") && !line.contains("REMOVED"))) {
            throw new Refused(
                    REFUSED,
                    "[FATAL] [INS-32025] The chosen installation conflicts with software already installed in the given Oracle"
                            + " home.");
        }
    }

    private static Refused unfit(String file, String key) {
        return new Refused(
                REFUSED,
                "[FATAL] [INS-10105] The given response file " + file + " is not valid.\n   SUMMARY:\n       - " + key);
    }

    private static Set<String> keys(boolean grid) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(LabInstaller.class
                        .getClassLoader()
                        .getResourceAsStream("gulliver-lab/oracle/install-keys.txt")),
                StandardCharsets.UTF_8))) {
            String begin = grid ? "crs " : "db ";
            return in.lines()
                    .filter(line -> line.startsWith(begin))
                    .map(line -> line.substring(begin.length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void writeLog(Path log, List<String> failed) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "INFO: Physical Memory: This is a prerequisite condition to test whether the system has enough memory.",
                "INFO: Severity:IGNORABLE",
                "INFO: OverallStatus:SUCCESSFUL"));
        for (String one : failed) {
            String[] words = one.split("\\|", 2);
            lines.add("INFO: " + words[0] + ": This is a prerequisite condition to test it.");
            lines.add("INFO: Severity:" + words[1]);
            lines.add("INFO: OverallStatus:VERIFICATION_FAILED");
        }
        Files.write(log, lines);
    }

    private static String version(Path home) throws IOException {
        List<String> patches = lines(home.resolve(LabSoftware.PATCHES));
        String base = read(home.resolve(LabSoftware.IMAGE)).strip().split(" ")[1];
        if (patches.isEmpty()) {
            return base;
        }
        String[] numbers = patches.get(0).replaceFirst(".* : ", "").split("\\.");
        return numbers[0] + "." + numbers[1] + ".0.0.0";
    }

    // ---- the inventory

    private int inventory(ProgramCall call, Path home) throws IOException, Refused {
        call.print("Starting Oracle Universal Installer...");
        call.print("");
        Path pointer = tree(call).resolve("etc/oraInst.loc");
        String inventory = lines(pointer).stream()
                .filter(line -> line.startsWith("inventory_loc="))
                .map(line -> line.substring("inventory_loc=".length()))
                .findFirst()
                .orElseThrow(() ->
                        new Refused(1, "SEVERE: The inventory pointer location " + pointer + " is not readable."));
        if (!login(call).equals(read(home.resolve(LabSoftware.OWNER)).strip())) {
            throw new Refused(
                    1, "OUI-10005: You do not have sufficient permissions to access the inventory " + inventory);
        }
        List<String> words = call.arguments();
        List<String> detach = List.of("-silent", "-waitforcompletion", "-detachHome", "ORACLE_HOME=" + home);
        List<String> update = List.of(
                "-silent",
                "-waitforcompletion",
                "-updateNodeList",
                "ORACLE_HOME=" + home,
                "-defaultHomeName",
                "CLUSTER_NODES=",
                "CRS=TRUE");
        if (!words.equals(detach) && !words.equals(update)) {
            throw new Refused(1, "LAB-00002: the arguments " + words + " are not played here");
        }
        if (lines(Path.of(inventory, "ContentsXML/inventory.xml")).stream()
                .noneMatch(line -> line.contains("LOC=\"" + home + "\"") && !line.contains("REMOVED"))) {
            throw new Refused(1, "SEVERE: OUI-10197: Unable to find the Oracle home " + home + " in the inventory.");
        }
        register(Path.of(inventory), home, words.equals(update), words.equals(detach));
        if (words.equals(detach)) {
            oracle.unsettle(call.host(), home);
            context.ledger()
                    .record(
                            LabOracle.SYSTEM,
                            "install-home",
                            home + "@" + call.host(),
                            login(call),
                            Effect.DELETED,
                            Map.of());
        }
        call.print("The inventory pointer is located at /etc/oraInst.loc");
        call.print(words.equals(detach) ? "'DetachHome' was successful." : "'UpdateNodeList' was successful.");
        return 0;
    }

    private static void register(Path inventory, Path home, boolean restart, boolean removed) throws IOException {
        Path file = Files.createDirectories(inventory.resolve("ContentsXML")).resolve("inventory.xml");
        List<String> lines = new ArrayList<>(lines(file));
        if (lines.isEmpty()) {
            lines.addAll(List.of(
                    "<?xml version=\"1.0\" standalone=\"yes\" ?>",
                    "<INVENTORY>",
                    "<VERSION_INFO>",
                    "   <SAVED_WITH>12.2.0.7.0</SAVED_WITH>",
                    "   <MINIMUM_VER>2.1.0.6.0</MINIMUM_VER>",
                    "</VERSION_INFO>",
                    "<HOME_LIST>",
                    "</HOME_LIST>",
                    "</INVENTORY>"));
        }
        lines.removeIf(line -> line.contains("LOC=\"" + home + "\""));
        int end = lines.indexOf("</HOME_LIST>");
        lines.add(
                end,
                "<HOME NAME=\"OraHome" + end + "\" LOC=\"" + home + "\" TYPE=\"O\" IDX=\"" + end + "\""
                        + (restart ? " CRS=\"true\"" : "") + (removed ? " REMOVED=\"T\"" : "") + "/>");
        Files.write(file, lines);
    }

    // ---- other programs of the home

    private int opatch(ProgramCall call) throws IOException, Refused {
        if (!call.arguments().equals(List.of("version"))) {
            throw new Refused(14, "OPatch failed with error code 14");
        }
        Path told = call.place().resolve("version.txt");
        call.print("OPatch Version: " + (Files.exists(told) ? read(told).strip() : "12.2.0.1.43"));
        call.print("");
        call.print("OPatch succeeded.");
        return 0;
    }

    private int restart(ProgramCall call, Path home) throws IOException, Refused {
        if (!"1".equals(call.environment("LAB_ROOT"))) {
            throw new Refused(1, "You must be logged in as root to run this script.");
        }
        Path has = tree(call).resolve("var/lab/asm/has");
        if (call.arguments().equals(List.of("-deconfig", "-force"))) {
            Files.deleteIfExists(has);
            oracle.removeRestart(call.host());
            call.print("CLSRSC-337: Successfully deconfigured Oracle Restart stack");
            return 0;
        }
        if (!call.arguments().isEmpty()) {
            throw new Refused(1, "LAB-00002: the arguments " + call.arguments() + " are not played here");
        }
        if (Files.notExists(home.resolve(LabSoftware.ROOTED))) {
            throw new Refused(1, "CLSRSC-1: root.sh of " + home + " was not run");
        }
        if (Files.exists(has)) {
            throw new Refused(1, "CLSRSC-455: Failed to configure Oracle Restart: it is configured already");
        }
        Files.createDirectories(has.getParent());
        Files.writeString(has, "");
        oracle.installRestart(call.host());
        call.print("CLSRSC-327: Successfully configured Oracle Restart for a standalone server");
        return 0;
    }

    /** Ends a run without its client, however long it is told to take. */
    private void pause(Duration span, boolean endless) {
        try {
            if (endless) {
                Thread.sleep(50);
            } else {
                context.time().sleep(span);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String login(ProgramCall call) {
        return "1".equals(call.environment("LAB_ROOT"))
                ? "root"
                : Objects.requireNonNullElse(call.environment("LAB_LOGIN"), "oracle");
    }

    private static Path tree(ProgramCall call) {
        return Path.of(Objects.requireNonNull(call.environment("LAB_HOST_ROOT")));
    }

    private static List<String> groups(ProgramCall call, String login) throws IOException {
        String first = lines(tree(call).resolve("etc/passwd")).stream()
                .map(line -> line.split(":", -1))
                .filter(user -> user[0].equals(login))
                .map(user -> user[3])
                .findFirst()
                .orElse("");
        return lines(tree(call).resolve("etc/group")).stream()
                .map(line -> line.split(":", -1))
                .filter(group -> group[2].equals(first)
                        || Arrays.asList(group[3].split(",")).contains(login))
                .map(group -> group[0])
                .toList();
    }

    private static String distribution(ProgramCall call) throws IOException {
        Map<String, String> release = new TreeMap<>();
        for (String line : lines(tree(call).resolve("etc/os-release"))) {
            String[] pair = line.replace("\"", "").split("=", 2);
            if (pair.length == 2) {
                release.put(pair[0], pair[1]);
            }
        }
        return release.getOrDefault("ID", "") + "-"
                + release.getOrDefault("VERSION_ID", "").replaceFirst("\\..*", "");
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String read(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private static List<String> lines(@Nullable Path file) throws IOException {
        if (file == null || Files.notExists(file)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> !line.isBlank()).toList();
        }
    }

    private static final String ORAINST = """
            #!/bin/sh
            [ "${LAB_ROOT:-}" = 1 ] || { echo "Only root may run this script."; exit 1; }
            printf 'inventory_loc=INVENTORY\\ninst_group=GROUP\\n' >"$LAB_HOST_ROOT/etc/oraInst.loc"
            echo "Changing permissions of INVENTORY."
            echo "Changing groupname of INVENTORY to GROUP."
            echo "The execution of the script is complete."
            """;

    private static final String ROOT = """
            #!/bin/sh
            [ "${LAB_ROOT:-}" = 1 ] || { echo "You must be logged in as user with UID as zero (e.g. root user) to run root configuration script."; exit 1; }
            [ -e "$LAB_HOST_ROOT/etc/oraInst.loc" ] || { echo "There is no /etc/oraInst.loc: run orainstRoot.sh first."; exit 1; }
            touch "$LAB_HOST_ROOT/etc/oratab" "HOME_OF/.lab-rooted"
            echo "Check HOME_OF/install/root_$LAB_HOST.log for the output of root script"
            """;
}
