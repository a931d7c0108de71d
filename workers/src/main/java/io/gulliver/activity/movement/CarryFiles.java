package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.assessment.crossing.CarryOver;
import io.gulliver.assessment.crossing.CarryOver.Kind;
import io.gulliver.assessment.crossing.CarryOver.Things;
import io.gulliver.assessment.crossing.HostFiles;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * {@code movement.carry-files}: AD12 of {@code docs/domain/around-the-data.md}; what lies around a database on its host, and
 * what of it no export has: files of Oracle Net, wallets, the password file, start at boot, the keystore and records
 * of the audit trail. It makes nothing; it lists, and compares once there is a target.
 */
final class CarryFiles extends ShortAction {
    /** A directory that nobody has. */
    private static final String NONE = "-";

    private static final String SCRIPT = "host-files.sh";

    /** Keystores have a view from 11.1 on. */
    private static final int FIRST_KEYSTORE = 11;

    private static final BigDecimal MEGABYTE = BigDecimal.valueOf(1 << 20);

    private final Databases databases;
    private final HostScripts scripts;

    CarryFiles(Databases databases, HostScripts scripts) {
        super("movement.carry-files");
        this.databases = databases;
        this.scripts = scripts;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        boolean both = call.inputs().containsKey("host");
        rendering
                .says("Would list what lies on the host of " + rendering.database("source_") + " around the database"
                        + (both ? ", and compare it with that of " + rendering.database("") : "")
                        + ": oratab, sqlnet.ora, wallets, static services, password file, start at boot; and in the"
                        + " database its keystore and the records of its audit trail")
                .script(rendering.shown("source_host"), SCRIPT, slots(rendering, "source_"));
        if (both) {
            rendering.script(rendering.shown("host"), SCRIPT, slots(rendering, ""));
            rendering.asksBoth("audit-segments", "encryption-wallet");
        } else {
            rendering.asks(rendering.database("source_"), "audit-segments", "encryption-wallet");
        }
        rendering.check(
                "each line of the source stands at the target as well, or it is written down who accepted that it"
                        + " does not.");
    }

    private static Map<String, String> slots(Rendering rendering, String side) {
        return Map.of(
                "sid",
                rendering.shown(side + "sid", rendering.shown(side + "service")),
                "oracle_home",
                rendering.shown(side + "oracle_home", NONE),
                "tns_admin",
                rendering.shown(side + "tns_admin", NONE));
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        boolean both = inputs.given("host");
        Things here = new Things();
        Things there = new Things().unseen(both ? Set.of(Kind.AUDIT_RECORDS) : EnumSet.allOf(Kind.class));
        if (!onHost(call, "source_", here)) {
            here.add(
                    Kind.HOST,
                    inputs.text("source_host"),
                    "there is no login for it: what lies on it is a person's to find");
        }
        // Whatever is on the other host, nobody saw it on this one.
        there.unseen(Set.of(Kind.HOST));
        if (both && !onHost(call, "", there)) {
            there.unseen(HostFiles.KINDS);
        }
        try (OracleClient source = databases.read(Address.of(call, "source_"), context)) {
            keystore(source, false, here);
            source.query("audit-segments")
                    .forEach(row -> here.add(
                            Kind.AUDIT_RECORDS,
                            row.text("OWNER") + "." + row.text("SEGMENT_NAME"),
                            megabytes(row) + " MB: kept where, and for how long, is its owner's word"));
            if (both) {
                try (OracleClient target = databases.read(Address.of(call, ""), context)) {
                    keystore(target, true, there);
                }
            }
        }
        CarryOver list = CarryOver.of(
                here,
                there,
                inputs.given("left_behind") ? inputs.texts("left_behind") : List.of(),
                inputs.findTextsByName("answers"));
        return answer(call, context, list, both);
    }

    private static StepResult answer(StepCall call, StepContext context, CarryOver list, boolean both) {
        List<String> lines = list.entries().stream().map(CarryOver.Entry::line).toList();
        List<EvidenceRef> kept =
                List.of(context.evidence("carry-over-files.txt", "list", String.join("\n", lines) + "\n"));
        boolean complete = Boolean.TRUE.equals(call.inputs().get("complete"));
        List<CarryOver.Entry> open = list.open().stream()
                .filter(entry -> complete || entry.decision() == CarryOver.Decision.PERSON)
                .toList();
        if (complete && !open.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Around " + Address.of(call, "").name() + " " + open.size()
                            + " things of the carry-over list are open: "
                            + String.join(
                                    "; ",
                                    open.stream().map(CarryOver.Entry::line).toList())
                            + ".",
                    "Make them there, or name what stays behind with its reason in the program's list of that, as"
                            + " \"sqlnet parameter SQLNET.EXPIRE_TIME: the firewall there has no limit\"; then retry. What"
                            + " nobody can look at is answered in the task that asks for it: roll back to it, and answer.");
        }
        Map<String, String> told = new TreeMap<>();
        open.forEach(entry -> told.put(entry.item(), entry.line()));
        return new StepResult(
                true,
                Map.of("entries", lines, "left", List.copyOf(told.keySet()), "told", told),
                null,
                null,
                kept,
                lines.size() + " things lie around the database" + (both ? "; open for a person: " + open.size() : ""));
    }

    /** Whether the host of a side could be looked at. */
    private boolean onHost(StepCall call, String side, Things things) {
        Inputs inputs = Inputs.of(call);
        String host = inputs.text(side + "host");
        String sid =
                inputs.findText(side + "sid").filter(given -> !given.isEmpty()).orElse(inputs.text(side + "service"));
        try {
            HostFiles.read(
                    scripts.demand(
                                    call,
                                    host,
                                    side.isEmpty() ? "target-files" : "source-files",
                                    ScriptTemplate.load(SCRIPT)
                                            .render(Map.of(
                                                    "sid",
                                                    sid,
                                                    "oracle_home",
                                                    given(inputs, side + "oracle_home"),
                                                    "tns_admin",
                                                    given(inputs, side + "tns_admin"))),
                                    List.of())
                            .output(),
                    host,
                    sid,
                    things);
            return true;
        } catch (StepFailedException e) {
            if (e.failure().code().equals(FailureCode.SYSTEM_UNKNOWN.name())) {
                return false;
            }
            throw e;
        }
    }

    private static String given(Inputs inputs, String name) {
        return inputs.findText(name).filter(value -> !value.isEmpty()).orElse(NONE);
    }

    /** A keystore of the source, whatever its state; at the target one that is open. */
    private static void keystore(OracleClient client, boolean open, Things things) {
        if (OracleRelease.of(client.release()).atLeast(FIRST_KEYSTORE, 1)) {
            client.query("encryption-wallet").stream()
                    .filter(row -> open
                            ? row.text("STATUS").equals("OPEN")
                            : !row.text("STATUS").equals("NOT_AVAILABLE"))
                    .forEach(row -> things.add(
                            Kind.KEYSTORE,
                            "of the database",
                            row.text("WRL_TYPE") + " " + row.findText("WRL_PARAMETER")));
        }
    }

    private static String megabytes(OracleRow row) {
        return row.number("BYTES").divide(MEGABYTE, 1, RoundingMode.UP).toPlainString();
    }
}
