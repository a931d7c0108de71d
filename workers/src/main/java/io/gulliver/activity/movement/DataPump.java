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
import io.gulliver.adapter.oracle.DataPumpLog;
import io.gulliver.adapter.oracle.DataPumpLog.Finding;
import io.gulliver.adapter.oracle.DataPumpLog.Weight;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleErrors;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.ConnectionPurpose;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What export and import share: a job that lives in the database, a client on the host that starts it, and a log.
 *
 * <p>The job's name is made of the step and its round. Before anything is started both the host and
 * {@code DBA_DATAPUMP_JOBS} are asked for it. Losing the client changes nothing; the log's closing line decides.
 */
abstract class DataPump implements StepAction {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int SHOWN = 8;

    /** Bytes that are read of what a client printed. */
    private static final int PRINTED = 4 << 20;

    private static final String ROOT = "CDB$ROOT";
    private static final String ALL = "ALL";
    private static final String METADATA_ONLY = "METADATA_ONLY";

    /** What the start answers of the instances, so that a watch tells a restart from a stop. */
    private static final String INSTANCES = "instances";

    final Systems systems;
    final Databases databases;
    final HostScripts scripts;
    private final String program;
    private final String suffix;

    DataPump(Systems systems, Databases databases, String program, String suffix) {
        this.systems = systems;
        this.databases = databases;
        this.scripts = new HostScripts(systems);
        this.program = program;
        this.suffix = suffix;
    }

    /** Values of the parameter file. */
    abstract Map<String, String> parameters(StepCall call, OracleClient admin);

    /** What stands in the names of an evaluation. */
    static Map<String, String> names(Rendering rendering) {
        return Map.of(
                "host",
                rendering.shown("host"),
                "port",
                rendering.shown("port", "1521"),
                "service",
                rendering.shown("service"),
                // What the landscape knows of a SID, and the instance of a cluster, are said when the step runs.
                "service_at",
                "",
                "instance",
                "",
                "sid",
                "");
    }

    /** The parameter file as it goes to the host. */
    final String parameterFile(StepCall call, OracleClient admin) {
        return ScriptTemplate.load(program + ".par").render(parameters(call, admin));
    }

    /** Refuses to begin where it would do harm; called only when no job of this round is known. */
    abstract void precheck(StepCall call, OracleClient admin);

    /** Whether people can decide on what this log lacks, one thing after the other. */
    boolean decidable(StepCall call, DataPumpLog log) {
        return false;
    }

    /** What the step answers when its log is good, or people can decide on what it lacks. */
    abstract Map<String, Object> outputs(StepCall call, DataPumpLog log, List<String> lines);

    String job(StepCall call, int round) {
        return HostScripts.dataPumpJob(call, suffix, round);
    }

    static String logFile(String job) {
        return job.toLowerCase(java.util.Locale.ROOT) + ".log";
    }

    static String schemas(Inputs inputs) {
        List<String> schemas = inputs.texts("schemas");
        for (String schema : schemas) {
            if (!schema.matches("[A-Z][A-Z0-9_$]*")) {
                throw new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "Account \"" + schema + "\" of " + inputs.text("service") + " on " + inputs.text("host")
                                + " cannot be named in a Data Pump parameter file without quotes.",
                        "Give it a name without small letters and signs before it moves, or move it by hand; then retry.");
            }
        }
        return String.join(",", schemas);
    }

    /** Whether definitions alone are carried, days before the outage, to see that the target takes them. */
    static boolean metadataOnly(StepCall call) {
        String content = Inputs.of(call).findText("content").orElse(ALL);
        if (!List.of(ALL, METADATA_ONLY).contains(content)) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Input content is \"" + content + "\"; wanted " + ALL + " or " + METADATA_ONLY + ".",
                    "Correct the step of the playbook, then start again.");
        }
        return content.equals(METADATA_ONLY);
    }

    /** CONTENT as the parameter file says it: nothing for everything. */
    static String content(StepCall call) {
        return metadataOnly(call) ? METADATA_ONLY : "";
    }

    /** Workers: as discovery found the edition, or as the database says now where nobody looked. */
    static int workers(Inputs inputs, OracleClient admin) {
        String edition = inputs.findText("edition")
                .filter(found -> !found.equals(OracleEdition.UNKNOWN))
                .orElseGet(() -> OracleEdition.of(admin.query("release-banner")));
        return OracleEdition.workers(edition, inputs.findWhole("parallel").orElse(1));
    }

    /** What is done once the log was found good, each time that it is; with what the step answers of it. */
    Map<String, Object> judged(StepCall call, StepContext context) {
        return Map.of();
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address address = Address.of(call, "");
        String job = job(call, call.round());
        String hostJob = HostScripts.jobId(call, program);
        SshHost host = systems.host(address.host());
        try (OracleClient admin = databases.change(address, call, context)) {
            Map<String, Object> known = Map.of("job_name", job, INSTANCES, startups(admin));
            Optional<OracleRow> there = find(admin, job);
            if (there.isPresent()) {
                if (idle(there.get())) {
                    resume(call, context, job, onThisHost(call, address, admin));
                    return StepResult.started(job, known, "Job " + job + " was stopped and goes on");
                }
                return StepResult.started(job, known, "Job " + job + " runs already");
            }
            JobStatus status = systems.jobs().status(host, hostJob);
            if (status.state() != JobState.ABSENT) {
                return StepResult.started(job, known, "Job " + job + " was started already");
            }
            requireApplicationContainer(address, admin);
            precheck(call, admin);
            String parfile = parameterFile(call, admin);
            String shell = ScriptTemplate.load(program + ".sh")
                    .render(Map.of(
                            "oracle_home",
                            inputs.text("oracle_home"),
                            "user",
                            databases.user(inputs.text("migration_credential")),
                            "connect",
                            Address.ALIAS,
                            "parfile",
                            program + ".par"));
            String names = databases.names(onThisHost(call, address, admin));
            List<EvidenceRef> kept = List.of(
                    context.evidence("tnsnames.ora", "script", names),
                    context.evidence(program + ".par", "script", parfile),
                    context.evidence(program + ".sh", "script", shell));
            systems.jobs()
                    .start(
                            host,
                            JobSpec.of(hostJob, call.generation(), "exec /bin/sh ./" + program + ".sh < ./password\n")
                                    .withFiles(List.of(
                                            JobFile.text(program + ".sh", shell),
                                            JobFile.text(program + ".par", parfile),
                                            JobFile.text("tnsnames.ora", names),
                                            JobFile.secret(
                                                    "password",
                                                    databases.password(
                                                                    inputs.text("migration_credential"), address.host())
                                                            + "\n"))));
            return new StepResult(false, known, job, null, kept, "Started " + job);
        }
    }

    /**
     * The instance of a cluster that runs on the host itself: with CLUSTER=N the job works where its session is, and the
     * service alone may be answered by another node, where the directory's path is not.
     */
    private Address onThisHost(StepCall call, Address address, OracleClient admin) {
        return HostInstance.find(scripts, call, address, admin, "the staging directory")
                .map(address::at)
                .orElse(address);
    }

    /** At the root a job only warns (ORA-39357) and works on what is there: no application's database. */
    private static void requireApplicationContainer(Address address, OracleClient admin) {
        if (OracleRelease.of(admin.release()).atLeast(12, 1)
                && ROOT.equals(admin.queryOne("container-state", Map.of()).findText("CON_NAME"))) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Service " + address.name()
                            + " leads to the root of a container database, and Data Pump would work on"
                            + " the root alone.",
                    "Correct the service to that of the pluggable database, then retry.");
        }
    }

    private void resume(StepCall call, StepContext context, String job, Address there) {
        try (OracleClient owner = owner(call, context, there)) {
            owner.execute("start-datapump-job", Map.of(), named(call, job));
        }
    }

    private OracleClient owner(StepCall call, StepContext context, Address there) {
        return databases.change(
                there.as(Inputs.of(call).text("migration_credential")), ConnectionPurpose.DATA_PUMP, call, context);
    }

    private Map<String, String> named(StepCall call, String job) {
        return Map.of("job", job, "owner", databases.user(Inputs.of(call).text("migration_credential")));
    }

    private static Optional<OracleRow> find(OracleClient client, String job) {
        return client.query("datapump-jobs").stream()
                .filter(row -> row.text("JOB_NAME").equals(job))
                .findFirst();
    }

    private static boolean idle(OracleRow row) {
        return List.of("NOT RUNNING", "STOPPED", "IDLING").contains(row.text("STATE"));
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        String job = String.valueOf(call.job());
        String hostJob = HostScripts.jobId(call, program);
        SshHost host = systems.host(address.host());
        AtomicReference<@Nullable Progress> seen = new AtomicReference<>();
        Pace pace = new Pace();
        try (OracleClient client = databases.read(address, context)) {
            boolean ended = context.waitFor(
                    () -> {
                        // The host is asked before the database: a client seen ended has left its job behind or done.
                        JobStatus status = systems.jobs().status(host, hostJob);
                        Optional<OracleRow> row = find(client, job);
                        if (row.isEmpty()) {
                            return status.state() != JobState.RUNNING && status.state() != JobState.CLAIMED;
                        }
                        if (idle(row.get())) {
                            if (context.cancelled() || !restarted(call, client)) {
                                throw stopped(call, address, job, row.get());
                            }
                            resume(call, context, job, onThisHost(call, address, client));
                            context.progress(new Progress(
                                    0, null, "MB", null, "goes on: its instance was restarted, and it stood still"));
                            return false;
                        }
                        Progress progress = progress(client, job, row.get(), pace);
                        seen.set(progress);
                        context.progress(progress);
                        return false;
                    },
                    LOOK,
                    Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
            if (!ended) {
                Progress progress = seen.get();
                return StepResult.running(
                        job, progress == null ? new Progress(0, null, "MB", null, "starting") : progress);
            }
        }
        return finish(call, context, host, hostJob, job);
    }

    /** When each instance was started, as one text. */
    private static String startups(OracleClient client) {
        return client.query("instances").stream()
                .map(row -> row.number("INST_ID") + " " + row.findTime("STARTUP_TIME"))
                .collect(Collectors.joining(", "));
    }

    /** Whether an instance was started since the step was: nobody stopped the job then. */
    private static boolean restarted(StepCall call, OracleClient client) {
        Object then = call.outputs().get(INSTANCES);
        return then != null && !then.equals(startups(client));
    }

    private StepFailedException stopped(StepCall call, Address address, String job, OracleRow row) {
        String owner = databases.user(Inputs.of(call).text("migration_credential"));
        return new StepFailedException(
                FailureCode.STATE_CONFLICT,
                "Data Pump job " + job + " of " + address.name() + " is " + row.text("STATE")
                        + ": somebody stopped it.",
                "Ask who stopped it and why. To let it go on where it stopped, log on as " + owner + ", " + program
                        + " attach=" + job + ", START_JOB; then retry the step. Or roll back.");
    }

    /** Rate over the looks of one watch. */
    private static final class Pace {
        private final long begun = System.nanoTime();
        private double first = -1;

        @Nullable
        Double rate(double done) {
            if (first < 0) {
                first = done;
                return null;
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            return done > first && seconds > 1 ? (done - first) / seconds : null;
        }
    }

    private static Progress progress(OracleClient client, String job, OracleRow row, Pace pace) {
        String waits = client.query("resumable-waits").stream()
                .filter(wait -> wait.text("NAME").contains(job))
                .map(wait -> "waits for space: " + wait.findText("ERROR_MSG"))
                .findFirst()
                .orElse(row.text("STATE").toLowerCase(java.util.Locale.ROOT));
        int full = RecoveryArea.percent(client);
        if (full > RecoveryArea.ALARM) {
            waits += "; the recovery area is " + full + " % full";
        }
        List<OracleRow> longops = client.query("datapump-progress", Map.of("job", job));
        if (longops.isEmpty()) {
            return new Progress(0, null, "MB", null, waits);
        }
        double done = longops.get(0).number("SOFAR").doubleValue();
        double total = longops.get(0).number("TOTALWORK").doubleValue();
        return new Progress(done, total > 0 ? total : null, "MB", pace.rate(done), waits);
    }

    private StepResult finish(StepCall call, StepContext context, SshHost host, String hostJob, String job) {
        Optional<String> text = log(call, host, job);
        if (text.filter(DataPump::whole).isEmpty()) {
            // Where the log found no room, or was lost, what its client printed has the same lines.
            Optional<String> printed = printed(host, hostJob);
            if (printed.filter(DataPump::whole).isPresent()) {
                text = printed;
            }
        }
        if (text.isEmpty()) {
            throw withoutLog(context, host, hostJob, job);
        }
        List<String> lines = text.get().lines().toList();
        EvidenceRef kept = context.evidence(logFile(job), "log", DataPumpLog.masked(text.get()));
        DataPumpLog log = DataPumpLog.read(lines, true);
        if (log.closing() == DataPumpLog.Closing.MISSING || log.closing() == DataPumpLog.Closing.STOPPED_BY_USER) {
            throw new StepFailedException(
                    FailureCode.JOB_VANISHED,
                    "Data Pump job " + job + " is gone from " + call.inputs().get("service")
                            + " and its log has no end.",
                    "Read the log in the evidence and the alert log; roll this step back before it runs again.");
        }
        if (!log.clean() && !decidable(call, log)) {
            throw failed(call, job, log);
        }
        long warnings = log.findings().stream()
                .filter(finding -> finding.weight() != Weight.BENIGN)
                .count();
        Map<String, Object> outputs = new LinkedHashMap<>(outputs(call, log, lines));
        outputs.putAll(judged(call, context));
        outputs.put("job_name", job);
        outputs.put("tables", log.rows().size());
        outputs.put(
                "rows", log.rows().values().stream().mapToLong(Long::longValue).sum());
        outputs.put("warnings", (int) warnings);
        String shown = log.findings().stream()
                .filter(finding -> finding.weight() != Weight.BENIGN)
                .limit(SHOWN)
                .map(Finding::text)
                .collect(Collectors.joining("; "));
        return new StepResult(
                true,
                outputs,
                null,
                null,
                List.of(kept),
                job + ": " + log.rows().size() + " tables" + (warnings == 0 ? "" : "; to be looked at: " + shown));
    }

    /** Whether a log has its end, and every error that its end counts. */
    private static boolean whole(String text) {
        DataPumpLog log = DataPumpLog.read(text.lines().toList(), true);
        return log.closing() != DataPumpLog.Closing.MISSING && log.lost() == 0;
    }

    private Optional<String> printed(SshHost host, String hostJob) {
        JobState state = systems.jobs().status(host, hostJob).state();
        return state == JobState.ABSENT
                ? Optional.empty()
                : Optional.of(systems.jobs().readLog(host, hostJob, 0, PRINTED).text());
    }

    /** The job's log beside its dump files, or empty when it wrote none. */
    private Optional<String> log(StepCall call, SshHost host, String job) {
        Path local = null;
        try {
            local = Files.createTempFile("gulliver-", ".log");
            systems.jobs().fetchFile(host, Inputs.of(call).text("staging") + "/" + logFile(job), local);
            return Optional.of(Files.readString(local, StandardCharsets.UTF_8));
        } catch (SshException e) {
            if (e.kind() == SshException.Kind.REMOTE) {
                return Optional.empty(); // no such file
            }
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("The log of " + job + " cannot be kept on this worker", e);
        } finally {
            delete(local);
        }
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The client refused before any job was made: its own words say why. */
    private StepFailedException withoutLog(StepContext context, SshHost host, String hostJob, String job) {
        JobStatus status = systems.jobs().status(host, hostJob);
        if (status.state() == JobState.ABSENT || status.state() == JobState.VANISHED) {
            return new StepFailedException(
                    FailureCode.JOB_VANISHED,
                    "Data Pump job " + job + " is not in the database, left no log, and its client on " + host.name()
                            + " is " + status.state() + ".",
                    "Look at the host and the alert log; roll this step back before it runs again.");
        }
        String output = systems.jobs().readLog(host, hostJob, 0, PRINTED).text();
        context.evidence(program + ".out", "log", DataPumpLog.masked(output));
        List<String> lines = output.lines().toList();
        DataPumpLog said = DataPumpLog.read(lines, true);
        String words = said.findings().isEmpty()
                ? lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1)
                : said.findings().get(0).text();
        return new StepFailedException(
                FailureCode.JOB_FAILED,
                program + " on " + host.name() + " ended with code " + status.exitCode() + " and made no job: " + words,
                OracleErrors.advice(words) + " Then retry: what this step left is taken away, and it begins again.");
    }

    private static StepFailedException failed(StepCall call, String job, DataPumpLog log) {
        List<Finding> bad = log.findings().stream()
                .filter(finding -> finding.weight().compareTo(Weight.ERROR) >= 0)
                .toList();
        String lines = bad.stream()
                .limit(SHOWN)
                .map(finding -> "line " + finding.line() + ": " + finding.text())
                .collect(Collectors.joining("\n"));
        List<Integer> codes = new ArrayList<>();
        bad.forEach(finding -> codes.addAll(finding.codes()));
        return new StepFailedException(
                FailureCode.JOB_FAILED,
                "Data Pump job " + job + " of " + Address.of(call, "").name() + " ended (" + log.closing() + ") with "
                        + bad.size() + " errors:\n" + lines
                        + (log.lost() == 0
                                ? ""
                                : "\n" + log.lost()
                                        + " more that its end counts are not in it: a part of it was lost."),
                advice(call, codes));
    }

    /** Refused logons, and a listener or an instance that is away: of the source too, whose link a worker of a job opens. */
    private static final Set<Integer> KEEPS_OUT = Set.of(257, 1017, 1034, 12170, 12514, 12541, 28000, 28001);

    /** What to do, by the errors of {@code docs/domain/data-pump.md}, 2.7. */
    private static String advice(StepCall call, List<Integer> codes) {
        if (codes.contains(19502) || codes.contains(27072) || codes.contains(39095)) {
            return "The file system of the dump files does not take them: free room in "
                    + Inputs.of(call).text("staging") + " on " + Inputs.of(call).text("host")
                    + " (df), then retry: what this step wrote is taken away, and it begins again.";
        }
        if (codes.contains(1555)) {
            return "Undo was too short: raise UNDO_RETENTION and undo space, make sure the source is quiet, roll this step"
                    + " back and run it again.";
        }
        if (codes.contains(1652) || codes.contains(1653)) {
            return "Space ran out: add a data file, roll this step back and run it again.";
        }
        if (codes.contains(39151)) {
            return "Tables were there before and were left as they are: rows may be missing. Roll this step back, then run"
                    + " it again.";
        }
        if (codes.contains(39405)) {
            return "Install the source's time zone file on the target (DBMS_DST), then run the step again.";
        }
        if (codes.contains(959)) {
            return "A tablespace is missing on the target: create it, roll this step back and run it again.";
        }
        List<Integer> kept = codes.stream().filter(KEEPS_OUT::contains).toList();
        if (!kept.isEmpty()) {
            return OracleErrors.advice(OracleErrors.name(kept.get(kept.size() - 1)))
                    + " Then retry: what this step left is taken away, and it begins again.";
        }
        return "Read the lines, mend the cause, roll this step back and run it again.";
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        String job = call.job() == null ? job(call, call.round()) : String.valueOf(call.job());
        boolean stopped = inDatabase(call, context, job, "stop-datapump-job", true);
        SshHost host = systems.host(Inputs.of(call).text("host"));
        JobStatus status = systems.jobs().stop(host, HostScripts.jobId(call, program), call.generation());
        if (status.state() == JobState.RUNNING) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "Data Pump job " + job + " of " + Address.of(call, "").name() + " was told to stop, but its client "
                            + program + " on " + host.name() + " still runs.",
                    "It is asked again; if it stays, end the process on the host by its pid.");
        }
        // The client may have defined its job after the first look; now that it is gone, no other one comes.
        stopped |= inDatabase(call, context, job, "stop-datapump-job", true);
        return StepResult.done(Map.of(), stopped ? "Stopped " + job : job + " was not running");
    }

    /** Attaches and stops or kills; answers whether there was anything to do. */
    private boolean inDatabase(StepCall call, StepContext context, String job, String statement, boolean runningOnly) {
        try (OracleClient admin = databases.read(Address.of(call, ""), context)) {
            Optional<OracleRow> row = find(admin, job);
            if (row.isEmpty() || runningOnly && idle(row.get())) {
                return false;
            }
        }
        try (OracleClient owner = owner(call, context, Address.of(call, ""))) {
            owner.execute(statement, Map.of(), named(call, job));
            return true;
        } catch (OracleException e) {
            if (e.code() == 31626) {
                return false; // it ended between look and act
            }
            throw e;
        }
    }

    /** Takes away what this round left behind; called by undo for the rounds that ever started. */
    abstract void takeAway(StepCall call, StepContext context, String job);

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        SshHost host = systems.host(Inputs.of(call).text("host"));
        List<String> gone = new ArrayList<>();
        for (int round = 1; round <= call.round(); round++) {
            String hostJob = HostScripts.jobId(call, program, round);
            String job = job(call, round);
            // Its directory on the host is the proof that this step started something.
            if (systems.jobs().status(host, hostJob).state() == JobState.ABSENT) {
                continue;
            }
            inDatabase(call, context, job, "kill-datapump-job", false);
            systems.jobs().stop(host, hostJob, call.generation());
            // As in stop: the client may have defined its job after the first look.
            inDatabase(call, context, job, "kill-datapump-job", false);
            takeAway(call, context, job);
            systems.jobs().remove(host, hostJob, call.generation());
            gone.add(job);
        }
        return StepResult.done(Map.of(), gone.isEmpty() ? "Nothing was started" : "Took away " + gone);
    }

    /** Values of the parameter file, as far as they are known. */
    abstract Map<String, String> previewed(StepCall call, Rendering rendering);

    /** Says what is done once the log is good. */
    void afterwards(StepCall call, Rendering rendering) {}

    /** Says what it would do before the program is started. */
    void before(StepCall call, Rendering rendering) {}

    /** Workers as far as they are known: the database may have the last word. */
    static String workersShown(StepCall call, Rendering rendering) {
        String edition = rendering.shown("edition", OracleEdition.UNKNOWN);
        int wanted = Inputs.of(call).known("parallel") ? Inputs.of(call).whole("parallel") : 1;
        return edition.equals(OracleEdition.UNKNOWN) || edition.contains("«")
                ? "«" + wanted + ", or 1 on Standard Edition»"
                : Integer.toString(OracleEdition.workers(edition, wanted));
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Rendering rendering = Rendering.of(call);
        if (inputs.known("host")) {
            systems.host(inputs.text("host"));
        }
        String user = databases.user(inputs.text("migration_credential"));
        rendering
                .says("Would run " + program + " as job " + job(call, call.round()) + " on " + rendering.shown("host")
                        + " for " + rendering.shown("schemas") + ", unless a job of that name is there")
                .asks(rendering.database(""), "datapump-jobs");
        before(call, rendering);
        rendering
                .file(
                        rendering.shown("host"),
                        program + ".par",
                        ScriptTemplate.load(program + ".par").preview(previewed(call, rendering)))
                .script(rendering.shown("host"), "tnsnames.ora", names(rendering))
                .script(
                        rendering.shown("host"),
                        program + ".sh",
                        Map.of(
                                "oracle_home",
                                rendering.shown("oracle_home"),
                                "user",
                                user,
                                "connect",
                                Address.ALIAS,
                                "parfile",
                                program + ".par"))
                .says("Standard input: the password of " + user + " («" + rendering.shown("migration_credential")
                        + "», resolved on the worker when the step starts)")
                .check("the client ends with exit code 0 (5: look at each ORA- line of the log), the log ends with"
                        + " *successfully completed*"
                        + (program.equals("expdp")
                                ? ", and names the dump files of the set; the next steps need their names."
                                : ", and no other ORA- line than those that docs/domain/data-pump.md lists as harmless; what"
                                        + " else is missing is made by hand, or two people accept it."))
                .asks(rendering.database(""), "datapump-jobs");
        afterwards(call, rendering);
        return rendering.result(context);
    }
}
