package io.gulliver.activity.movement;

import io.gulliver.activity.Databases;
import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.contract.activity.StepCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code oracle.create-database}: step C04 of {@code docs/domain/data-pump.md}, by a response file. A container is made
 * without pluggable databases.
 */
final class CreateDatabase extends Dbca {

    CreateDatabase(Systems systems, Databases databases) {
        super(systems, databases);
    }

    @Override
    public String name() {
        return "oracle.create-database";
    }

    @Override
    String service(StepCall call) {
        return Inputs.of(call).text("name");
    }

    @Override
    List<JobFile> creating(StepCall call) {
        Inputs inputs = Inputs.of(call);
        boolean container = Boolean.TRUE.equals(call.inputs().get("container"));
        Map<String, String> values = new LinkedHashMap<>();
        values.put("global_name", inputs.text("name"));
        values.put("sid", inputs.text("name"));
        values.put("container", Boolean.toString(container));
        values.put("pdbs", container ? "0" : "");
        values.put("pdb_name", "");
        values.put("character_set", inputs.text("character_set"));
        values.put("national_character_set", inputs.text("national_character_set"));
        values.put("datafile_destination", inputs.text("datafile_destination"));
        values.put("recovery_area", inputs.text("recovery_area"));
        values.put("recovery_area_megabytes", Integer.toString(inputs.whole("recovery_area_mb")));
        values.put("archive_log", String.valueOf(call.inputs().getOrDefault("archive_log", true)));
        values.put("memory_megabytes", Integer.toString(inputs.whole("memory_mb")));
        values.put("listener", inputs.text("listener"));
        values.put("block_size", Integer.toString(inputs.whole("block_size")));
        values.put("processes", Integer.toString(inputs.whole("processes")));
        return List.of(
                JobFile.text(
                        "run.sh",
                        ScriptTemplate.load("dbca.sh")
                                .render(Map.of(
                                        "oracle_home", inputs.text("oracle_home"), "response_file", "dbca.rsp"))),
                JobFile.text("dbca.rsp", ScriptTemplate.load("dbca.rsp").render(values)),
                JobFile.secret("passwords", password(call) + "\n" + password(call) + "\n"));
    }

    @Override
    void previewed(StepCall call, Rendering rendering) {
        boolean container = Boolean.TRUE.equals(call.inputs().get("container"));
        Map<String, String> values = new LinkedHashMap<>();
        values.put("global_name", rendering.shown("name"));
        values.put("sid", rendering.shown("name"));
        values.put("container", Boolean.toString(container));
        values.put("pdbs", container ? "0" : "");
        values.put("pdb_name", "");
        values.put("character_set", rendering.shown("character_set"));
        values.put("national_character_set", rendering.shown("national_character_set"));
        values.put("datafile_destination", rendering.shown("datafile_destination"));
        values.put("recovery_area", rendering.shown("recovery_area"));
        values.put("recovery_area_megabytes", rendering.shown("recovery_area_mb"));
        values.put("archive_log", rendering.shown("archive_log", "true"));
        values.put("memory_megabytes", rendering.shown("memory_mb"));
        values.put("listener", rendering.shown("listener"));
        values.put("block_size", rendering.shown("block_size"));
        values.put("processes", rendering.shown("processes"));
        String host = rendering.shown("host");
        rendering
                .script(
                        host,
                        "dbca.sh",
                        Map.of("oracle_home", rendering.shown("oracle_home"), "response_file", "dbca.rsp"))
                .script(host, "dbca.rsp", values);
    }

    @Override
    String deleting(StepCall call) {
        return ScriptTemplate.load("dbca-delete.sh")
                .render(Map.of(
                        "oracle_home",
                        Inputs.of(call).text("oracle_home"),
                        "sid",
                        Inputs.of(call).text("name")));
    }
}
