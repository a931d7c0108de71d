package io.gulliver.activity.movement;

import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;

/**
 * {@code movement.consistent-point}: step DP04 of {@code docs/domain/data-pump.md}, the SCN as of which the export is
 * taken. Reads alone, so that a rehearsal may ask a source that is open.
 */
final class ConsistentPoint extends ShortAction {
    private final Databases databases;

    ConsistentPoint(Databases databases) {
        super("movement.consistent-point");
        this.databases = databases;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would take the SCN of " + where)
                .asks(where, "current-scn")
                .check("the SCN is that of the export.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.read(address, context)) {
            String scn = client.queryOne("current-scn", Map.of())
                    .number("CURRENT_SCN")
                    .toBigInteger()
                    .toString();
            return StepResult.done(Map.of("scn", scn), address.name() + " is exported as of SCN " + scn);
        }
    }
}
