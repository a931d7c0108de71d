package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code movement.checksum}: SHA-256 of dump files by a detached job, since terabytes take hours. */
final class Checksum implements StepAction {
    private static final String VERB = "sha256";
    private static final int OUTPUT = 4 << 20;

    private final Systems systems;

    Checksum(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "movement.checksum";
    }

    /** The job for these files. */
    static JobSpec spec(String job, long generation, String staging, List<String> files) {
        return JobSpec.of(job, generation, ScriptTemplate.load("sha256.sh").render(Map.of("staging", staging)))
                .withFiles(List.of(JobFile.text("files.txt", String.join("\n", files) + "\n")));
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String job = HostScripts.jobId(call, VERB);
        systems.jobs()
                .start(
                        systems.host(inputs.text("host")),
                        spec(job, call.generation(), inputs.text("staging"), inputs.texts("files")));
        return StepResult.started(
                job, Map.of(), "Summing up " + inputs.texts("files").size() + " files");
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        SshHost host = systems.host(inputs.text("host"));
        String job = HostScripts.jobId(call, VERB);
        double total = inputs.texts("files").size();
        boolean ended = context.waitFor(
                () -> {
                    JobState state = systems.jobs().status(host, job).state();
                    return state != JobState.RUNNING && state != JobState.CLAIMED;
                },
                Duration.ofMillis(500),
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        JobStatus status = systems.jobs().status(host, job);
        String output = status.state() == JobState.ABSENT
                ? ""
                : systems.jobs().readLog(host, job, 0, OUTPUT).text();
        if (!ended) {
            return StepResult.running(
                    job, new Progress(output.lines().count(), total, "files", null, "computing SHA-256"));
        }
        if (!status.succeeded()) {
            throw new StepFailedException(
                    status.exitCode() == null ? FailureCode.JOB_VANISHED : FailureCode.JOB_FAILED,
                    "Job " + job + " on " + host.name() + " ended as " + status.state() + " " + status.exitCode() + ": "
                            + new HostScripts.Output(0, output).lastLine(),
                    "See that all dump files are in " + inputs.text("staging") + ", then run the step again.");
        }
        Map<String, Object> sums = new TreeMap<>();
        Map<String, Object> bytes = new TreeMap<>();
        sums(output).forEach((file, sum) -> {
            sums.put(file, sum.sha256());
            bytes.put(file, (double) sum.bytes());
        });
        return StepResult.done(Map.of("sha256", sums, "bytes", bytes), sums.size() + " files summed up");
    }

    /** One file's sum. */
    record Sum(String sha256, long bytes) {}

    static Map<String, Sum> sums(String output) {
        Map<String, Sum> sums = new TreeMap<>();
        output.lines().filter(line -> line.startsWith("sha256 ")).forEach(line -> {
            String[] words = line.split(" ", 4);
            sums.put(words[3], new Sum(words[1], Long.parseLong(words[2])));
        });
        return sums;
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        systems.jobs()
                .stop(systems.host(Inputs.of(call).text("host")), HostScripts.jobId(call, VERB), call.generation());
        return StepResult.done(Map.of(), "stopped");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Rendering rendering = Rendering.of(call);
        return rendering
                .says("Would sum up " + rendering.shown("files") + " on " + rendering.shown("host"))
                .file(
                        rendering.shown("host"),
                        "files.txt",
                        rendering.shown("files").replace(",", "\n"))
                .script(rendering.shown("host"), "sha256.sh", Map.of("staging", rendering.shown("staging")))
                .check(
                        "every file of files.txt, one a line there, has its line; write the sums down, the copies must have the same.")
                .result(context);
    }
}
