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
        OracleRelease release = OracleRelease.of(inputs.text("release"));
        String compatible = release.hasChecksums()
                ? admin.queryOne("parameter", Map.of("name", "compatible")).text("VALUE")
                : "";
        Map<String, String> values = new LinkedHashMap<>(byRelease(release, compatible, job));
        values.put("full", full ? "Y" : "");
        values.put("schemas", full ? "" : schemas(inputs));
        values.put("directory", inputs.findText("directory").orElse("MIG_DP"));
        values.put("filesize", inputs.findWhole("file_gb").orElse(64) + "G");
        values.put("parallel", Integer.toString(workers(inputs, admin)));
        values.put("content", content(call));
        values.put("scn", metadataOnly(call) ? "" : inputs.text("scn"));
        return values;
    }

    @Override
    Map<String, String> previewed(StepCall call, Rendering rendering) {
        String job = job(call, call.round());
        boolean full = Boolean.TRUE.equals(call.inputs().get("full"));
        OracleRelease release = OracleRelease.of(Inputs.of(call).known("release") ? rendering.shown("release") : "19");
        Map<String, String> values = new LinkedHashMap<>(byRelease(release, "0", job));
        if (release.hasChecksums()) {
            values.put("checksum", "«YES, where COMPATIBLE is 20.0 or later; else without this line»");
        }
        values.put("full", full ? "Y" : "");
        values.put("schemas", full ? "" : rendering.shown("schemas"));
        values.put("directory", rendering.shown("directory", "MIG_DP"));
        values.put("filesize", rendering.shown("file_gb", "64") + "G");
        values.put("parallel", workersShown(call, rendering));
        values.put("content", content(call));
        values.put("scn", metadataOnly(call) ? "" : rendering.shown("scn"));
        return values;
    }

    /** What the release decides: numbering of files, and the parameters that it knows. */
    private static Map<String, String> byRelease(OracleRelease release, String compatible, String job) {
        Map<String, String> values = new LinkedHashMap<>(release.export(compatible));
        values.put("dumpfile", files(job) + "_" + release.numbering() + ".dmp");
        values.put("logfile", logFile(job));
        values.put("job_name", job);
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
