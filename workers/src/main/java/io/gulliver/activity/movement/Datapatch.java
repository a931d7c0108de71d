package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * {@code oracle.datapatch}: the SQL of the patches of its home is in a database. Files of DBCA's template may be older than the home.
 *
 * <p>What is wanted are the patches that OPatch lists and that have a directory of their number below {@code sqlpatch} of the home; what
 * is there is the last line of each in DBA_REGISTRY_SQLPATCH, {@code APPLY} with {@code SUCCESS} (Database Reference 19). Where both
 * agree nothing is run; else {@code datapatch -verbose} as a detached job, and the view is looked at again. It may be run again at any
 * time. In a container the view is that of the root, and {@code datapatch} goes through the pluggable databases that are open.
 */
final class Datapatch implements StepAction {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int OUTPUT = 1 << 20;

    private final Systems systems;
    private final Databases databases;
    private final HostScripts scripts;

    Datapatch(Systems systems, Databases databases) {
        this.systems = systems;
        this.databases = databases;
        this.scripts = new HostScripts(systems);
    }

    @Override
    public String name() {
        return "oracle.datapatch";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        SshHost host = systems.host(inputs.text("host"));
        String job = HostScripts.jobId(call, "datapatch");
        if (systems.jobs().status(host, job).state() != JobState.ABSENT) {
            return StepResult.started(job, Map.of(), "datapatch was started already");
        }
        HomePatches home = ofHome(call);
        SortedSet<String> missing = missing(call, context, home);
        if (missing.isEmpty()) {
            return done(home.wanted(), false, List.of());
        }
        String script = ScriptTemplate.load("datapatch.sh").render(values(inputs));
        EvidenceRef kept = context.evidence("datapatch.sh", "script", script);
        systems.jobs().start(host, JobSpec.of(job, call.generation(), script));
        return new StepResult(
                false,
                Map.of(),
                job,
                null,
                List.of(kept),
                "datapatch brings " + String.join(", ", missing) + " into " + inputs.text("sid"));
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        SshHost host = systems.host(inputs.text("host"));
        String job = HostScripts.jobId(call, "datapatch");
        boolean over = context.waitFor(
                () -> {
                    JobState state = systems.jobs().status(host, job).state();
                    return state != JobState.RUNNING && state != JobState.CLAIMED;
                },
                LOOK,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        if (!over) {
            return StepResult.running(job, new Progress(0, null, "patches", null, "datapatch"));
        }
        JobStatus status = systems.jobs().status(host, job);
        String output = status.state() == JobState.ABSENT
                ? ""
                : systems.jobs().readLog(host, job, 0, OUTPUT).text();
        EvidenceRef log = context.evidence("datapatch.log", "log", output);
        Integer code = status.exitCode();
        if (code == null) {
            throw new StepFailedException(
                    FailureCode.JOB_VANISHED,
                    "datapatch on " + host.name() + " is gone without an exit code (" + status.state() + ").",
                    "Look at the host, then retry the step: datapatch goes on with what is missing.");
        }
        HomePatches home = ofHome(call);
        SortedSet<String> missing = missing(call, context, home);
        if (code != 0 || !missing.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.JOB_FAILED,
                    "datapatch of " + inputs.text("sid") + " on " + host.name() + " ended with code " + code + ", and "
                            + (missing.isEmpty()
                                    ? "all patches are there with SUCCESS"
                                    : String.join(", ", missing)
                                            + " is not there with SUCCESS in DBA_REGISTRY_SQLPATCH")
                            + ": " + new HostScripts.Output(code, output).lastLine(),
                    "Read datapatch.log in the evidence and the log file that it names for the patch, mend the cause, then retry.");
        }
        return done(home.wanted(), true, List.of(log));
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        systems.jobs()
                .stop(
                        systems.host(Inputs.of(call).text("host")),
                        HostScripts.jobId(call, "datapatch"),
                        call.generation());
        return StepResult.done(Map.of(), "datapatch is stopped; it can be run again");
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        return StepResult.done(Map.of(), "Goes with the database");
    }

    private static StepResult done(SortedSet<String> wanted, boolean ran, List<EvidenceRef> evidence) {
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("patches", List.copyOf(wanted));
        outputs.put("ran", ran);
        return new StepResult(
                true,
                outputs,
                null,
                null,
                evidence,
                wanted.isEmpty()
                        ? "No patch of the home has SQL for a database"
                        : "The SQL of " + String.join(", ", wanted)
                                + (ran ? " is in the database" : " was there already"));
    }

    private HomePatches ofHome(StepCall call) {
        Inputs inputs = Inputs.of(call);
        return HomePatches.ask(scripts, call, inputs.text("host"), inputs.text("oracle_home"));
    }

    private SortedSet<String> missing(StepCall call, StepContext context, HomePatches home) {
        if (home.wanted().isEmpty()) {
            return home.wanted();
        }
        try (OracleClient client = databases.read(Address.of(call, ""), context)) {
            return home.missing(client.query("patches"));
        }
    }

    private static Map<String, String> values(Inputs inputs) {
        return Map.of("oracle_home", inputs.text("oracle_home"), "sid", inputs.text("sid"));
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Rendering rendering = Rendering.of(call);
        return rendering
                .says("Would compare the patches of " + rendering.shown("oracle_home") + " with those of "
                        + rendering.database("") + ", and run datapatch where one is missing")
                .asks(rendering.database(""), "patches")
                .script(
                        rendering.shown("host"),
                        "home-patches.sh",
                        Map.of("oracle_home", rendering.shown("oracle_home")))
                .script(
                        rendering.shown("host"),
                        "datapatch.sh",
                        Map.of("oracle_home", rendering.shown("oracle_home"), "sid", rendering.shown("sid")))
                .result(context);
    }
}
