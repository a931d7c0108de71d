package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@code movement.prepare-tablespaces}: step DP07 of {@code docs/domain/data-pump.md}; one bigfile tablespace each,
 * laid out at once by a detached SQL*Plus.
 */
final class PrepareTablespaces extends SqlPlusJob {
    private static final int LEAST_MB = 100;
    private static final int NEXT_MB = 1024;

    PrepareTablespaces(Systems systems, Databases databases) {
        super("movement.prepare-tablespaces", "tablespaces", "tablespaces", systems, databases);
    }

    private static Set<String> there(OracleClient client) {
        return client.query("tablespaces").stream()
                .map(row -> row.text("TABLESPACE_NAME"))
                .collect(Collectors.toSet());
    }

    private static String file(StepCall call, String tablespace) {
        return Inputs.of(call).text("datafile_destination") + "/"
                + Address.of(call, "").service().toLowerCase(Locale.ROOT) + "_"
                + tablespace.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_") + "_mig01.dbf";
    }

    @Override
    void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would create the missing ones of the tablespaces of " + rendering.shown("megabytes") + " at "
                        + where + ", with " + rendering.shown("percent", "130") + " % of their used size")
                .asks(where, "tablespaces", "datafiles");
        Inputs inputs = Inputs.of(call);
        if (!inputs.known("megabytes")) {
            rendering.runs(where, "create-tablespace", Map.of());
            return;
        }
        inputs.numbers("megabytes")
                .forEach((tablespace, used) ->
                        rendering.runs(where, "create-tablespace", slots(call, tablespace, used)));
    }

    private static Map<String, String> slots(StepCall call, String tablespace, double used) {
        int percent = Inputs.of(call).findWhole("percent").orElse(130);
        return Map.of(
                "tablespace",
                tablespace,
                "file",
                file(call, tablespace),
                "megabytes",
                Long.toString(Math.max(LEAST_MB, (long) Math.ceil(used * percent / 100))),
                "next",
                Integer.toString(NEXT_MB));
    }

    @Override
    List<Part> parts(StepCall call, OracleClient client, StepContext context) {
        Set<String> there = there(client);
        List<Part> parts = new ArrayList<>();
        Inputs.of(call).numbers("megabytes").forEach((tablespace, used) -> {
            if (!there.contains(tablespace)) {
                parts.add(new Part(tablespace, "create-tablespace", slots(call, tablespace, used)));
            }
        });
        return parts;
    }

    /** A repeated call finds its own by the name of the file that only this step gives. */
    @Override
    StepResult seen(StepCall call, OracleClient client, StepContext context) {
        List<String> created = ours(call, client);
        return StepResult.done(Map.of("created", created), "Tablespaces made by this step: " + created);
    }

    private static List<String> ours(StepCall call, OracleClient client) {
        Set<String> wanted = Inputs.of(call).numbers("megabytes").keySet();
        return client.query("datafiles").stream()
                .filter(row -> wanted.contains(row.text("TABLESPACE_NAME"))
                        && row.text("FILE_NAME").equals(file(call, row.text("TABLESPACE_NAME"))))
                .map(row -> row.text("TABLESPACE_NAME"))
                .toList();
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        clear(call, context);
        try (OracleClient client = databases.change(Address.of(call, ""), call, context)) {
            List<String> ours = ours(call, client);
            ours.forEach(tablespace -> client.execute("drop-tablespace", Map.of("tablespace", tablespace)));
            return StepResult.done(Map.of(), "Dropped tablespaces " + ours);
        }
    }
}
