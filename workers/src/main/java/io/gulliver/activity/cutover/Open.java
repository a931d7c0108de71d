package io.gulliver.activity.cutover;

import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;

/** {@code cutover.open}: the release to users. */
final class Open extends ShortAction {
    private final Databases databases;

    Open(Databases databases) {
        super("cutover.open");
        this.databases = databases;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would open " + rendering.database("") + " for users, where it is not open")
                .asks(rendering.database(""), "instances")
                .runs(rendering.database(""), "unrestrict-sessions", Map.of());
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, call, context)) {
            boolean restricted = client.query("instances").stream()
                    .anyMatch(row -> row.text("LOGINS").equals("RESTRICTED"));
            if (restricted) {
                SessionRestriction.unrestrict(databases, address, client, call, context);
            }
            return StepResult.done(Map.of("opened", restricted), address.name() + " is open for users");
        }
    }
}
