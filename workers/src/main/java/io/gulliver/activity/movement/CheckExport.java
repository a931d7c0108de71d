package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code movement.check-export}: steps DP01 and DP02 of {@code docs/domain/data-pump.md}. The estimate sums segments,
 * as ESTIMATE=BLOCKS does; indexes are not dumped.
 */
final class CheckExport extends ShortAction {
    /** Staging must hold 1.2 times the estimate ({@code docs/domain/data-pump.md}, 1.4). */
    private static final double ROOM = 1.2;

    private final Databases databases;

    CheckExport(Databases databases) {
        super("movement.check-export");
        this.databases = databases;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would demand room for " + ROOM + " times the estimated dump in the staging path of "
                        + rendering.shown("host") + ", and look at undo and leftovers")
                .asks(rendering.database(""), "segments", "release-banner", "undo-history", "datapump-jobs")
                .asksParameters(rendering.database(""), "undo_retention")
                .check("the staging path has room for 1.2 times these segments, and undo_retention lasts as long as the"
                        + " export.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address address = Address.of(call, "");
        // A name that the parameter file cannot have is told days before the outage.
        DataPump.schemas(inputs);
        Set<String> schemas = new TreeSet<>(inputs.texts("schemas"));
        List<String> warnings = new ArrayList<>();
        try (OracleClient client = databases.read(address, context)) {
            double bytes = client.query("segments").stream()
                    .filter(row -> schemas.contains(row.text("OWNER"))
                            && !row.text("SEGMENT_TYPE").contains("INDEX"))
                    .mapToDouble(row -> row.number("BYTES").doubleValue())
                    .sum();
            double gb = Math.ceil(bytes / 1e9 * 10) / 10;
            if (inputs.number("free_gb") < gb * ROOM) {
                throw new StepFailedException(
                        FailureCode.CAPACITY_EXHAUSTED,
                        "The staging path of " + address.host() + " has " + inputs.number("free_gb")
                                + " GB free; wanted " + ROOM + " times the estimate of " + gb + " GB.",
                        "Enlarge or clean the staging file system, repeat the step that prepares this side, then retry.");
            }
            int workers = DataPump.workers(inputs, client);
            if (workers < inputs.findWhole("parallel").orElse(1)) {
                warnings.add("Standard Edition: one worker instead of "
                        + inputs.findWhole("parallel").orElse(1));
            }
            Duration expected =
                    Duration.ofSeconds((long) Math.ceil(bytes / (workers * inputs.number("rate_mb") * 1e6)));
            int retention = Integer.parseInt(client.queryOne("parameter", Map.of("name", "undo_retention"))
                    .text("VALUE"));
            double tuned = client.query("undo-history").stream()
                    .mapToDouble(row -> row.number("TUNED_UNDORETENTION").doubleValue())
                    .max()
                    .orElse(retention);
            long tooOld = client.query("undo-history").stream()
                    .map(row -> row.findNumber("SSOLDERRCNT"))
                    .filter(count -> count != null && count.signum() > 0)
                    .count();
            if (expected.toSeconds() > Math.max(retention, tuned)) {
                warnings.add("The export is expected to take " + expected.toSeconds() + " s, undo is kept for "
                        + (long) Math.max(retention, tuned) + " s: ORA-01555 when somebody writes meanwhile");
            }
            if (tooOld > 0) {
                warnings.add("ORA-01555 was seen in " + tooOld + " of the last intervals of undo history");
            }
            if (!warnings.isEmpty() && !Boolean.TRUE.equals(call.inputs().getOrDefault("offline", true))) {
                throw new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "Database " + address.name() + ": " + warnings,
                        "Raise UNDO_RETENTION and undo space above the expected time, then retry.");
            }
            long leftovers = client.query("datapump-jobs").stream()
                    .map((OracleRow row) -> row.text("JOB_NAME"))
                    .filter(job -> !job.startsWith("MIG_"))
                    .count();
            if (leftovers > 0) {
                warnings.add(leftovers + " Data Pump jobs of others are in DBA_DATAPUMP_JOBS");
            }
            Map<String, Object> outputs = new LinkedHashMap<>();
            outputs.put("estimate_gb", gb);
            outputs.put("expected", expected.toString());
            outputs.put("undo_retention", retention);
            outputs.put("warnings", warnings);
            return StepResult.done(outputs, gb + " GB, about " + expected.toMinutes() + " min; " + warnings);
        }
    }
}
