package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.adapter.ssh.JobStatus;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * {@code movement.probe-transfer}: how fast a file goes between the staging directories, days before dump files do ({@code
 * docs/domain/data-pump.md}, 1.4), and which way. A file of random bytes goes the ways of {@link Transfer}, from host to host
 * first, for a minute at most, and both copies go again.
 */
final class ProbeTransfer extends ShortAction {
    private static final int MEGABYTES = 64;
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final double MEGABYTE = 1e6;

    private final Systems systems;
    private final HostScripts scripts;
    private final HostToHost hostToHost;

    ProbeTransfer(Systems systems) {
        super("movement.probe-transfer");
        this.systems = systems;
        this.scripts = new HostScripts(systems);
        this.hostToHost = new HostToHost(systems, scripts);
    }

    /** Hosts are shared: each run has a file of its own. */
    private static String file(StepCall call) {
        return HostScripts.stepId(call, "gulliver-probe") + ".bin";
    }

    private static String bytes(StepCall call) {
        return Long.toString(Inputs.of(call).findWhole("megabytes").orElse(MEGABYTES) * 1_000_000L);
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String from = rendering.shown("from_host");
        String to = rendering.shown("to_host");
        String asked = HostToHost.asked(Inputs.of(call));
        rendering
                .says("Would copy a file of " + rendering.shown("megabytes", Integer.toString(MEGABYTES))
                        + " MB from " + from + " to " + to
                        + (asked.equals(HostToHost.RELAY) ? "" : " from host to host by OpenSSH")
                        + (asked.equals(HostToHost.AUTO) ? ", or, where that does not go," : "")
                        + (asked.equals(HostToHost.NAME) ? "" : " by SFTP through this worker")
                        + ", a minute at most, see how fast it goes, and remove it at both")
                .script(
                        from,
                        "probe-file.sh",
                        Map.of("staging", rendering.shown("from_staging"), "bytes", bytes(call), "file", file(call)));
        if (!asked.equals(HostToHost.RELAY)) {
            hostToHost.render(call, rendering, file(call));
            rendering.check("pull-file.sh says in how many nanoseconds it went; where it does not go, say why"
                    + (asked.equals(HostToHost.AUTO) ? ", and go on with the command below." : "."));
        }
        if (!asked.equals(HostToHost.NAME)) {
            rendering
                    .command("scp -3 " + from + ":" + rendering.shown("from_staging") + "/" + file(call) + " " + to
                            + ":" + rendering.shown("to_staging") + "/")
                    .check("scp says how many MB a second went.");
        }
        rendering
                .script(from, "remove-file.sh", removed(call, rendering.shown("from_staging")))
                .script(to, "remove-file.sh", removed(call, rendering.shown("to_staging")));
    }

    private static Map<String, String> removed(StepCall call, String staging) {
        return Map.of("staging", staging, "file", file(call), "part", file(call) + ".part");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String asked = HostToHost.asked(inputs);
        SshHost from = systems.host(inputs.text("from_host"));
        SshHost to = systems.host(inputs.text("to_host"));
        HostToHost.Pull pull = new HostToHost.Pull(
                from,
                inputs.text("from_staging") + "/" + file(call),
                to,
                inputs.text("to_staging") + "/" + file(call),
                "");
        try {
            scripts.demand(
                    call,
                    from.name(),
                    "probe-file",
                    ScriptTemplate.load("probe-file.sh")
                            .render(Map.of(
                                    "staging", inputs.text("from_staging"), "bytes", bytes(call), "file", file(call))),
                    List.of());
            String why = "";
            if (!asked.equals(HostToHost.RELAY)) {
                try {
                    return pulled(call, pull);
                } catch (StepFailedException e) {
                    if (!HostToHost.fallsBack(asked, e)) {
                        throw e;
                    }
                    why = e.failure().message();
                }
            }
            return relayed(pull, why, context);
        } finally {
            remove(call);
        }
    }

    /** The target pulls it itself, by its own client. */
    private StepResult pulled(StepCall call, HostToHost.Pull pull) {
        try {
            hostToHost.open(call, pull);
            JobSpec job = hostToHost.job(call, pull);
            JobStatus status = systems.jobs().runShort(pull.to(), job, LONGEST);
            boolean whole = status.state() == JobState.EXITED;
            if (!whole) {
                systems.jobs().stop(pull.to(), job.jobId(), call.generation());
            }
            HostToHost.End end = hostToHost.end(pull, status);
            long copied = systems.jobs().size(pull.to(), whole ? pull.target() : pull.part());
            if (whole && !end.copied() || copied <= 0) {
                throw end.failure(pull);
            }
            if (whole && copied != Long.parseLong(bytes(call))) {
                throw new StepFailedException(
                        FailureCode.JOB_FAILED,
                        copied + " bytes came where the file has " + bytes(call) + ": the login of "
                                + pull.from().name() + " prints text of its own before a command.",
                        "Let the start-up files of that login print nothing where nobody sits at a terminal.");
            }
            return measured(
                    pull, HostToHost.NAME, "", end.seenFrom(), copied, whole ? end.seconds() : LONGEST.toSeconds());
        } finally {
            hostToHost.close(call, pull.from(), pull.to());
        }
    }

    private StepResult relayed(HostToHost.Pull pull, String why, StepContext context) {
        systems.jobs().create(pull.to(), pull.target());
        long begun = System.nanoTime();
        long copied = systems.jobs()
                .copy(
                        pull.from(),
                        pull.file(),
                        pull.to(),
                        pull.target(),
                        0,
                        () -> !context.cancelled() && System.nanoTime() - begun < LONGEST.toNanos());
        double seconds = (System.nanoTime() - begun) / 1e9;
        if (copied == 0) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "Nothing of the probe went from " + pull.from().name() + " to "
                            + pull.to().name() + ".",
                    "It is tried again; look at the network between the hosts and the worker.");
        }
        return measured(pull, HostToHost.RELAY, why, "", copied, seconds);
    }

    private static StepResult measured(
            HostToHost.Pull pull, String way, String why, String seenFrom, long copied, double seconds) {
        BigDecimal rate = BigDecimal.valueOf(copied / MEGABYTE / seconds).setScale(1, RoundingMode.HALF_UP);
        return StepResult.done(
                Map.of(
                        "way",
                        way,
                        "why",
                        why,
                        "seen_from",
                        seenFrom,
                        "megabytes",
                        copied / MEGABYTE,
                        "seconds",
                        seconds,
                        "rate_mb",
                        rate.doubleValue()),
                "A file goes from " + pull.from().name() + " to " + pull.to().name() + " at " + rate + " MB/s"
                        + (way.equals(HostToHost.RELAY) ? " by way of the worker" : " from host to host")
                        + (why.isEmpty() ? "" : ". " + why));
    }

    private void remove(StepCall call) {
        Inputs inputs = Inputs.of(call);
        systems.jobs()
                .removeFile(systems.host(inputs.text("from_host")), inputs.text("from_staging") + "/" + file(call));
        SshHost to = systems.host(inputs.text("to_host"));
        systems.jobs().removeFile(to, inputs.text("to_staging") + "/" + file(call));
        systems.jobs().removeFile(to, inputs.text("to_staging") + "/" + file(call) + ".part");
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        if (!HostToHost.asked(inputs).equals(HostToHost.RELAY)) {
            hostToHost.close(call, systems.host(inputs.text("from_host")), systems.host(inputs.text("to_host")));
        }
        remove(call);
        return StepResult.done(Map.of(), "No probe is left");
    }
}
