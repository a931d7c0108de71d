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
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * {@code cluster.look}: looks at a cluster that people built and registered, and says where it differs from what was registered. It
 * changes nothing, and what differs ends nothing: a gate asks a person.
 *
 * <p>Each node answers its login; the first one that does says what Clusterware, SCAN and srvctl say; the database is asked at the
 * server on which it lands first, by the listener there.
 */
final class LookAtCluster extends ShortAction {
    private static final String SCRIPT = "look-at-cluster.sh";
    private static final String HELLO = "uname -n\n";

    /** It does not answer, or not to us; anything else is ours to see to. */
    private static final EnumSet<SshException.Kind> AWAY = EnumSet.of(
            SshException.Kind.TRANSIENT, SshException.Kind.TIMEOUT, SshException.Kind.AUTH, SshException.Kind.HOST_KEY);

    private final Databases databases;
    private final HostScripts scripts;

    LookAtCluster(Databases databases, HostScripts scripts) {
        super("cluster.look");
        this.databases = databases;
        this.scripts = scripts;
    }

    /** What differs, and what was seen, each in sentences without their full stop. */
    private record Looked(List<String> differences, List<String> seen) {
        Looked() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        void one(boolean right, String what) {
            (right ? seen : differences).add(what);
        }
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering.says("Would look at cluster " + rendering.shown("cluster") + " and change nothing");
        for (String node : Inputs.of(call).texts("nodes")) {
            rendering.command("ssh " + node + " uname -n");
        }
        rendering
                .script(
                        rendering.shown("host"),
                        SCRIPT,
                        Map.of(
                                "grid_home", rendering.shown("grid_home"),
                                "oracle_home", rendering.shown("oracle_home"),
                                "scan", rendering.shown("scan"),
                                "scan_port", rendering.shown("scan_port"),
                                "database", rendering.shown("database")))
                .asks(rendering.database(""), "instances")
                .asksParameters(rendering.database(""), "cluster_database")
                .check("all nodes are online, the listeners of the SCAN answer, one instance runs on each node, and"
                        + " cluster_database is TRUE.");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        List<String> nodes = inputs.texts("nodes");
        Looked looked = new Looked();
        String asked = firstThatAnswers(call, nodes, looked);
        if (asked != null) {
            HostScripts.Output said = scripts.run(
                    call,
                    asked,
                    "look-at-cluster",
                    ScriptTemplate.load(SCRIPT)
                            .render(Map.of(
                                    "grid_home", inputs.text("grid_home"),
                                    "oracle_home", inputs.text("oracle_home"),
                                    "scan", inputs.text("scan"),
                                    "scan_port", String.valueOf(inputs.whole("scan_port")),
                                    "database", inputs.text("database"))),
                    List.of());
            context.evidence("look-at-cluster.log", "log", said.output());
            if (said.code() == 0) {
                compare(inputs, nodes, ClusterLines.of(said.output()), looked);
            } else {
                looked.one(false, "on " + asked + " " + said.lastLine());
            }
        }
        database(call, context, inputs, nodes.size(), looked);
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("differences", List.copyOf(looked.differences()));
        outputs.put("seen", List.copyOf(looked.seen()));
        String differs = looked.differences().isEmpty()
                ? " is as it was registered"
                : " differs from what was registered: " + String.join("; ", looked.differences());
        outputs.put("told", inputs.text("cluster") + differs);
        return StepResult.done(outputs, "Cluster " + inputs.text("cluster") + differs);
    }

    private @Nullable String firstThatAnswers(StepCall call, List<String> nodes, Looked looked) {
        String first = null;
        for (String node : nodes) {
            String why = null;
            try {
                HostScripts.Output said = scripts.run(call, node, "hello", HELLO, List.of());
                why = said.code() == 0 ? null : said.lastLine();
            } catch (SshException e) {
                if (!AWAY.contains(e.kind())) {
                    throw e;
                }
                why = String.valueOf(e.getMessage());
            } catch (StepFailedException e) {
                if (!e.failure().code().equals(FailureCode.SYSTEM_UNKNOWN.name())) {
                    throw e;
                }
                why = String.valueOf(e.getMessage());
            }
            looked.one(why == null, "node " + node + (why == null ? " answers" : " does not answer: " + stripped(why)));
            if (why == null && first == null) {
                first = node;
            }
        }
        return first;
    }

    private static String stripped(String why) {
        return why.strip().replaceFirst("[.]$", "");
    }

    private static void compare(Inputs inputs, List<String> nodes, ClusterLines lines, Looked looked) {
        for (String node : nodes) {
            looked.one(
                    lines.online().contains(ClusterLines.folded(node)),
                    "Clusterware on " + node
                            + (lines.online().contains(ClusterLines.folded(node)) ? " is online" : " is not online"));
        }
        String scan = inputs.text("scan");
        looked.one(
                !lines.addresses().isEmpty(),
                "SCAN " + scan
                        + (lines.addresses().isEmpty()
                                ? " does not resolve"
                                : " resolves to " + String.join(", ", lines.addresses())));
        if (!lines.addresses().isEmpty()) {
            looked.one(
                    lines.silent().isEmpty(),
                    lines.silent().isEmpty()
                            ? "a listener answers at every address of the SCAN"
                            : "no listener answers on port " + inputs.whole("scan_port") + " of "
                                    + String.join(", ", lines.silent()));
        }
        looked.one(lines.listeners() > 0, "SCAN listeners that run by srvctl: " + lines.listeners());
        String database = inputs.text("database");
        if (!lines.refused().isEmpty()) {
            looked.one(false, "srvctl does not know database " + database + ": " + lines.refused());
            return;
        }
        for (String node : nodes) {
            boolean runs = lines.running().containsValue(ClusterLines.folded(node));
            looked.one(
                    runs,
                    runs
                            ? "an instance of " + database + " runs on " + node
                            : "no instance of " + database + " runs on " + node);
        }
        looked.one(
                lines.running().size() == nodes.size() && lines.stopped().isEmpty(),
                "instances of " + database + " that run: " + lines.running().size() + ", registered " + nodes.size()
                        + (lines.stopped().isEmpty() ? "" : ", stopped " + String.join(", ", lines.stopped())));
        same("management", inputs.text("management"), lines.management(), looked);
        TreeSet<String> missing = new TreeSet<>();
        inputs.texts("disk_groups").forEach(group -> missing.add(group.toLowerCase(Locale.ROOT)));
        missing.removeAll(lines.groups());
        looked.one(
                missing.isEmpty(),
                missing.isEmpty()
                        ? database + " uses disk groups " + String.join(", ", lines.groups())
                        : database + " does not use the registered disk groups " + String.join(", ", missing) + ", but "
                                + (lines.groups().isEmpty() ? "none" : String.join(", ", lines.groups())));
    }

    private static void same(String what, String wanted, String seen, Looked looked) {
        looked.one(
                wanted.equals(seen),
                what + " is " + (seen.isEmpty() ? "not said" : seen)
                        + (wanted.equals(seen) ? "" : ", registered " + wanted));
    }

    private void database(StepCall call, StepContext context, Inputs inputs, int nodes, Looked looked) {
        Address address = Address.of(call, "");
        try (OracleClient client = databases.read(address, context)) {
            List<OracleRow> instances = client.query("instances");
            Map<String, Object> open = new TreeMap<>();
            instances.stream()
                    .filter(row -> "OPEN".equals(row.findText("STATUS")))
                    .forEach(row -> open.put(row.text("INSTANCE_NAME"), row.text("HOST_NAME")));
            looked.one(
                    open.size() == nodes,
                    "instances that " + address.name() + " has open: " + open.size() + ", registered " + nodes);
            String parameter = client.query("parameter", Map.of("name", "cluster_database")).stream()
                    .findFirst()
                    .map(row -> row.findText("VALUE"))
                    .orElse(null);
            looked.one(
                    "TRUE".equalsIgnoreCase(parameter),
                    "cluster_database of " + address.name() + " is " + (parameter == null ? "not set" : parameter)
                            + ("TRUE".equalsIgnoreCase(parameter)
                                    ? ""
                                    : ", wanted TRUE: it is a single instance, whatever it is called"));
        } catch (OracleException e) {
            looked.one(false, "the database does not answer: " + stripped(String.valueOf(e.getMessage())));
        }
    }
}
