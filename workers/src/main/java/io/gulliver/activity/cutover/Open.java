package io.gulliver.activity.cutover;

import io.gulliver.activity.Databases;
import io.gulliver.activity.Databases.Address;
import io.gulliver.activity.Quiet;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
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
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.change(address, context)) {
            boolean restricted = Quiet.restricted(client);
            if (restricted) {
                client.execute("unrestrict-sessions", Map.of());
            }
            return StepResult.done(Map.of("opened", restricted), address.name() + " is open for users");
        }
    }
}
