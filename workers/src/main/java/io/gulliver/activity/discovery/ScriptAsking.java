package io.gulliver.activity.discovery;

import io.gulliver.activity.HostScripts;
import io.gulliver.activity.Inputs;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.Systems;
import io.gulliver.adapter.oracle.DiscoveryQuestions;
import io.gulliver.adapter.oracle.DiscoveryScript;
import io.gulliver.adapter.oracle.OracleStatement.Load;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.LogChunk;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.evidence.discovery.AnswerRow;
import io.gulliver.evidence.discovery.Answers;
import io.gulliver.evidence.discovery.SpoolAnswers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Asks a database with which the driver does not speak, by SQL*Plus on its host as a detached job with the rights of the
 * operating system. A short script finds out what to ask, a second one asks it; both stay until the answers are kept.
 */
final class ScriptAsking {
    /** File that a person's run of the script leaves. */
    static final String SPOOL = "gulliver-discovery.txt";

    private static final int LIMIT_SECONDS = 3600;
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofMinutes(55);
    private static final int PIECE = 1 << 20;
    private static final int MOST = 256 * PIECE;

    private final DiscoveryQuestions questions;
    private final DiscoveryPolicy policy;
    private final Systems systems;

    ScriptAsking(DiscoveryQuestions questions, DiscoveryPolicy policy, Systems systems) {
        this.questions = questions;
        this.policy = policy;
        this.systems = systems;
    }

    /** What SQL*Plus answered, and where its words are kept. */
    record Asked(Answers answers, List<EvidenceRef> evidence) {}

    Asked all(StepCall call, StepContext context) {
        SshHost host = host(call, context);
        String probe = HostScripts.jobId(call, "discovery-probe");
        String main = HostScripts.jobId(call, "discovery");
        SpoolAnswers first = read(output(call, context, host, probe, DiscoveryScript.probe(questions)), call);
        AnswerRow instance = first.answers().first("instances");
        if (instance == null) {
            systems.jobs().remove(host, probe, call.generation());
            throw new StepFailedException(
                    FailureCode.JOB_FAILED,
                    "SQL*Plus on " + host.name() + " did not tell the release of "
                            + sid(call) + ": " + first.answers().unanswered() + " "
                            + first.problems().list().stream()
                                    .map(problem -> problem.message())
                                    .toList(),
                    "Check oracle_home and oracle_sid of the run, and that the login of the host is in the group dba.");
        }
        String release = instance.text("VERSION");
        byte[] output = output(call, context, host, main, script(release, first.answers()));
        EvidenceRef kept = context.evidence("discovery-spool.txt", "discovery-spool", output);
        SpoolAnswers spool = read(output, call);
        systems.jobs().remove(host, main, call.generation());
        systems.jobs().remove(host, probe, call.generation());
        if (!spool.whole()) {
            spool.answers().miss("discovery", "SQL*Plus was stopped after " + LIMIT_SECONDS + " s, or died");
        }
        return new Asked(spool.answers(), List.of(kept));
    }

    private String script(String release, Answers seen) {
        List<String> spaces = DiscoveryPolicy.transportSet(seen);
        return DiscoveryScript.of(questions, release)
                .render(policy.load(seen, release), !policy.peak(seen), spaces.isEmpty() ? null : spaces, null);
    }

    private static SpoolAnswers read(byte[] output, StepCall call) {
        try {
            return SpoolAnswers.read(new ByteArrayInputStream(output));
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory could not be read for " + call.step(), e);
        }
    }

    /** Runs a script, or finds it running, and answers what it printed. */
    private byte[] output(StepCall call, StepContext context, SshHost host, String job, String script) {
        Inputs inputs = Inputs.of(call);
        String shell = ScriptTemplate.load("discovery.sh")
                .render(Map.of(
                        "oracle_sid", sid(call),
                        "oracle_home", inputs.findText("oracle_home").orElse("/nowhere"),
                        "script", "discovery.sql",
                        "seconds", Integer.toString(LIMIT_SECONDS)));
        JobSpec spec =
                JobSpec.of(job, call.generation(), shell).withFiles(List.of(JobFile.text("discovery.sql", script)));
        AtomicReference<JobStatus> last =
                new AtomicReference<>(systems.jobs().runShort(host, spec, Duration.ofSeconds(20)));
        boolean done = ended(last.get())
                || context.waitFor(
                        () -> {
                            last.set(systems.jobs().status(host, job));
                            return ended(last.get());
                        },
                        PERIOD,
                        PATIENCE);
        JobStatus status = last.get();
        if (!done) {
            throw new StepFailedException(
                    FailureCode.TIMED_OUT,
                    "SQL*Plus on " + host.name() + " still asks after " + PATIENCE.toMinutes() + " min (job " + job
                            + ").",
                    "The next try finds the same job and waits on. Look at the load of the host.");
        }
        if (status.state() == JobState.VANISHED) {
            systems.jobs().remove(host, job, call.generation());
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "Script " + job + " on " + host.name() + " was cut off (killed, or the host went down).",
                    "It is safe to run again, and will be.");
        }
        byte[] output = log(host, job);
        Integer code = status.exitCode();
        if (code != null && code == 127) {
            systems.jobs().remove(host, job, call.generation());
            throw new StepFailedException(
                    FailureCode.JOB_FAILED,
                    "There is no SQL*Plus for " + sid(call) + " on " + host.name() + ": "
                            + new String(output, StandardCharsets.UTF_8).strip(),
                    "Give oracle_home and oracle_sid of the source, then retry the step.");
        }
        return output;
    }

    private static boolean ended(JobStatus status) {
        return status.state() == JobState.EXITED || status.state() == JobState.VANISHED;
    }

    private byte[] log(SshHost host, String job) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        long offset = 0;
        while (offset < MOST) {
            LogChunk chunk = systems.jobs().readLog(host, job, offset, PIECE);
            if (chunk.nextOffset() <= offset) {
                break;
            }
            output.writeBytes(chunk.bytes());
            offset = chunk.nextOffset();
        }
        return output.toByteArray();
    }

    private static String sid(StepCall call) {
        Inputs inputs = Inputs.of(call);
        return inputs.findText("oracle_sid")
                .orElseGet(() -> inputs.text("service").split("\\.")[0].toUpperCase(Locale.ROOT));
    }

    /** The host of the landscape; without one a person runs the script. */
    private SshHost host(StepCall call, StepContext context) {
        String name = Inputs.of(call).text("host");
        try {
            return systems.host(name);
        } catch (StepFailedException e) {
            String known = DiscoverDatabase.digits(
                    Inputs.of(call).findText("known_release").orElse(""));
            String release = known.isEmpty() ? "10.2" : known;
            context.evidence(
                    "discovery.sql",
                    "script",
                    DiscoveryScript.of(questions, release)
                            .render(policy.packLicensed() ? Load.AWR : Load.SAMPLE, true, null, SPOOL));
            throw new StepFailedException(
                    FailureCode.SYSTEM_UNKNOWN,
                    "The driver does not speak with " + sid(call) + " on " + name + ", and "
                            + e.failure().message(),
                    "Have its DBA run the evidence discovery.sql there (sqlplus -S / as sysdba @discovery.sql), upload "
                            + SPOOL + " as evidence of the database, and skip this step with that as the reason; or add"
                            + " the host to gulliver.landscape.hosts, and retry.");
        }
    }
}
