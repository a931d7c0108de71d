package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * {@code host.prepare}: the server has its huge pages, kernel settings, users and staging directory.
 *
 * <p>One script, rendered from {@code prepare-host.sh} and kept as evidence with its output. It looks before each act
 * and checks in the end; its exit codes: 0 done, 10 fewer huge pages than wanted, 11 a user or directory is not as
 * wanted. Its undoing takes away only what the script's own record says it made.
 */
final class PrepareHost implements StepAction {
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final int LOG_BYTES = 64 * 1024;
    private static final Pattern INTERFACE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,14}");

    private static final List<String> PLACES = List.of("sysctl_dir", "staging", "user", "group");

    private final Systems systems;
    private final ScriptTemplate prepare = ScriptTemplate.load("prepare-host.sh");
    private final ScriptTemplate unprepare = ScriptTemplate.load("unprepare-host.sh");

    PrepareHost(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "host.prepare";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        String script = rendered(call);
        EvidenceRef rendered = context.evidence("prepare-host.sh", "script", script);
        Ended ended = execute(call, context, ResourceOwner.job(call, "prepare"), script, "prepare-host.log");
        if (ended.code() != 0) {
            throw failed(call, ended);
        }
        return new StepResult(
                true,
                Map.of("huge_pages", Inputs.of(call).whole("huge_pages")),
                null,
                null,
                List.of(rendered, ended.log()),
                "Server " + Inputs.of(call).text("host") + " is prepared");
    }

    private String rendered(StepCall call) {
        Inputs inputs = Inputs.of(call);
        Map<String, String> values = places(inputs);
        values.put("huge_pages", Integer.toString(inputs.whole("huge_pages")));
        values.put("owner", ResourceOwner.ofStep(call));
        values.put("private_interfaces", privateInterfaces(call));
        return render(prepare, values);
    }

    /** Names as Linux takes them: the shell splits them, and a key of the kernel is made of each. */
    private static String privateInterfaces(StepCall call) {
        List<String> names = call.inputs().get("private_interfaces") instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
        names.stream()
                .filter(name -> !INTERFACE.matcher(name).matches())
                .findFirst()
                .ifPresent(name -> {
                    throw new StepFailedException(
                            FailureCode.INPUT_INVALID,
                            "'" + name + "' is no name of a network interface: wanted at most 15 letters, digits, '.',"
                                    + " '_' and '-'.",
                            "Correct server.private_interfaces in the program's policy, then retry.");
                });
        return names.isEmpty() ? "none" : String.join(" ", names);
    }

    private static Map<String, String> places(Inputs inputs) {
        Map<String, String> values = new TreeMap<>();
        PLACES.forEach(place -> values.put(place, inputs.text(place)));
        return values;
    }

    private static String render(ScriptTemplate template, Map<String, String> values) {
        try {
            return template.render(values);
        } catch (IllegalArgumentException e) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    String.valueOf(e.getMessage()),
                    "Correct the collected data of the server, then retry.");
        }
    }

    private record Ended(int code, String output, EvidenceRef log) {}

    /** Runs a short job, or finds the one that an earlier try of this round started. */
    private Ended execute(StepCall call, StepContext context, String job, String script, String logName) {
        SshHost host = systems.host(Inputs.of(call).text("host"));
        JobStatus status = systems.jobs().runShort(host, JobSpec.of(job, call.generation(), script), PATIENCE);
        if (status.state() == JobState.VANISHED) {
            throw new StepFailedException(
                    FailureCode.JOB_VANISHED,
                    "Job " + job + " on " + host.name() + " is gone without an exit code (killed, or the host went"
                            + " down).",
                    "Look at the host; the script may be run again: it looks before each act. Retry the step.");
        }
        Integer code = status.exitCode();
        if (code == null) {
            throw new StepFailedException(
                    FailureCode.TIMED_OUT,
                    "Job " + job + " on " + host.name() + " is " + status.state() + " after " + PATIENCE.toSeconds()
                            + " s.",
                    "The next try finds the same job and waits on.");
        }
        String output = systems.jobs().readLog(host, job, 0, LOG_BYTES).text();
        return new Ended(code, output, context.evidence(logName, "log", output));
    }

    private static StepFailedException failed(StepCall call, Ended ended) {
        String host = Inputs.of(call).text("host");
        List<String> lines = ended.output().lines().toList();
        String last = lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
        return switch (ended.code()) {
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
            default ->
                new StepFailedException(
                        FailureCode.JOB_FAILED,
                        "The script on " + host + " ended with code " + ended.code() + ": " + last,
                        "Read the log in the evidence, mend the cause, then retry.");
        };
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Map<String, String> values = places(Inputs.of(call));
        values.put("owner", ResourceOwner.ofStep(call));
        String script = render(unprepare, values);
        EvidenceRef rendered = context.evidence("unprepare-host.sh", "script", script);
        Ended ended = execute(call, context, ResourceOwner.job(call, "unprepare"), script, "unprepare-host.log");
        if (ended.code() != 0) {
            throw failed(call, ended);
        }
        return new StepResult(
                true,
                Map.of(),
                null,
                null,
                List.of(rendered, ended.log()),
                "Server " + Inputs.of(call).text("host") + " is as it was");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.host(inputs.text("host"));
        Rendering rendering = Rendering.of(call).says("would run the script on " + inputs.text("host"));
        Map<String, String> values = new TreeMap<>();
        PLACES.forEach(place -> values.put(place, rendering.shown(place)));
        values.put("huge_pages", rendering.shown("huge_pages"));
        values.put("owner", ResourceOwner.ofStep(call));
        values.put("private_interfaces", privateInterfaces(call));
        return rendering
                .file(inputs.text("host"), "prepare-host.sh", prepare.preview(values))
                .result(context);
    }
}
