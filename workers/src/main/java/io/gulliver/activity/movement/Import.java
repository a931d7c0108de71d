package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.ResourcePlan;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.DataPumpLog;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code movement.import}: step DP08 of {@code docs/domain/data-pump.md}, or NL05 where a link is named; refuses when a
 * schema is there before it began.
 */
final class Import extends DataPump {
    /** Beyond so many different findings the cause is mended, and nobody reads them one by one in an outage. */
    private static final int MOST_DECIDED = 20;

    /** Failed statements that a finding shows, and characters of each; the rest is in the log. */
    private static final int STATEMENTS = 3;

    private static final int STATEMENT = 400;

    private static final String DROPPED = "dropped";

    Import(Systems systems, Databases databases) {
        super(systems, databases, "impdp", "IMP");
    }

    @Override
    public String name() {
        return "movement.import";
    }

    @Override
    Map<String, String> parameters(StepCall call, OracleClient admin) {
        Inputs inputs = Inputs.of(call);
        String job = job(call, call.round());
        boolean full = Boolean.TRUE.equals(call.inputs().get("full"));
        OracleRelease release = OracleRelease.of(admin.release());
        Map<String, String> values = new LinkedHashMap<>(release.load());
        values.put("full", full ? "Y" : "");
        values.put("schemas", full ? "" : schemas(inputs));
        values.put("directory", inputs.findText("directory").orElse("MIG_DP"));
        Optional<String> link = inputs.findText("network_link");
        values.put("dumpfile", link.isPresent() ? "" : set(inputs.texts("dump_files"), release));
        values.put("network_link", link.orElse(""));
        values.put("content", content(call));
        values.put("scn", link.isPresent() && !metadataOnly(call) ? inputs.text("scn") : "");
        values.put("logfile", logFile(job));
        values.put("job_name", job);
        values.put("parallel", Integer.toString(workers(inputs, admin)));
        values.put("table_exists_action", "SKIP");
        values.put("remap_tablespace", "");
        return values;
    }

    private static final Pattern NUMBER = Pattern.compile("_(\\d+)\\.dmp$");

    /**
     * One template for the whole set: {@code %U} as long as all numbers have two digits, which each release reads whichever
     * of the two wrote them; {@code %L} beyond.
     */
    private static String set(List<String> files, OracleRelease release) {
        boolean two = true;
        for (String file : files) {
            Matcher number = NUMBER.matcher(file);
            two &= number.find() && number.group(1).length() == 2;
        }
        if (!two && release.numbering().equals("%U")) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "The dump set has " + files.size() + " files with numbers beyond 99, which release "
                            + release.major() + "." + release.minor() + " of the target cannot read by one template.",
                    "Export again with larger files (file_gb), so that there are at most 99.");
        }
        return NUMBER.matcher(files.get(0)).replaceFirst(two ? "_%U.dmp" : "_%L.dmp");
    }

    @Override
    Map<String, String> previewed(StepCall call, Rendering rendering) {
        String job = job(call, call.round());
        boolean full = Boolean.TRUE.equals(call.inputs().get("full"));
        // Nothing earlier lands on this platform; the run asks the target.
        Map<String, String> values = new LinkedHashMap<>(OracleRelease.of("19").load());
        values.put("full", full ? "Y" : "");
        values.put("schemas", full ? "" : rendering.shown("schemas"));
        values.put("directory", rendering.shown("directory", "MIG_DP"));
        boolean linked = Inputs.of(call).findText("network_link").isPresent();
        values.put("dumpfile", linked ? "" : rendering.shown("dump_files"));
        values.put("network_link", linked ? rendering.shown("network_link") : "");
        values.put("content", content(call));
        values.put("scn", linked && !metadataOnly(call) ? rendering.shown("scn") : "");
        values.put("logfile", logFile(job));
        values.put("job_name", job);
        values.put("parallel", workersShown(call, rendering));
        values.put("table_exists_action", "SKIP");
        values.put("remap_tablespace", "");
        return values;
    }

    @Override
    void before(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering.asksParameters(where, "resource_manager_plan").runs(where, "set-resource-plan", Map.of("plan", ""));
    }

    @Override
    void afterwards(StepCall call, Rendering rendering) {
        if (metadataOnly(call)) {
            rendering.says("Then would drop these schemas again");
            List<String> schemas = Inputs.of(call).known("schemas")
                    ? Inputs.of(call).texts("schemas")
                    : List.of(rendering.shown("schemas"));
            schemas.forEach(schema -> rendering.runs(rendering.database(""), "drop-user", Map.of("user", schema)));
        }
    }

    @Override
    void precheck(StepCall call, OracleClient admin) {
        Set<String> there = present(call, admin);
        if (!there.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.NAME_TAKEN,
                    "The target " + Address.of(call, "").name() + " has the schemas " + there
                            + " already, and this step has not imported anything yet.",
                    "Choose an empty target, or have its owner drop these schemas, then retry.");
        }
        ResourcePlan.clear(admin);
    }

    private static Set<String> present(StepCall call, OracleClient client) {
        Set<String> there = new TreeSet<>();
        for (OracleRow row : client.query("users")) {
            there.add(row.text("USERNAME"));
        }
        there.retainAll(Inputs.of(call).texts("schemas"));
        return there;
    }

    /** In a rehearsal there is time to mend the cause: nothing of it waits for the night. */
    @Override
    boolean decidable(StepCall call, DataPumpLog log) {
        return !metadataOnly(call)
                && !log.questions().isEmpty()
                && log.questions().size() <= MOST_DECIDED;
    }

    @Override
    Map<String, Object> outputs(StepCall call, DataPumpLog log, List<String> lines) {
        Map<String, Object> finding = new TreeMap<>();
        for (DataPumpLog.Question question : log.questions()) {
            finding.put(
                    String.format("%02d", finding.size() + 1),
                    "line " + question.first().line() + ": " + question.first().text()
                            + (question.times() == 1 ? "" : " (" + question.times() + " times)")
                            + question.statements().stream()
                                    .limit(STATEMENTS)
                                    .map(text -> "\n    " + text.substring(0, Math.min(text.length(), STATEMENT)))
                                    .collect(Collectors.joining()));
        }
        return Map.of("findings", List.copyOf(finding.keySet()), "finding", finding);
    }

    /** A rehearsal leaves the target as empty as it was; its log was judged before. */
    @Override
    Map<String, Object> judged(StepCall call, StepContext context) {
        return metadataOnly(call) ? Map.of(DROPPED, drop(call, context)) : Map.of();
    }

    /** The schemas were not there when the import began, so they are its work. */
    private List<String> drop(StepCall call, StepContext context) {
        try (OracleClient admin = databases.change(Address.of(call, ""), call, context)) {
            Set<String> schemas = present(call, admin);
            for (String schema : schemas) {
                for (OracleRow session : admin.query("application-sessions", Map.of("owners", "," + schema + ","))) {
                    SessionRestriction.kill(databases, Address.of(call, ""), admin, call, context, session);
                }
                admin.execute("drop-user", Map.of("user", schema));
            }
            ResourcePlan.restore(admin);
            return List.copyOf(schemas);
        }
    }

    @Override
    void takeAway(StepCall call, StepContext context, String job) {
        // What a rehearsal dropped is gone; who has these names now came by another step.
        if (!call.outputs().containsKey(DROPPED)) {
            drop(call, context);
        }
        scripts.demand(
                call,
                Inputs.of(call).text("host"),
                "remove-log",
                ScriptTemplate.load("remove-dump.sh")
                        .render(Map.of("staging", Inputs.of(call).text("staging"), "prefix", Export.files(job))),
                List.of());
    }
}
