package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.DataPumpLog;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.contract.activity.StepCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code movement.export}: steps DP04 and DP05 of {@code docs/domain/data-pump.md}. */
final class Export extends DataPump {

    Export(Systems systems, Databases databases) {
        super(systems, databases, "expdp", "EXP");
    }

    @Override
    public String name() {
        return "movement.export";
    }

    static String files(String job) {
        return job.toLowerCase(Locale.ROOT);
    }

    @Override
    Map<String, String> parameters(StepCall call, OracleClient admin) {
        Inputs inputs = Inputs.of(call);
        String job = job(call, call.round());
        boolean full = Boolean.TRUE.equals(call.inputs().get("full"));
        Map<String, String> values = new LinkedHashMap<>(byRelease(inputs.text("release"), job));
        values.put("full", full ? "Y" : "");
        values.put("schemas", full ? "" : schemas(inputs));
        values.put("directory", inputs.findText("directory").orElse("MIG_DP"));
        values.put("filesize", inputs.findWhole("file_gb").orElse(64) + "G");
        values.put("parallel", Integer.toString(workers(inputs, admin)));
        values.put("scn", inputs.text("scn"));
        return values;
    }

    @Override
    Map<String, String> previewed(StepCall call, Rendering rendering) {
        String job = job(call, call.round());
        boolean full = Boolean.TRUE.equals(call.inputs().get("full"));
        boolean known = Inputs.of(call).known("release");
        Map<String, String> values =
                new LinkedHashMap<>(known ? byRelease(rendering.shown("release"), job) : byRelease("19", job));
        values.put("full", full ? "Y" : "");
        values.put("schemas", full ? "" : rendering.shown("schemas"));
        values.put("directory", rendering.shown("directory", "MIG_DP"));
        values.put("filesize", rendering.shown("file_gb", "64") + "G");
        values.put("parallel", workersShown(call, rendering));
        values.put("scn", rendering.shown("scn"));
        return values;
    }

    /** What the release decides: numbering of files, and the parameters that it knows. */
    private static Map<String, String> byRelease(String text, String job) {
        String[] release = text.split("\\.");
        int major = Integer.parseInt(release[0]);
        int minor = release.length > 1 ? Integer.parseInt(release[1]) : 0;
        boolean old = major < 12;
        Map<String, String> values = new LinkedHashMap<>();
        // %L numbers beyond 99, from 12.2 on.
        values.put("dumpfile", files(job) + (old || major == 12 && minor < 2 ? "_%U.dmp" : "_%L.dmp"));
        values.put("logfile", logFile(job));
        values.put("job_name", job);
        values.put("logtime", old ? "" : "ALL");
        values.put("metrics", old ? "" : "YES");
        values.put("checksum", major >= 21 ? "YES" : "");
        values.put("version", "");
        return values;
    }

    @Override
    void precheck(StepCall call, OracleClient admin) {
        // The names of files and job are this step's own: there is nothing it could overwrite.
    }

    @Override
    Map<String, Object> outputs(StepCall call, DataPumpLog log, List<String> lines) {
        List<String> files = new ArrayList<>();
        boolean listed = false;
        for (String line : lines) {
            String text =
                    line.replaceFirst("^\\S+ \\d\\d:\\d\\d:\\d\\d\\.\\d+: ", "").strip();
            if (text.startsWith("Dump file set for")) {
                listed = true;
            } else if (listed && text.endsWith(".dmp")) {
                files.add(text.substring(text.lastIndexOf('/') + 1));
            } else if (listed) {
                break;
            }
        }
        return Map.of("dump_files", files);
    }

    @Override
    void takeAway(StepCall call, StepContext context, String job) {
        scripts.demand(
                call,
                Inputs.of(call).text("host"),
                "remove-dump",
                ScriptTemplate.load("remove-dump.sh")
                        .render(Map.of("staging", Inputs.of(call).text("staging"), "prefix", files(job))),
                List.of());
    }
}
