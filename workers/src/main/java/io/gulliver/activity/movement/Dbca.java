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
import io.gulliver.adapter.oracle.DbcaLog;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What creating a database and a pluggable database share: DBCA as a detached job, whose directory on the host is the
 * proof that the database is ours.
 */
abstract class Dbca implements StepAction {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int OUTPUT = 1 << 20;
    /** DBCA ended with warnings. */
    private static final int WITH_WARNINGS = 6;

    final Systems systems;
    final Databases databases;
    private final HostScripts scripts;

    Dbca(Systems systems, Databases databases) {
        this.systems = systems;
        this.databases = databases;
        this.scripts = new HostScripts(systems);
    }

    /** Files of the job that creates, of which {@code run.sh} is run with {@code passwords} as its input. */
    abstract List<JobFile> creating(StepCall call);

    /** The script that deletes. */
    abstract String deleting(StepCall call);

    /** The service of what is created. */
    abstract String service(StepCall call);

    String password(StepCall call) {
        return databases.password(
                Inputs.of(call).text("credential"), Inputs.of(call).text("host"));
    }

    /** Of a listener: it runs and does not know the service or SID. No listener at all says as little. */
    private static final Set<Integer> UNKNOWN = Set.of(12505, 12514, 12541);

    /**
     * Known, and not to be logged on to now: starting, restricted, blocking, mounted, or down and registered by name
     * ({@code docs/domain/data-pump.md}, DBCA).
     */
    private static final Set<Integer> KNOWN = Set.of(1033, 1034, 1035, 1109, 12526, 12527, 12528);

    /** What the listener and the instance say of a service. */
    private enum Seen {
        ABSENT,
        KNOWN,
        ANSWERS
    }

    private Seen seen(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address address = new Address(
                inputs.text("host"), inputs.findWhole("port").orElse(1521), service(call), inputs.text("credential"));
        try (OracleClient client = databases.read(address, context)) {
            return client.release().isEmpty() ? Seen.KNOWN : Seen.ANSWERS;
        } catch (OracleException e) {
            if (UNKNOWN.contains(e.code())) {
                return Seen.ABSENT;
            }
            if (KNOWN.contains(e.code())) {
                return Seen.KNOWN;
            }
            throw e;
        }
    }

    private static final Pattern RELEASE = Pattern.compile("Release (\\d+(?:\\.\\d+)+)");

    /** Release of the Oracle home that the step names, by its own SQL*Plus. */
    final OracleRelease homeRelease(StepCall call) {
        Inputs inputs = Inputs.of(call);
        String home = inputs.text("oracle_home");
        HostScripts.Output said = scripts.demand(
                call,
                inputs.text("host"),
                "home-release",
                ScriptTemplate.load("home-release.sh").render(Map.of("oracle_home", home)),
                List.of());
        Matcher release = RELEASE.matcher(said.output());
        if (!release.find()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "SQL*Plus of " + home + " on " + inputs.text("host") + " does not say its release: "
                            + said.lastLine(),
                    "Look whether this is an Oracle home of a database, correct it in the parameters, then retry.");
        }
        return OracleRelease.of(release.group(1));
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        SshHost host = systems.host(Inputs.of(call).text("host"));
        String job = HostScripts.jobId(call, "dbca");
        JobStatus status = systems.jobs().status(host, job);
        if (status.state() != JobState.ABSENT) {
            return StepResult.started(job, Map.of(), "DBCA was started already");
        }
        Seen seen = seen(call, context);
        if (seen != Seen.ABSENT) {
            throw new StepFailedException(
                    FailureCode.NAME_TAKEN,
                    "Service " + service(call) + " on " + host.name() + " is there"
                            + (seen == Seen.KNOWN ? ", though nobody can log on to it now," : ",")
                            + " and this step has not made it.",
                    "Choose another name for the landing, or have the owner remove that database, then retry.");
        }
        List<JobFile> files = new ArrayList<>(creating(call));
        List<EvidenceRef> kept = new ArrayList<>();
        for (JobFile file : files) {
            if (!file.secret()) {
                kept.add(context.evidence(
                        file.name(), "script", new String(file.content(), java.nio.charset.StandardCharsets.UTF_8)));
            }
        }
        systems.jobs()
                .start(
                        host,
                        JobSpec.of(job, call.generation(), "exec /bin/sh ./run.sh < ./passwords\n")
                                .withFiles(files));
        return new StepResult(false, Map.of(), job, null, kept, "DBCA runs for " + service(call));
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        SshHost host = systems.host(Inputs.of(call).text("host"));
        String job = HostScripts.jobId(call, "dbca");
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
            return StepResult.running(job, new Progress(DbcaLog.read(output).percent(), 100.0, "%", null, "DBCA"));
        }
        EvidenceRef log = context.evidence("dbca.log", "log", output);
        Integer code = status.exitCode();
        if (code == null) {
            throw new StepFailedException(
                    FailureCode.JOB_VANISHED,
                    "DBCA on " + host.name() + " is gone without an exit code (" + status.state() + ").",
                    "Roll this step back, which removes what it left half made, then run it again.");
        }
        DbcaLog said = DbcaLog.read(output);
        if (code != 0 && code != WITH_WARNINGS || said.failed()) {
            throw new StepFailedException(
                    FailureCode.JOB_FAILED,
                    "DBCA on " + host.name() + " ended with code " + code + ": "
                            + said.cause().orElse(new HostScripts.Output(code, output).lastLine()),
                    "Read dbca.log in the evidence, mend the cause, roll this step back and run it again.");
        }
        if (seen(call, context) != Seen.ANSWERS) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "DBCA made " + service(call) + " on " + host.name() + ", but its listener does not offer it.",
                    "Register the service with the listener, then retry.");
        }
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("service", service(call));
        outputs.put("created", true);
        return new StepResult(
                true,
                outputs,
                null,
                null,
                List.of(log),
                service(call) + " is there" + (code == WITH_WARNINGS ? "; DBCA had warnings, see its log" : ""));
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        systems.jobs()
                .stop(systems.host(Inputs.of(call).text("host")), HostScripts.jobId(call, "dbca"), call.generation());
        return StepResult.done(Map.of(), "DBCA is stopped; rolling back removes what it made");
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        SshHost host = systems.host(Inputs.of(call).text("host"));
        boolean removed = false;
        for (int round = 1; round <= call.round(); round++) {
            String job = HostScripts.jobId(call, "dbca", round);
            JobStatus status = systems.jobs().status(host, job);
            if (status.state() == JobState.ABSENT) {
                continue;
            }
            systems.jobs().stop(host, job, call.generation());
            // What DBCA never began is not ours, also where its name is there by now. What it began may lie half made
            // on
            // disks and in oratab, without any listener that knows of it.
            String deletion = HostScripts.jobId(call, "dbca-delete", round);
            if (DbcaLog.read(systems.jobs().readLog(host, job, 0, OUTPUT).text())
                    .begun()) {
                // Kept until the job that created is gone: nobody deletes twice what an earlier call deleted.
                HostScripts.Output said = scripts.runKept(
                        call,
                        host.name(),
                        deletion,
                        "exec /bin/sh ./run.sh < ./passwords\n",
                        List.of(
                                JobFile.text("run.sh", deleting(call)),
                                JobFile.secret("passwords", password(call) + "\n")));
                context.evidence("dbca-delete.log", "log", said.output());
                if (said.code() != 0 && said.code() != WITH_WARNINGS || seen(call, context) == Seen.ANSWERS) {
                    systems.jobs().remove(host, deletion, call.generation());
                    throw new StepFailedException(
                            FailureCode.JOB_FAILED,
                            "DBCA did not delete " + service(call) + " on " + host.name() + ": "
                                    + DbcaLog.read(said.output()).cause().orElse(said.lastLine()),
                            "Read the log in the evidence; delete by hand what is left (instance, oratab, files), or mend"
                                    + " the cause, then retry.");
                }
                removed = true;
            }
            systems.jobs().remove(host, job, call.generation());
            systems.jobs().remove(host, deletion, call.generation());
        }
        return StepResult.done(Map.of(), removed ? service(call) + " is deleted" : "Nothing was made");
    }

    /** Writes down the files of the job that creates. */
    abstract void previewed(StepCall call, Rendering rendering);

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Rendering rendering = Rendering.of(call)
                .says("Would have DBCA make " + Inputs.of(call).text("name") + " on "
                        + Inputs.of(call).text("host") + ", unless a service of that name is there");
        previewed(call, rendering);
        rendering.says("Standard input: the passwords («" + rendering.shown("credential")
                + "», resolved on the worker when the step starts)");
        return rendering.result(context);
    }
}
