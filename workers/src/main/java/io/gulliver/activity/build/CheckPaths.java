package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
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
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code host.check-paths}: every planned volume is there by its WWID over all planned paths, and each path was read in about
 * the same time. A detached job reads them one after another; a bad or slow one is named by its address and ports.
 */
final class CheckPaths implements StepAction {
    private static final String VERB = "checkpaths";
    private static final int OUTPUT = 4 << 20;
    private static final Duration LOOK = Duration.ofMillis(500);
    /** So many are told in a message; all of them are in the evidence. */
    private static final int TOLD = 5;

    private static final Pattern WWID = Pattern.compile("[0-9A-Za-z._:-]{1,128}");
    private static final List<String> KINDS = List.of("boot", "data", "redo", "recovery");

    private final Systems systems;
    private final GuestScript script;

    CheckPaths(Systems systems) {
        this.systems = systems;
        this.script = GuestScript.ofRoot(systems, "check-paths");
    }

    @Override
    public String name() {
        return "host.check-paths";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        String host = Inputs.of(call).text("host");
        String text = script.rendered(values(call));
        context.evidence("check-paths.sh", "script", text);
        String job = ResourceOwner.job(call, VERB);
        systems.jobs().start(systems.privileged(host), JobSpec.of(job, call.generation(), text));
        return StepResult.started(
                job, Map.of(), "Reading every path to " + volumes(call).size() + " volumes");
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        SshHost host = systems.privileged(inputs.text("host"));
        String job = ResourceOwner.job(call, VERB);
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
            long read = output.lines().filter(line -> line.startsWith("path|")).count();
            return StepResult.running(job, new Progress(read, null, "paths", null, "reading paths"));
        }
        Integer code = status.exitCode();
        if (code == null) {
            throw new StepFailedException(
                    FailureCode.JOB_VANISHED,
                    "Job " + job + " on " + host.name() + " ended as " + status.state() + " without an exit code.",
                    "It only reads: retry the step.");
        }
        EvidenceRef log = context.evidence("paths.txt", "report", output);
        if (code != 0) {
            throw GuestScript.failed(host.name(), code, output);
        }
        return judged(call, PathReport.parse(output), log);
    }

    private static StepResult judged(StepCall call, PathReport report, EvidenceRef log) {
        Inputs inputs = Inputs.of(call);
        int mib = inputs.whole("read_mib");
        SortedMap<String, String> volumes = volumes(call);
        List<String> findings = report.findings(
                volumes, inputs.whole("paths"), inputs.findTexts("wwpns"), inputs.number("slow_ratio"), mib);
        if (!findings.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "Server " + inputs.text("host") + ": "
                            + findings.stream().limit(TOLD).collect(Collectors.joining("; "))
                            + (findings.size() > TOLD ? "; and " + (findings.size() - TOLD) + " more" : "") + ".",
                    "Mend zones, mappings, cables or ports by the addresses named (all of them are in paths.txt of the"
                            + " evidence), let Linux look anew (rescan-scsi-bus.sh -a), then retry. A path that is to stay out"
                            + " is taken out on the server: echo offline > /sys/block/sdX/device/state.");
        }
        return new StepResult(
                true,
                Map.of(
                        "volumes", volumes.size(),
                        "paths", report.good(),
                        "slowest", report.slowest(mib)),
                null,
                null,
                List.of(log),
                volumes.size() + " volumes over " + report.good() + " paths, the slowest read at "
                        + Math.round(report.slowest(mib)) + " MB/s");
    }

    /** WWIDs of all planned volumes by their names. */
    private static SortedMap<String, String> volumes(StepCall call) {
        SortedMap<String, String> volumes = new TreeMap<>();
        KINDS.forEach(kind -> volumes.putAll(Inputs.of(call).findTextsByName(kind)));
        volumes.forEach((name, wwid) -> {
            if (!WWID.matcher(wwid).matches()) {
                throw new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "Volume " + name + " has the WWID '" + wwid + "', which is none.",
                        "See on the array what the volume's uid is, correct it, then retry.");
            }
        });
        if (volumes.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "No volume is planned for server " + Inputs.of(call).text("host")
                            + ", so there is no path to read.",
                    "Correct the playbook, then retry.");
        }
        return volumes;
    }

    private static Map<String, String> values(StepCall call) {
        Inputs inputs = Inputs.of(call);
        return Map.of(
                "wwids",
                String.join(" ", volumes(call).values()),
                "mib",
                Integer.toString(inputs.whole("read_mib")),
                "patience",
                Integer.toString(inputs.whole("patience")));
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        systems.jobs()
                .stop(
                        systems.privileged(Inputs.of(call).text("host")),
                        ResourceOwner.job(call, VERB),
                        call.generation());
        return StepResult.done(Map.of(), "stopped");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.privileged(inputs.text("host"));
        Rendering rendering = Rendering.of(call);
        return rendering
                .says("would read " + rendering.shown("read_mib") + " MB over every path to every volume of "
                        + inputs.text("host"))
                .file(
                        inputs.text("host"),
                        "check-paths.sh",
                        script.preview(Map.of(
                                "wwids",
                                KINDS.stream()
                                        .filter(inputs::given)
                                        .map(rendering::shown)
                                        .collect(Collectors.joining(" ")),
                                "mib",
                                rendering.shown("read_mib"),
                                "patience",
                                rendering.shown("patience"))))
                .check("each planned volume has its map and " + rendering.shown("paths")
                        + " paths, all of them were read, and none took much longer than the others.")
                .result(context);
    }
}
