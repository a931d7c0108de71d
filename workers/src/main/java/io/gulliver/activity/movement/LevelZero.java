package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.HostInstance;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.OracleEdition;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.ConnectionPurpose;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code oracle.level-0}: the first backup of the target and the proof that it can be restored ({@code docs/domain}:
 * C99, V11, V16), by RMAN as a detached job on the server. The tag is made of the step, so that a roll back deletes
 * these pieces and no others.
 */
final class LevelZero implements StepAction {
    private static final String VERB = "rman";
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int OUTPUT = 4 << 20;
    private static final String SID = "sid";

    private final Systems systems;
    private final Databases databases;
    private final HostScripts scripts;

    LevelZero(Systems systems, Databases databases) {
        this.systems = systems;
        this.databases = databases;
        this.scripts = new HostScripts(systems);
    }

    @Override
    public String name() {
        return "oracle.level-0";
    }

    /** At most 30 characters, and told from any other run's. */
    private static String tag(StepCall call, int round) {
        return HostScripts.dataPumpJob(call, "L0", round);
    }

    /** The pluggable database, or the empty text where the database has an instance of its own. */
    private static String pluggable(String sid, String service) {
        return service.equalsIgnoreCase(sid) ? "" : service;
    }

    private static Map<String, String> values(StepCall call, String pdb, String channels) {
        boolean backup = !Boolean.FALSE.equals(call.inputs().get("backup"));
        boolean validate = !Boolean.FALSE.equals(call.inputs().get("validate"));
        String tag = tag(call, call.round());
        Map<String, String> values = new LinkedHashMap<>();
        values.put("channels", channels);
        values.put("database_tag", backup && pdb.isEmpty() ? tag : "");
        values.put("pluggable_tag", backup && !pdb.isEmpty() ? tag : "");
        values.put("backup_pluggable", backup ? pdb : "");
        values.put("validate_database", validate && pdb.isEmpty() ? "DATABASE" : "");
        values.put("validate_pluggable", validate ? pdb : "");
        return values;
    }

    /** The command file as it goes to the host. */
    static String commands(StepCall call, String channels) {
        Inputs inputs = Inputs.of(call);
        return ScriptTemplate.load("level-0.rman")
                .render(values(call, pluggable(inputs.text(SID), inputs.text("service")), channels));
    }

    private static String shell(StepCall call, String sid, String file) {
        return ScriptTemplate.load("rman.sh")
                .render(Map.of("oracle_home", Inputs.of(call).text("oracle_home"), SID, sid, "cmdfile", file));
    }

    /** Of the instance on this host: RMAN logs on past every listener. */
    private String sid(StepCall call, OracleClient client) {
        return HostInstance.find(scripts, call, Address.of(call, ""), client, "RMAN")
                .orElse(Inputs.of(call).text(SID));
    }

    /** As the start answered it; asked again where nobody has heard that. */
    private String sid(StepCall call, StepContext context) {
        if (call.outputs().get(SID) instanceof String known) {
            return known;
        }
        try (OracleClient client = databases.read(Address.of(call, ""), ConnectionPurpose.RMAN, context)) {
            return sid(call, client);
        }
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        SshHost host = systems.host(inputs.text("host"));
        String job = HostScripts.jobId(call, VERB);
        if (systems.jobs().status(host, job).state() != JobState.ABSENT) {
            return StepResult.started(job, Map.of(), "RMAN was started already");
        }
        String channels;
        String sid;
        try (OracleClient client = databases.read(Address.of(call, ""), ConnectionPurpose.RMAN, context)) {
            channels = Integer.toString(OracleEdition.workers(
                    OracleEdition.of(client.query("release-banner")),
                    inputs.findWhole("channels").orElse(1)));
            sid = sid(call, client);
        }
        String commands = commands(call, channels);
        String shell = shell(call, sid, "level-0.rman");
        List<EvidenceRef> kept = List.of(
                context.evidence("level-0.rman", "script", commands), context.evidence("rman.sh", "script", shell));
        systems.jobs()
                .start(
                        host,
                        JobSpec.of(job, call.generation(), "exec /bin/sh ./rman.sh\n")
                                .withFiles(List.of(
                                        JobFile.text("rman.sh", shell), JobFile.text("level-0.rman", commands))));
        return new StepResult(false, Map.of(SID, sid), job, null, kept, "RMAN works on " + host.name());
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        SshHost host = systems.host(inputs.text("host"));
        String job = HostScripts.jobId(call, VERB);
        boolean ended = context.waitFor(
                () -> {
                    JobState state = systems.jobs().status(host, job).state();
                    return state != JobState.RUNNING && state != JobState.CLAIMED;
                },
                LOOK,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        JobStatus status = systems.jobs().status(host, job);
        String output = status.state() == JobState.ABSENT
                ? ""
                : systems.jobs().readLog(host, job, 0, OUTPUT).text();
        if (!ended) {
            return StepResult.running(
                    job,
                    new Progress(
                            output.lines()
                                    .filter(line -> line.startsWith("piece handle"))
                                    .count(),
                            null,
                            "pieces",
                            null,
                            new HostScripts.Output(0, output).lastLine()));
        }
        EvidenceRef log = context.evidence("level-0.log", "log", output);
        String where = Address.of(call, "").name() + " on " + host.name();
        if (status.exitCode() == null) {
            throw new StepFailedException(
                    FailureCode.JOB_VANISHED,
                    "RMAN for " + where + " is gone without an exit code (" + status.state() + ").",
                    "Look whether the server went down; roll this step back, which deletes what it left, then run it"
                            + " again.");
        }
        // The banner counts as well as the code: a script may end with 0 after an error that it passed over.
        if (status.exitCode() != 0 || output.contains("RMAN-00571")) {
            throw new StepFailedException(
                    FailureCode.JOB_FAILED,
                    "RMAN for " + where + " ended with code " + status.exitCode() + ": " + cause(output),
                    "Read level-0.log in the evidence and mend the cause (space of the recovery area, a corrupt block, no"
                            + " ARCHIVELOG; ORA-01031: the login of the host is not in group dba), roll this step back and"
                            + " run it again.");
        }
        Map<String, Object> outputs = new LinkedHashMap<>();
        try (OracleClient client = databases.read(Address.of(call, ""), ConnectionPurpose.RMAN, context)) {
            int corrupt = client.query("block-corruption").size();
            if (corrupt > 0) {
                throw new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "RMAN found " + corrupt + " corrupt block ranges in " + where
                                + " (V$DATABASE_BLOCK_CORRUPTION).",
                        "Do not open this database: find the segments, reload or recover them, then retry.");
            }
            outputs.put("corrupt_blocks", corrupt);
        }
        if (call.outputs().get(SID) instanceof String sid) {
            outputs.put(SID, sid);
        }
        outputs.put("tag", tag(call, call.round()));
        outputs.put("validated", !Boolean.FALSE.equals(call.inputs().get("validate")));
        return new StepResult(
                true, outputs, null, null, List.of(log), "Level 0 of " + where + " is done, tag " + outputs.get("tag"));
    }

    /**
     * The last line of RMAN's error stack holds the cause ({@code docs/domain/data-pump.md}, 2.7); that of a syntax error is
     * followed by the word and the place (RMAN-01008, RMAN-01007).
     */
    static String cause(String output) {
        return output.lines()
                .filter(line -> line.matches("(RMAN|ORA)-(?!0100[78])\\d{5}: (?!=|.*=======).*"))
                .reduce((first, last) -> last)
                .orElse(new HostScripts.Output(1, output).lastLine());
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        systems.jobs()
                .stop(systems.host(Inputs.of(call).text("host")), HostScripts.jobId(call, VERB), call.generation());
        return StepResult.done(Map.of(), "RMAN is stopped; rolling back deletes its pieces");
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        SshHost host = systems.host(Inputs.of(call).text("host"));
        int deleted = 0;
        for (int round = 1; round <= call.round(); round++) {
            String job = HostScripts.jobId(call, VERB, round);
            if (systems.jobs().status(host, job).state() == JobState.ABSENT) {
                continue;
            }
            systems.jobs().stop(host, job, call.generation());
            if (!Boolean.FALSE.equals(call.inputs().get("backup"))) {
                String tag = tag(call, round);
                HostScripts.Output said = scripts.demand(
                        call,
                        host.name(),
                        "rman-delete",
                        "exec /bin/sh ./rman.sh\n",
                        List.of(
                                JobFile.text("rman.sh", shell(call, sid(call, context), "delete.rman")),
                                JobFile.text(
                                        "delete.rman",
                                        ScriptTemplate.load("delete-level-0.rman")
                                                .render(Map.of("tag", tag)))));
                context.evidence("delete-" + tag.toLowerCase(Locale.ROOT) + ".log", "log", said.output());
                deleted++;
            }
            systems.jobs().remove(host, job, call.generation());
        }
        return StepResult.done(Map.of(), deleted == 0 ? "No backup was made" : "The backup is deleted");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        if (inputs.known("host")) {
            systems.host(inputs.text("host"));
        }
        Rendering rendering = Rendering.of(call);
        return rendering
                .says("Would run RMAN on " + rendering.shown("host") + " for " + rendering.shown("service") + ", tag "
                        + tag(call, call.round()))
                .file(
                        rendering.shown("host"),
                        "level-0.rman",
                        ScriptTemplate.load("level-0.rman")
                                .preview(values(
                                        call,
                                        pluggable(rendering.shown(SID), rendering.shown("service")),
                                        "«ALLOCATE CHANNEL c1 DEVICE TYPE DISK; and so on to c"
                                                + rendering.shown("channels", "1")
                                                + ", or c1 alone on Standard Edition»")))
                .script(
                        rendering.shown("host"),
                        "rman.sh",
                        Map.of(
                                "oracle_home",
                                rendering.shown("oracle_home"),
                                SID,
                                rendering.shown(SID),
                                "cmdfile",
                                "level-0.rman"))
                .check("of a cluster, ORACLE_SID is the name of the instance on this host, as GV$INSTANCE has it.")
                .result(context);
    }
}
