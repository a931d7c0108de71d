package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.SessionFence;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleErrors;
import io.gulliver.adapter.oracle.OracleRow;
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
import java.util.List;
import java.util.Map;

/**
 * Statements of the catalogue that may take hours, run by SQL*Plus as a detached job on the database's own host: found
 * again after anything, stopped by ending its connection in the database. DBMS_SCHEDULER is no way there: a fenced target
 * has JOB_QUEUE_PROCESSES 0.
 */
abstract class SqlPlusJob implements StepAction {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration ENDING = Duration.ofSeconds(40);
    private static final int OUTPUT = 1 << 20;
    private static final String DONE = "gulliver done: ";
    private static final String END = "gulliver end";

    final Systems systems;
    final Databases databases;
    private final String name;
    private final String verb;
    private final String unit;

    /**
     * @param verb first part of the job's name, {@code [a-z-]+}
     * @param unit what is counted as progress, for example {@code schemas}
     */
    SqlPlusJob(String name, String verb, String unit, Systems systems, Databases databases) {
        this.name = name;
        this.verb = verb;
        this.unit = unit;
        this.systems = systems;
        this.databases = databases;
    }

    /**
     * One statement of the script.
     *
     * @param words what it is about, for progress
     * @param statement id in the catalogue
     */
    record Part(String words, String statement, Map<String, String> slots) {}

    /** What is still to be done, as the database is now; nothing when all is done. */
    abstract List<Part> parts(StepCall call, OracleClient client, StepContext context);

    /** Looks at what there is when all is done, and answers with it. */
    abstract StepResult seen(StepCall call, OracleClient client, StepContext context);

    /** Says what it would do. */
    abstract void render(StepCall call, Rendering rendering);

    @Override
    public final String name() {
        return name;
    }

    String job(StepCall call, int round) {
        return HostScripts.jobId(call, verb, round);
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address address = Address.of(call, "");
        SshHost host = systems.host(address.host());
        String job = job(call, call.round());
        if (systems.jobs().status(host, job).state() != JobState.ABSENT) {
            return StepResult.started(job, Map.of(), "SQL*Plus was started already");
        }
        try (OracleClient client = databases.read(address, context)) {
            List<Part> parts = parts(call, client, context);
            if (parts.isEmpty()) {
                return seen(call, client, context);
            }
            String sql = sql(call, job, parts);
            String user = databases.user(address.credential());
            String shell = ScriptTemplate.load(user.equals("SYS") ? "sqlplus-sysdba.sh" : "sqlplus.sh")
                    .render(Map.of(
                            "oracle_home",
                            inputs.text("oracle_home"),
                            "user",
                            user,
                            "connect",
                            Address.ALIAS,
                            "script",
                            verb + ".sql"));
            List<EvidenceRef> kept = List.of(context.evidence(verb + ".sql", "script", sql));
            systems.jobs()
                    .start(
                            host,
                            JobSpec.of(job, call.generation(), "exec /bin/sh ./sqlplus.sh < ./password\n")
                                    .withFiles(List.of(
                                            JobFile.text("sqlplus.sh", shell),
                                            JobFile.text("tnsnames.ora", databases.names(address)),
                                            JobFile.text(verb + ".sql", sql),
                                            JobFile.secret(
                                                    "password",
                                                    databases.password(address.credential(), address.host()) + "\n"))));
            return new StepResult(
                    false,
                    Map.of(),
                    job,
                    null,
                    kept,
                    "SQL*Plus works on " + host.name() + ": " + parts.size() + " " + unit);
        }
    }

    private String sql(StepCall call, String job, List<Part> parts) {
        StringBuilder sql = new StringBuilder("""
                WHENEVER SQLERROR EXIT FAILURE ROLLBACK
                WHENEVER OSERROR EXIT 9
                SET DEFINE OFF
                SET SQLBLANKLINES ON
                """);
        statement(sql, "set-module", Map.of("module", job, "identifier", SessionFence.identifier(call)));
        for (Part part : parts) {
            statement(sql, part.statement(), part.slots());
            // A line that ended with a dash would go on in the next one.
            sql.append("PROMPT ").append(DONE).append(part.words()).append(".\n");
        }
        return sql.append("PROMPT ").append(END).append("\nEXIT SUCCESS\n").toString();
    }

    private void statement(StringBuilder sql, String statement, Map<String, String> slots) {
        sql.append(databases.statements().require(statement).filled(slots).strip())
                .append("\n/\n");
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        SshHost host = systems.host(address.host());
        String job = job(call, call.round());
        boolean ended = context.waitFor(
                () -> over(systems.jobs().status(host, job).state()),
                LOOK,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        JobStatus status = systems.jobs().status(host, job);
        String output = status.state() == JobState.ABSENT
                ? ""
                : systems.jobs().readLog(host, job, 0, OUTPUT).text();
        if (!ended) {
            List<String> done = done(output);
            return StepResult.running(
                    job,
                    new Progress(
                            done.size(), null, unit, null, done.isEmpty() ? "" : "last: " + done.get(done.size() - 1)));
        }
        EvidenceRef log = context.evidence(verb + ".log", "log", output);
        if (status.exitCode() != null && (status.exitCode() != 0 || !output.contains(END))) {
            throw new StepFailedException(
                    FailureCode.JOB_FAILED,
                    "SQL*Plus for " + address.name() + " on " + host.name() + " ended with code " + status.exitCode()
                            + ": " + cause(output),
                    OracleErrors.advice(cause(output)) + " Then retry: what is done stays done. The whole of it is in "
                            + verb + ".log of the evidence.");
        }
        try (OracleClient client = databases.read(address, context)) {
            List<Part> left = status.exitCode() == null ? parts(call, client, context) : List.of();
            if (!left.isEmpty()) {
                throw new StepFailedException(
                        FailureCode.JOB_VANISHED,
                        "SQL*Plus for " + address.name() + " is gone from " + host.name() + " without an exit code ("
                                + status.state() + "); left to do: "
                                + left.stream().map(Part::words).toList() + ".",
                        "Look whether the server went down and whether V$SESSION still has a connection with the module "
                                + job + "; then retry: what is done stays done.");
            }
            StepResult seen = seen(call, client, context);
            List<EvidenceRef> kept = new ArrayList<>(seen.evidence());
            kept.add(log);
            return new StepResult(true, seen.outputs(), null, null, kept, seen.message());
        }
    }

    private static List<String> done(String output) {
        return output.lines()
                .filter(line -> line.startsWith(DONE) && line.endsWith("."))
                .map(line -> line.substring(DONE.length(), line.length() - 1))
                .toList();
    }

    /** What the jobs of all rounds have done, in their words: theirs, and nobody else's. */
    List<String> done(StepCall call) {
        SshHost host = systems.host(Inputs.of(call).text("host"));
        List<String> done = new ArrayList<>();
        for (int round = 1; round <= call.round(); round++) {
            String job = job(call, round);
            if (systems.jobs().status(host, job).state() != JobState.ABSENT) {
                done.addAll(done(systems.jobs().readLog(host, job, 0, OUTPUT).text()));
            }
        }
        return done;
    }

    private static boolean over(JobState state) {
        return state != JobState.RUNNING && state != JobState.CLAIMED;
    }

    private static String cause(String output) {
        return output.lines()
                .filter(line -> line.matches("(ORA|SP2|PLS|TNS)-\\d+.*"))
                .findFirst()
                .orElse(new HostScripts.Output(1, output).lastLine());
    }

    /** Ends the client, then its connections in the database: without that the server would finish what it is at. */
    @Override
    public StepResult stop(StepCall call, StepContext context) {
        end(call, context, call.round());
        return StepResult.done(Map.of(), "SQL*Plus is stopped");
    }

    private void end(StepCall call, StepContext context, int round) {
        Address address = Address.of(call, "");
        SshHost host = systems.host(address.host());
        String job = job(call, round);
        if (systems.jobs().status(host, job).state() == JobState.ABSENT) {
            return;
        }
        systems.jobs().stop(host, job, call.generation());
        try (OracleClient client = databases.change(address, call, context)) {
            boolean gone = context.waitFor(
                    () -> {
                        List<OracleRow> open = client.query("module-sessions", Map.of("module", job));
                        open.forEach(row -> SessionRestriction.kill(databases, address, client, call, context, row));
                        return open.isEmpty()
                                && over(systems.jobs().status(host, job).state());
                    },
                    LOOK,
                    ENDING);
            if (!gone) {
                throw new StepFailedException(
                        FailureCode.TEMPORARILY_UNAVAILABLE,
                        "SQL*Plus job " + job + " of " + address.name() + " was told to end, and V$SESSION still has a"
                                + " connection with that module.",
                        "It is asked again; if it stays, end its server process on " + host.name() + ".");
            }
        }
    }

    /** Ends and removes the jobs of all rounds. */
    void clear(StepCall call, StepContext context) {
        SshHost host = systems.host(Inputs.of(call).text("host"));
        for (int round = 1; round <= call.round(); round++) {
            end(call, context, round);
            systems.jobs().remove(host, job(call, round), call.generation());
        }
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Rendering rendering = Rendering.of(call);
        render(call, rendering);
        return rendering
                .wrapper(rendering.shown("host"), "tnsnames.ora", DataPump.names(rendering))
                .wrapper(
                        rendering.shown("host"),
                        "sqlplus.sh",
                        Map.of(
                                "oracle_home",
                                rendering.shown("oracle_home"),
                                "user",
                                "«user of " + rendering.shown("credential") + "»",
                                "connect",
                                Address.ALIAS,
                                "script",
                                verb + ".sql"))
                .result(context);
    }
}
