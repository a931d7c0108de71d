package io.gulliver.activity.movement;

import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code movement.prepare-dictionary}: step C08 of {@code docs/domain/data-pump.md}, in a detached SQL*Plus. What this
 * step has done in a round before is not done again; another run does it anew, for a dictionary grows.
 */
final class PrepareDictionary extends SqlPlusJob {
    private static final Part RECYCLE_BIN = new Part("recycle bin", "purge-recycle-bin", Map.of());
    private static final List<Part> STATISTICS = List.of(
            new Part("statistics of the dictionary", "gather-dictionary-statistics", Map.of()),
            new Part("statistics of fixed objects", "gather-fixed-statistics", Map.of()));

    PrepareDictionary(Systems systems, Databases databases) {
        super("movement.prepare-dictionary", "dictionary", "runs", systems, databases);
    }

    private static boolean purges(StepCall call) {
        return Boolean.TRUE.equals(call.inputs().get("purge_recycle_bin"));
    }

    @Override
    void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would gather statistics of the dictionary and of fixed objects at " + where + ", and "
                        + (purges(call) ? "empty its recycle bin for good" : "leave its recycle bin as it is"))
                .asks(where, "recycle-bin");
        List<Part> parts = new ArrayList<>(STATISTICS);
        if (purges(call)) {
            parts.add(0, RECYCLE_BIN);
        }
        parts.forEach(part -> rendering.runs(where, part.statement(), part.slots()));
        rendering.check("each statement ended without an error"
                + (purges(call) ? ", and DBA_RECYCLEBIN is empty." : "; nothing of the recycle bin crosses."));
    }

    @Override
    List<Part> parts(StepCall call, OracleClient client, StepContext context) {
        List<Part> parts = new ArrayList<>();
        if (purges(call) && !client.query("recycle-bin").isEmpty()) {
            parts.add(RECYCLE_BIN);
        }
        List<String> done = done(call);
        STATISTICS.stream().filter(part -> !done.contains(part.words())).forEach(parts::add);
        return parts;
    }

    @Override
    StepResult seen(StepCall call, OracleClient client, StepContext context) {
        int dropped = client.query("recycle-bin").stream()
                .mapToInt(row -> row.number("OBJECTS").intValue())
                .sum();
        return StepResult.done(
                Map.of("recycle_bin", dropped),
                "Statistics of dictionary and fixed objects are gathered; objects in the recycle bin: " + dropped);
    }
}
