package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.Exemption;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.OwnTablespace;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.estate.Platforms;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code movement.prepare-side}: steps C06 and C07 of {@code docs/domain/data-pump.md}; the user is ours by its
 * configured name.
 */
final class PrepareSide extends ShortAction {
    private final Databases databases;
    private final HostScripts scripts;

    PrepareSide(Databases databases, HostScripts scripts) {
        super("movement.prepare-side");
        this.databases = databases;
        this.scripts = scripts;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        String user = databases.user(rendering.shown("migration_credential"));
        String directory = rendering.shown("directory", "MIG_DP");
        boolean staged = call.inputs().containsKey("staging");
        if (staged) {
            rendering
                    .says("Would make the staging path " + rendering.shown("staging") + " on " + rendering.shown("host")
                            + ", and user " + user + " and directory " + directory + " at " + where
                            + ", each where it is missing")
                    .asks(where, "database-identity")
                    .check("PLATFORM_NAME is a Linux: on another system nothing of ours runs on that host.")
                    .script(
                            rendering.shown("host"),
                            "prepare-staging.sh",
                            Map.of("staging", rendering.shown("staging")));
        } else {
            rendering.says("Would make user " + user + " at " + where + " where it is missing");
        }
        String tablespace = rendering.shown("tablespace", "USERS");
        if (makesTablespace(call)) {
            rendering
                    .asks(where, "tablespaces", "datafiles")
                    .runs(
                            where,
                            "create-tablespace",
                            slots(tablespace, "«folder of the files of SYSTEM»/" + fileName(tablespace)));
        }
        rendering
                .asks(where, "users", "directories")
                .runs(where, "create-migration-user", Map.of("user", user, "tablespace", tablespace))
                .runs(where, "grant-session", Map.of("user", user));
        for (String role : DataPumpRoles.LATER) {
            rendering.runs(where, "grant-role", Map.of("role", role, "user", user));
        }
        rendering.check("before 11.1 these roles are " + String.join(" and ", DataPumpRoles.EARLIER) + ".");
        Exemption.exempted(call, databases, user)
                .forEach(one -> rendering.runs(where, "grant-privilege", Exemption.slots(one)));
        if (!staged) {
            return;
        }
        rendering
                .runs(where, "create-directory", Map.of("directory", directory, "path", rendering.shown("staging")))
                .runs(where, "grant-directory", Map.of("directory", directory, "user", user));
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address address = Address.of(call, "");
        String user = databases.user(inputs.text("migration_credential"));
        Optional<String> staging = inputs.findText("staging");
        double free = 0;
        try (OracleClient client = databases.change(address, call, context)) {
            if (staging.isPresent()) {
                requireLinux(client, address);
                free = makeStaging(call, address.host(), staging.get());
            }
            String tablespace = inputs.findText("tablespace").orElse("USERS");
            if (makesTablespace(call)) {
                makeTablespace(client, address, tablespace);
                keepThere(client, user, tablespace);
            }
            if (!exists(client, user)) {
                client.execute(
                        "create-migration-user",
                        Map.of(
                                "user",
                                user,
                                "password",
                                databases.password(inputs.text("migration_credential"), address.host()),
                                "tablespace",
                                tablespace));
            }
            client.execute("grant-session", Map.of("user", user));
            for (String role : DataPumpRoles.of(client.release())) {
                client.execute("grant-role", Map.of("role", role, "user", user));
            }
            for (String one : Exemption.exempted(call, databases, user)) {
                client.execute("grant-privilege", Exemption.slots(one));
            }
            if (staging.isPresent()) {
                makeDirectory(client, address, inputs.findText("directory").orElse("MIG_DP"), staging.get(), user);
            }
        }
        return StepResult.done(
                Map.of("free_gb", Math.floor(free * 10) / 10), "User " + user + " is ready at " + address.name());
    }

    /** Data Pump, checksums and copies are jobs of {@code gulliver-job} (R53 of {@code docs/domain/methods.md}). */
    private static void requireLinux(OracleClient client, Address address) {
        String platform = client.queryOne("database-identity", Map.of()).text("PLATFORM_NAME");
        if (!Platforms.linux(platform).orElse(true)) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "The host of " + address.name() + " runs " + platform
                            + ", and export, checksums and copy are jobs there whose scripts need Linux.",
                    "Roll back, and choose the method over a link, which runs nothing on that host where there is no login"
                            + " for it; or let a DBA export, sum up and copy there as By hand prints it.");
        }
    }

    private static boolean makesTablespace(StepCall call) {
        return Boolean.TRUE.equals(call.inputs().get("make_tablespace"));
    }

    /** Control tables of Data Pump take some megabytes for each thousand objects (practice); the file grows. */
    private static Map<String, String> slots(String tablespace, String file) {
        return Map.of("tablespace", tablespace, "file", file, "megabytes", "64", "next", "64");
    }

    private static String fileName(String tablespace) {
        return tablespace.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_") + "_own01.dbf";
    }

    /** Beside the files of SYSTEM; on a disk group of ASM, which names its files itself. */
    private static String file(OracleClient client, String tablespace) {
        String system = client.query("datafiles").stream()
                .filter(row -> row.text("TABLESPACE_NAME").equals("SYSTEM"))
                .map(row -> row.text("FILE_NAME"))
                .findFirst()
                .orElseThrow();
        return system.startsWith("+")
                ? system.substring(0, (system + "/").indexOf('/'))
                : system.substring(0, system.lastIndexOf('/') + 1) + fileName(tablespace);
    }

    private static void makeTablespace(OracleClient client, Address address, String tablespace) {
        Optional<OracleRow> there = client.query("tablespaces").stream()
                .filter(row -> row.text("TABLESPACE_NAME").equals(tablespace))
                .findFirst();
        if (there.isEmpty()) {
            client.execute("create-tablespace", slots(tablespace, file(client, tablespace)));
        } else if (!there.get().text("STATUS").equals("ONLINE")) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Tablespace " + tablespace + " of " + address.name() + " is "
                            + there.get().text("STATUS") + ", and the migration user's tables must be written there.",
                    "Give the playbook another source_tablespace, or have this one opened by its owner, then retry.");
        }
    }

    /** A user of an earlier run may keep its tables where nothing will be written. */
    private static void keepThere(OracleClient client, String user, String tablespace) {
        if (client.query("users").stream()
                .anyMatch(row -> row.text("USERNAME").equals(user)
                        && !row.text("DEFAULT_TABLESPACE").equals(tablespace))) {
            client.execute("set-user-tablespace", Map.of("user", user, "tablespace", tablespace));
        }
    }

    /** Answers the gigabytes that are free there. */
    private double makeStaging(StepCall call, String host, String path) {
        String said = scripts.demand(
                        call,
                        host,
                        "prepare-staging",
                        ScriptTemplate.load("prepare-staging.sh").render(Map.of("staging", path)),
                        List.of())
                .output();
        return said.lines()
                .filter(line -> line.startsWith("free_kb="))
                .mapToDouble(line -> Double.parseDouble(line.substring("free_kb=".length())) * 1024 / 1e9)
                .findFirst()
                .orElse(0);
    }

    private static void makeDirectory(
            OracleClient client, Address address, String directory, String staging, String user) {
        Optional<String> path = path(client, directory);
        if (path.isPresent() && !path.get().equals(staging)) {
            throw new StepFailedException(
                    FailureCode.NAME_TAKEN,
                    "Directory object " + directory + " of " + address.name() + " points to " + path.get() + ", wanted "
                            + staging + ".",
                    "Give the playbook another directory, or have this one dropped by its owner.");
        }
        if (path.isEmpty()) {
            client.execute("create-directory", Map.of("directory", directory, "path", staging));
        }
        client.execute("grant-directory", Map.of("directory", directory, "user", user));
    }

    static boolean exists(OracleClient client, String user) {
        return client.query("users").stream()
                .anyMatch(row -> row.text("USERNAME").equals(user));
    }

    static Optional<String> path(OracleClient client, String directory) {
        return client.query("directories").stream()
                .filter(row -> row.text("DIRECTORY_NAME").equals(directory))
                .map(row -> row.text("DIRECTORY_PATH"))
                .findFirst();
    }

    /** Removes user and directory object where they are; answers what was removed. */
    private List<String> remove(
            OracleClient client, StepCall call, StepContext context, String user, String directory) {
        List<String> removed = new java.util.ArrayList<>();
        if (exists(client, user)) {
            for (OracleRow session : client.query("application-sessions", Map.of("owners", "," + user + ","))) {
                SessionRestriction.kill(databases, Address.of(call, ""), client, call, context, session);
            }
            client.execute("drop-user", Map.of("user", user));
            removed.add("user " + user);
        }
        if (path(client, directory).isPresent()) {
            client.execute("drop-directory", Map.of("directory", directory));
            removed.add("directory " + directory);
        }
        return removed;
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            List<String> removed = remove(
                    client,
                    call,
                    context,
                    databases.user(inputs.text("migration_credential")),
                    inputs.findText("directory").orElse("MIG_DP"));
            removed.addAll(Exemption.end(call, databases, client));
            if (makesTablespace(call)) {
                removed.addAll(OwnTablespace.remove(client, inputs.text("tablespace")));
            }
            return StepResult.done(Map.of(), "Removed at " + address.name() + ": " + removed);
        }
    }
}
