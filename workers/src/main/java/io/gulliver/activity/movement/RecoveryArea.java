package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code oracle.recovery-area}: drops the restore points that have served their time, and tells how full the recovery area is
 * ({@code docs/domain/data-pump.md}, 1.5). A full one is a database that stands.
 */
final class RecoveryArea extends ShortAction {
    /** Percent in use from which on somebody should look. */
    static final int ALARM = 80;

    private final Databases databases;

    RecoveryArea(Databases databases) {
        super("oracle.recovery-area");
        this.databases = databases;
    }

    /** How full it is, without what Oracle may take back, in percent; 0 where there is none. */
    static int percent(OracleClient client) {
        List<OracleRow> area = client.query("recovery-area");
        if (area.isEmpty() || area.get(0).number("SPACE_LIMIT").signum() == 0) {
            return 0;
        }
        BigDecimal used = area.get(0).number("SPACE_USED").subtract(area.get(0).number("SPACE_RECLAIMABLE"));
        return (int) Math.ceil(
                100 * used.doubleValue() / area.get(0).number("SPACE_LIMIT").doubleValue());
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would drop the restore points " + rendering.shown("restore_points", "(none)") + " at " + where
                        + ", each where it is there, and say how full the recovery area is")
                .asks(where, "restore-points");
        if (call.inputs().get("restore_points") instanceof List<?> points) {
            points.forEach(point -> rendering.runs(where, "drop-restore-point", Map.of("name", String.valueOf(point))));
        }
        rendering
                .asks(where, "recovery-area")
                .check("SPACE_USED without SPACE_RECLAIMABLE is at most " + ALARM + " % of SPACE_LIMIT.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        List<String> dropped = new ArrayList<>();
        try (OracleClient client = databases.change(address, call, context)) {
            Inputs inputs = Inputs.of(call);
            List<String> points = inputs.known("restore_points") ? inputs.texts("restore_points") : List.of();
            for (String point : points) {
                if (RestorePoint.exists(client, point)) {
                    client.execute("drop-restore-point", Map.of("name", point));
                    dropped.add(point);
                }
            }
            int percent = percent(client);
            return StepResult.done(
                    Map.of(
                            "dropped",
                            dropped,
                            "used_percent",
                            percent,
                            "facts",
                            Map.of("target_recovery_area_percent", Integer.toString(percent)),
                            "fact_units",
                            Map.of("target_recovery_area_percent", "%")),
                    "Dropped at " + address.name() + ": " + dropped + "; the recovery area is " + percent + " % full"
                            + (percent > ALARM ? ": enlarge it, or have archived logs backed up and deleted" : ""));
        }
    }
}
