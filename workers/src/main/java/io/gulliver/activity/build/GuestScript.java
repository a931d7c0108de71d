package io.gulliver.activity.build;

import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A short script that makes a server ready: rendered, kept as evidence with its output, run as a job of its round, judged by
 * its exit code.
 *
 * <p>Codes that all of them have: 10 too little of something, 11 something is not as wanted, 12 a volume cannot be read or
 * multipathd does not answer, 13 in use, 14 the login may not use sudo, 15 a program of Oracle's failed, 16 what an earlier try
 * began still runs.
 */
final class GuestScript {
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int LOG_BYTES = 64 * 1024;
    private static final String FINDING = "finding: ";

    private final Function<String, SshHost> logins;
    private final Systems systems;
    private final String name;
    private final ScriptTemplate template;

    private GuestScript(Systems systems, String name, Function<String, SshHost> logins) {
        this.logins = logins;
        this.systems = systems;
        this.name = name;
        this.template = ScriptTemplate.load(name + ".sh");
    }

    /**
     * One that is Oracle's: the owner of its software runs it.
     *
     * @param name of the script without its ending; its job is called so too
     */
    static GuestScript ofOwner(Systems systems, String name) {
        return new GuestScript(systems, name, systems::host);
    }

    /** One that needs root: the privileged login runs it. */
    static GuestScript ofRoot(Systems systems, String name) {
        return new GuestScript(systems, name, systems::privileged);
    }

    /** What it said, the script and its log as evidence. */
    record Said(String output, List<EvidenceRef> evidence) {
        /** What a person should see to. */
        List<String> findings() {
            return output.lines()
                    .filter(line -> line.startsWith(FINDING))
                    .map(line -> line.substring(FINDING.length()))
                    .toList();
        }
    }

    /**
     * Runs it, or finds the job that an earlier try of this round started.
     *
     * @throws StepFailedException when it ends with anything but 0
     */
    Said run(StepCall call, StepContext context, String hostName, Map<String, String> values) {
        return run(call, context, hostName, values, PATIENCE);
    }

    /** The same, of a script that may take this long. */
    Said run(StepCall call, StepContext context, String hostName, Map<String, String> values, Duration patience) {
        String script = rendered(values);
        EvidenceRef kept = context.evidence(name + ".sh", "script", script);
        SshHost host = logins.apply(hostName);
        String job = job(call);
        JobStatus status = systems.jobs().runShort(host, JobSpec.of(job, call.generation(), script), patience);
        if (status.state() == JobState.VANISHED) {
            throw gone(job, hostName);
        }
        Integer code = status.exitCode();
        if (code == null) {
            throw new StepFailedException(
                    FailureCode.TIMED_OUT,
                    "Job " + job + " on " + hostName + " is " + status.state() + " after " + patience.toSeconds()
                            + " s.",
                    "The next try finds the same job and waits on.");
        }
        String output = systems.jobs().readLog(host, job, 0, LOG_BYTES).text();
        EvidenceRef log = context.evidence(name + ".log", "log", output);
        if (code != 0) {
            throw failed(hostName, code, output);
        }
        return new Said(output, List.of(kept, log));
    }

    /** Begins it, for a script that takes longer than a call may; {@link #ended} hears of its end. */
    StepResult begin(StepCall call, StepContext context, String hostName, Map<String, String> values, String words) {
        return begin(call, context, hostName, values, List.of(), words);
    }

    /** The same, with files beside it that hold no secret. */
    StepResult begin(
            StepCall call,
            StepContext context,
            String hostName,
            Map<String, String> values,
            List<JobFile> files,
            String words) {
        String script = rendered(values);
        List<EvidenceRef> kept = new ArrayList<>(List.of(context.evidence(name + ".sh", "script", script)));
        files.forEach(file ->
                kept.add(context.evidence(file.name(), "script", new String(file.content(), StandardCharsets.UTF_8))));
        String job = job(call);
        systems.jobs()
                .start(
                        logins.apply(hostName),
                        JobSpec.of(job, call.generation(), script).withFiles(files));
        return new StepResult(false, Map.of(), job, null, kept, words);
    }

    /**
     * Waits for its end as long as the call may.
     *
     * @return what it said, or nothing while it runs
     * @throws StepFailedException when it ended with anything but 0
     */
    Optional<Said> ended(StepCall call, StepContext context, String hostName) {
        SshHost host = logins.apply(hostName);
        String job = job(call);
        boolean over = context.waitFor(
                () -> {
                    JobState state = systems.jobs().status(host, job).state();
                    return state != JobState.RUNNING && state != JobState.CLAIMED;
                },
                LOOK,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        if (!over) {
            return Optional.empty();
        }
        JobStatus status = systems.jobs().status(host, job);
        String output = status.state() == JobState.ABSENT
                ? ""
                : systems.jobs().readLog(host, job, 0, LOG_BYTES).text();
        EvidenceRef log = context.evidence(name + ".log", "log", output);
        Integer code = status.exitCode();
        if (code == null) {
            throw gone(job, hostName);
        }
        if (code != 0) {
            throw failed(hostName, code, output);
        }
        return Optional.of(new Said(output, List.of(log)));
    }

    /** Ends it where it runs. */
    void stop(StepCall call, String hostName) {
        systems.jobs().stop(logins.apply(hostName), job(call), call.generation());
    }

    /** The name of its job in this round. */
    String job(StepCall call) {
        return ResourceOwner.job(call, name.replaceAll("[^a-z]", ""));
    }

    private static StepFailedException gone(String job, String hostName) {
        return new StepFailedException(
                FailureCode.JOB_VANISHED,
                "Job " + job + " on " + hostName + " is gone without an exit code (killed, or the host went down).",
                "Look at the host; the script may be run again: it looks before each act. Retry the step.");
    }

    /**
     * The script with its places filled.
     *
     * @throws StepFailedException when a value cannot be said in a shell
     */
    String rendered(Map<String, String> values) {
        try {
            return template.render(values);
        } catch (IllegalArgumentException e) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    String.valueOf(e.getMessage()),
                    "Correct the collected data of the server, then retry.");
        }
    }

    /** The same to be read: what only the run will know stands in guillemets. */
    String preview(Map<String, String> values) {
        return template.preview(values);
    }

    /** A failure by its code, with the last line that the script said. */
    static StepFailedException failed(String host, int code, String output) {
        List<String> lines = output.lines().toList();
        String last = lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
        return switch (code) {
            case 10 ->
                new StepFailedException(
                        FailureCode.CAPACITY_EXHAUSTED,
                        "Server " + host + ": " + last,
                        "Memory is too small or too fragmented for the huge pages: reboot the server, or give it more"
                                + " memory, then retry.");
            case 11 ->
                new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "Server " + host + ": " + last,
                        "Mend it on the server, then retry; the script looks before each act.");
            case 12 ->
                new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "Server " + host + ": " + last,
                        "See with multipath -ll on the server and with the mappings and zones what is missing, let Linux look"
                                + " anew (rescan-scsi-bus.sh -a), then retry.");
            case 13 ->
                new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "Server " + host + ": " + last,
                        "See who uses it (fuser -vm on the mount point), end that, then retry: nothing more was taken away.");
            case 14 ->
                new StepFailedException(
                        FailureCode.CHECK_FAILED,
                        "Server " + host + ": " + last,
                        "Let the privileged login that the landscape names for this server use sudo without a password"
                                + " while it is built, or name another one there, then retry.");
            case 15 ->
                new StepFailedException(
                        FailureCode.JOB_FAILED,
                        "Server " + host + ": " + last,
                        "Read the log in the evidence, and the one that it names on the server, mend the cause, then retry; the"
                                + " script looks before each act.");
            case 16 ->
                new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "Server " + host + ": " + last,
                        "Let it end on the server, or end it there, then retry: two at once would spoil each other's work.");
            default ->
                new StepFailedException(
                        FailureCode.JOB_FAILED,
                        "The script on " + host + " ended with code " + code + ": " + last,
                        "Read the log in the evidence, mend the cause, then retry.");
        };
    }
}
