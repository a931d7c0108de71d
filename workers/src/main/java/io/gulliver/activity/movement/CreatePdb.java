package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.contract.activity.StepCall;
import java.util.List;
import java.util.Map;

/** {@code oracle.create-pdb}: a pluggable database in a container that stands. */
final class CreatePdb extends Dbca {

    CreatePdb(Systems systems, Databases databases) {
        super(systems, databases);
    }

    @Override
    public String name() {
        return "oracle.create-pdb";
    }

    @Override
    String service(StepCall call) {
        return Inputs.of(call).text("name");
    }

    @Override
    List<JobFile> creating(StepCall call) {
        return List.of(
                JobFile.text("run.sh", render(call, "dbca-pdb.sh")),
                JobFile.secret("passwords", password(call) + "\n"));
    }

    @Override
    void previewed(StepCall call, Rendering rendering) {
        rendering.script(
                rendering.shown("host"),
                "dbca-pdb.sh",
                Map.of(
                        "oracle_home",
                        rendering.shown("oracle_home"),
                        "sid",
                        rendering.shown("container"),
                        "pdb",
                        rendering.shown("name")));
    }

    @Override
    String deleting(StepCall call) {
        return render(call, "dbca-delete-pdb.sh");
    }

    private static String render(StepCall call, String template) {
        Inputs inputs = Inputs.of(call);
        return ScriptTemplate.load(template)
                .render(Map.of(
                        "oracle_home",
                        inputs.text("oracle_home"),
                        "sid",
                        inputs.text("container"),
                        "pdb",
                        inputs.text("name")));
    }
}
