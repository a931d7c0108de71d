package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;

/** {@code oracle.restore-point}: a state the target can go back to. */
final class RestorePoint extends ShortAction {
    private final Databases databases;

    RestorePoint(Databases databases) {
        super("oracle.restore-point");
        this.databases = databases;
    }

    static boolean exists(OracleClient client, String name) {
        return client.query("restore-points").stream()
                .anyMatch(row -> row.text("NAME").equals(name));
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would set the guaranteed restore point " + rendering.shown("name") + " at "
                        + rendering.database("") + ", where it is missing")
                .asks(rendering.database(""), "restore-points")
                .runs(rendering.database(""), "create-restore-point", Map.of("name", rendering.shown("name")));
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        String name = Inputs.of(call).text("name");
        try (OracleClient client = databases.change(Address.of(call, ""), call, context)) {
            boolean there = exists(client, name);
            if (!there) {
                client.execute("create-restore-point", Map.of("name", name));
            }
            return StepResult.done(Map.of("name", name), name + (there ? " was there" : " is set"));
        }
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        String name = Inputs.of(call).text("name");
        try (OracleClient client = databases.change(Address.of(call, ""), call, context)) {
            boolean there = exists(client, name);
            if (there) {
                client.execute("drop-restore-point", Map.of("name", name));
            }
            return StepResult.done(Map.of(), name + (there ? " dropped" : " was not there"));
        }
    }
}
