package io.gulliver.activity.cutover;

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
import io.gulliver.activity.systems.RestartServices;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code cutover.clean-up}: the leftovers of a run that a machine may remove (C99 of {@code docs/domain/data-pump.md}).
 */
final class CleanUp extends ShortAction {
    private final Databases databases;
    private final RestartServices restart;

    CleanUp(Databases databases, HostScripts scripts) {
        super("cutover.clean-up");
        this.databases = databases;
        restart = new RestartServices(scripts);
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        String user = databases.user(rendering.shown("migration_credential"));
        rendering
                .says("Would remove user " + user + ", directory " + rendering.shown("directory", "MIG_DP")
                        + " and restore points " + rendering.shown("restore_points", "(none)") + " at " + where
                        + ", each where it is there")
                .asks(where, "datapump-jobs", "users", "directories", "restore-points")
                .runs(where, "drop-user", Map.of("user", user));
        if (!rendering.shown("tablespace", "").isEmpty()) {
            rendering
                    .asks(where, "tablespace-owners")
                    .runs(where, "drop-tablespace", Map.of("tablespace", rendering.shown("tablespace")));
        }
        Exemption.reader(call, databases)
                .ifPresent(reader -> rendering
                        .asks(where, "system-grants")
                        .runs(where, "revoke-privilege", Exemption.slots(reader)));
        rendering.runs(where, "drop-directory", Map.of("directory", rendering.shown("directory", "MIG_DP")));
        if (call.inputs().get("restore_points") instanceof List<?> points && !points.isEmpty()) {
            // An earlier step drops them in production.
            rendering.runs(where, "drop-restore-point", Map.of());
        }
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address address = Address.of(call, "");
        String user = databases.user(inputs.text("migration_credential"));
        String directory = inputs.findText("directory").orElse("MIG_DP");
        List<String> removed = new ArrayList<>();
        try (OracleClient client = databases.change(address, call, context)) {
            List<String> jobs = client.query("datapump-jobs").stream()
                    .filter(job -> job.text("OWNER_NAME").equals(user))
                    .map(job -> job.text("JOB_NAME") + " (" + job.text("STATE") + ")")
                    .toList();
            if (!jobs.isEmpty()) {
                throw new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "User " + user + " of " + address.name()
                                + " cannot be removed: it still owns the Data Pump jobs " + String.join(", ", jobs)
                                + ".",
                        "Attach to each (" + user + ".<job>) and end it with KILL_JOB, or drop the table of an orphaned"
                                + " one, then retry.");
            }
            if (client.query("users").stream()
                    .anyMatch(row -> row.text("USERNAME").equals(user))) {
                client.execute("drop-user", Map.of("user", user));
                removed.add("user " + user);
            }
            removed.addAll(Exemption.end(call, databases, client));
            removed.addAll(inputs.findText("tablespace")
                    .map(tablespace -> OwnTablespace.remove(client, tablespace))
                    .orElse(List.of()));
            if (client.query("directories").stream()
                    .anyMatch(row -> row.text("DIRECTORY_NAME").equals(directory))) {
                client.execute("drop-directory", Map.of("directory", directory));
                removed.add("directory " + directory);
            }
            List<?> points = call.inputs().get("restore_points") instanceof List<?> list ? list : List.of();
            for (Object point : points) {
                if (client.query("restore-points").stream()
                        .anyMatch(row -> row.text("NAME").equals(point))) {
                    client.execute("drop-restore-point", Map.of("name", String.valueOf(point)));
                    removed.add("restore point " + point);
                }
            }
        }
        // A target that is never opened keeps what its fence saw.
        restart.forget(call, address);
        return StepResult.done(Map.of("removed", removed), "Removed at " + address.name() + ": " + removed);
    }
}
