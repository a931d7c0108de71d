package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.systems.SourceDigest;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * {@code movement.read-only}: gate G8 of {@code docs/domain/cutover.md}. From here on, over a restart too, nobody writes to
 * the tablespaces of the applications; what they do not hold is digested.
 *
 * <p>ALTER TABLESPACE ... READ ONLY waits for transactions that began before (Database Administrator's Guide, <i>Making a
 * Tablespace Read-Only</i>), so it has a limit, after which they are named.
 */
final class ReadOnlySource extends ShortAction {
    private static final int CANCELLED = 1013;

    private final Databases databases;

    ReadOnlySource(Databases databases) {
        super("movement.read-only");
        this.databases = databases;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would make tablespaces " + rendering.shown("tablespaces") + " of " + where
                        + " read only, and digest what they do not hold; its undo opens these again")
                .asks(where, "tablespaces", "transaction-sessions");
        if (Inputs.of(call).known("tablespaces")) {
            Inputs.of(call)
                    .findTexts("tablespaces")
                    .forEach(name -> rendering.runs(where, "tablespace-read-only", Map.of("tablespace", name)));
        } else {
            rendering.forms(where, "tablespace", "tablespace-read-only");
        }
        rendering
                .asksForLines(
                        where, "tablespace-read-only-statements", Map.of("own", rendering.shown("own_tablespace")))
                .check(
                        "run each line that is printed: it waits for the transactions that are listed. Then keep what the"
                                + " next queries print.")
                .asks(where, "sequences", "object-times", "writable-tables", "datafile-changes");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address address = Address.of(call, "");
        List<String> tablespaces = inputs.findTexts("tablespaces");
        Duration patience =
                Duration.parse(inputs.findText("patience").map(Quiesce::iso).orElse("PT2M"));
        SortedMap<String, String> digest;
        try (OracleClient client = databases.change(address, call, context)) {
            SortedMap<String, String> states = states(client);
            for (String tablespace : tablespaces) {
                if ("READ ONLY".equals(states.get(tablespace))) {
                    continue;
                }
                context.progress(new Progress(0, null, "tablespaces", null, tablespace + " is made read only"));
                close(client, call, context, tablespace, patience);
            }
            digest = SourceDigest.of(
                    client, databases.tables(client, client), inputs.texts("schemas"), databases.ownUsers());
        }
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("read_only", tablespaces);
        outputs.put("digest", digest);
        return StepResult.done(outputs, "Read only at " + address.name() + ": " + tablespaces);
    }

    private void close(OracleClient client, StepCall call, StepContext context, String tablespace, Duration patience) {
        Map<String, String> slots = Map.of("tablespace", tablespace);
        try {
            client.execute("tablespace-read-only", slots, Map.of(), patience);
        } catch (OracleException e) {
            if (e.code() != CANCELLED) {
                throw e;
            }
            Address address = Address.of(call, "");
            List<String> blocking = new ArrayList<>();
            try (OracleClient looking = databases.read(address, context)) {
                looking.query("transaction-sessions").forEach(row -> blocking.add(told(row)));
            }
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Tablespace " + tablespace + " of " + address.name() + " is not read only after "
                            + patience.toSeconds() + " s: it waits for transactions that began before, of "
                            + (blocking.isEmpty() ? "nobody who is left" : String.join("; ", blocking)) + ".",
                    "End these sessions or have their transactions committed, then retry; what is read only already stays"
                            + " so. Roll back opens it again.");
        }
    }

    private static String told(OracleRow row) {
        return "session " + SessionRestriction.named(row) + " ("
                + row.findText("USERNAME") + ", program " + row.findText("PROGRAM") + ", machine "
                + row.findText("MACHINE") + ")";
    }

    private static SortedMap<String, String> states(OracleClient client) {
        SortedMap<String, String> states = new TreeMap<>();
        client.query("tablespaces").forEach(row -> states.put(row.text("TABLESPACE_NAME"), row.text("STATUS")));
        return states;
    }

    /** Those that could be written before, and no others. */
    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        List<String> opened = new ArrayList<>();
        try (OracleClient client = databases.change(address, call, context)) {
            SortedMap<String, String> states = states(client);
            for (String tablespace : Inputs.of(call).findTexts("tablespaces")) {
                if ("READ ONLY".equals(states.get(tablespace))) {
                    client.execute("tablespace-read-write", Map.of("tablespace", tablespace));
                    opened.add(tablespace);
                }
            }
        }
        return StepResult.done(Map.of(), "Writable again at " + address.name() + ": " + opened);
    }
}
