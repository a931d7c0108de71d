package io.gulliver.activity.systems;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Short scripts on hosts, and the names that remote work of a step carries: the same for every attempt of a round. */
public final class HostScripts {
    private static final Duration PATIENCE = Duration.ofSeconds(45);
    private static final int OUTPUT = 1 << 20;

    private final Systems systems;

    public HostScripts(Systems systems) {
        this.systems = systems;
    }

    /** What a short script said. */
    public record Output(int code, String output) {
        /** Its last line, for messages. */
        public String lastLine() {
            return output.strip().lines().reduce((a, b) -> b).orElse("it said nothing");
        }

        /** Its last two lines: what a script says of a failure, after what the program that failed said itself. */
        public String lastLines() {
            List<String> lines = output.lines()
                    .filter(line -> !line.isBlank())
                    .map(String::strip)
                    .toList();
            return lines.isEmpty()
                    ? "it said nothing"
                    : String.join("; ", lines.subList(Math.max(0, lines.size() - 2), lines.size()));
        }
    }

    /**
     * Runs a script that is safe to run again, waits for its end and removes its job.
     *
     * @param verb what it does, {@code [a-z-]+}; part of the job's name
     * @throws StepFailedException TIMED_OUT while it still runs: the next try finds the same job
     */
    public Output run(StepCall call, String hostName, String verb, String script, List<JobFile> files) {
        String job = jobId(call, verb);
        Output said = runKept(call, hostName, job, script, files);
        systems.jobs().remove(systems.host(hostName), job, call.generation());
        return said;
    }

    /**
     * As {@link #run}, but the job stays, so that asking again answers what it said and does nothing: for what must not be
     * done twice. Whoever asks removes it.
     *
     * @param job its name, of {@link #jobId}
     */
    public Output runKept(StepCall call, String hostName, String job, String script, List<JobFile> files) {
        SshHost host = systems.host(hostName);
        JobSpec spec = JobSpec.of(job, call.generation(), script).withFiles(files);
        JobStatus status = systems.jobs().runShort(host, spec, PATIENCE);
        if (status.state() == JobState.VANISHED) {
            systems.jobs().remove(host, job, call.generation());
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "Script " + job + " on " + hostName + " was cut off (killed, or the host went down).",
                    "It is safe to run again, and will be.");
        }
        Integer code = status.exitCode();
        if (code == null) {
            throw new StepFailedException(
                    FailureCode.TIMED_OUT,
                    "Script " + job + " on " + hostName + " is " + status.state() + " after " + PATIENCE.toSeconds()
                            + " s.",
                    "The next try finds the same job and waits on. Look at the load of the host.");
        }
        return new Output(code, systems.jobs().readLog(host, job, 0, OUTPUT).text());
    }

    /** Removes a job of {@link #runKept}, where it is there. */
    public void remove(StepCall call, String hostName, String job) {
        systems.jobs().remove(systems.host(hostName), job, call.generation());
    }

    /**
     * Notes a text on a host in place of what was noted there.
     *
     * @param note its name, of {@link #runId}
     */
    void note(String hostName, String note, String text) {
        systems.jobs().writeFile(systems.host(hostName), path(note), text);
    }

    /** What was noted on a host; empty where nothing is. */
    String noted(String hostName, String note) {
        return systems.jobs().readFile(systems.host(hostName), path(note));
    }

    /** Removes a note, where it is there. */
    void forget(String hostName, String note) {
        systems.jobs().removeFile(systems.host(hostName), path(note));
    }

    private static String path(String note) {
        return ".gulliver/" + note + ".txt";
    }

    /** As {@link #run}; anything but code 0 ends the step. */
    public Output demand(StepCall call, String hostName, String verb, String script, List<JobFile> files) {
        Output said = run(call, hostName, verb, script, files);
        if (said.code() != 0) {
            throw new StepFailedException(
                    FailureCode.JOB_FAILED,
                    "The script " + verb + " on " + hostName + " ended with code " + said.code() + ": "
                            + said.lastLines(),
                    "Mend the cause on the host, then retry.");
        }
        return said;
    }

    /** Name of a job on a host. */
    public static String jobId(StepCall call, String verb) {
        return jobId(call, verb, call.round());
    }

    /** Name of the job of another round. */
    public static String jobId(StepCall call, String verb, int round) {
        return stepId(call, verb) + "-" + round;
    }

    /** Name of what belongs to a step on a host in whatever round. */
    public static String stepId(StepCall call, String verb) {
        return verb + "-" + hash(call);
    }

    /**
     * Name of a job on a host that belongs to a run, whichever of its steps asks.
     *
     * @param what it is about, for example a service
     */
    public static String runId(StepCall call, String verb, String what) {
        return verb + "-" + hash(call.migration().value() + "/" + what);
    }

    /** Name of a Data Pump job, at most 30 characters: {@code MIG_1F0A2B3C4D5E_EXP_1}. */
    public static String dataPumpJob(StepCall call, String suffix, int round) {
        return "MIG_" + hash(call).toUpperCase(Locale.ROOT) + "_" + suffix + "_" + round;
    }

    private static String hash(StepCall call) {
        return hash(call.migration().value() + "/" + call.step());
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
