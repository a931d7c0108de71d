package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;

/**
 * {@code movement.probe-transfer}: how fast a file goes between the staging directories, days before dump files do ({@code
 * docs/domain/data-pump.md}, 1.4). A file of random bytes goes the way of {@link Transfer}, for a minute at most, and both
 * copies go again.
 */
final class ProbeTransfer extends ShortAction {
    private static final String FILE = "gulliver-probe.bin";
    private static final int MEGABYTES = 64;
    private static final long LONGEST_NANOS = 60_000_000_000L;
    private static final double MEGABYTE = 1e6;

    private final Systems systems;
    private final HostScripts scripts;

    ProbeTransfer(Systems systems) {
        super("movement.probe-transfer");
        this.systems = systems;
        this.scripts = new HostScripts(systems);
    }

    private static String bytes(StepCall call) {
        return Long.toString(Inputs.of(call).findWhole("megabytes").orElse(MEGABYTES) * 1_000_000L);
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        String from = rendering.shown("from_host");
        String to = rendering.shown("to_host");
        rendering
                .says("Would copy a file of " + rendering.shown("megabytes", Integer.toString(MEGABYTES))
                        + " MB from " + from + " to " + to
                        + " by SFTP through this worker, a minute at most, see how fast"
                        + " it goes, and remove it at both")
                .script(
                        from,
                        "probe-file.sh",
                        Map.of("staging", rendering.shown("from_staging"), "bytes", bytes(call), "file", FILE))
                .command("scp -3 " + from + ":" + rendering.shown("from_staging") + "/" + FILE + " " + to + ":"
                        + rendering.shown("to_staging") + "/")
                .check("scp says how many MB a second went.")
                .script(from, "remove-file.sh", removed(rendering.shown("from_staging")))
                .script(to, "remove-file.sh", removed(rendering.shown("to_staging")));
    }

    private static Map<String, String> removed(String staging) {
        return Map.of("staging", staging, "file", FILE, "part", FILE + ".part");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        SshHost from = systems.host(inputs.text("from_host"));
        SshHost to = systems.host(inputs.text("to_host"));
        String target = inputs.text("to_staging") + "/" + FILE;
        try {
            scripts.demand(
                    call,
                    from.name(),
                    "probe-file",
                    ScriptTemplate.load("probe-file.sh")
                            .render(Map.of("staging", inputs.text("from_staging"), "bytes", bytes(call), "file", FILE)),
                    List.of());
            systems.jobs().create(to, target);
            long begun = System.nanoTime();
            long copied = systems.jobs()
                    .copy(
                            from,
                            inputs.text("from_staging") + "/" + FILE,
                            to,
                            target,
                            0,
                            () -> !context.cancelled() && System.nanoTime() - begun < LONGEST_NANOS);
            double seconds = (System.nanoTime() - begun) / 1e9;
            if (copied == 0) {
                throw new StepFailedException(
                        FailureCode.TEMPORARILY_UNAVAILABLE,
                        "Nothing of the probe went from " + from.name() + " to " + to.name() + ".",
                        "It is tried again; look at the network between the hosts and the worker.");
            }
            BigDecimal rate = BigDecimal.valueOf(copied / MEGABYTE / seconds).setScale(1, RoundingMode.HALF_UP);
            return StepResult.done(
                    Map.of(
                            "way",
                            "relay",
                            "megabytes",
                            copied / MEGABYTE,
                            "seconds",
                            seconds,
                            "rate_mb",
                            rate.doubleValue()),
                    "A file goes from " + from.name() + " to " + to.name() + " at " + rate
                            + " MB/s by way of the worker");
        } finally {
            remove(call);
        }
    }

    private void remove(StepCall call) {
        Inputs inputs = Inputs.of(call);
        systems.jobs().removeFile(systems.host(inputs.text("from_host")), inputs.text("from_staging") + "/" + FILE);
        systems.jobs().removeFile(systems.host(inputs.text("to_host")), inputs.text("to_staging") + "/" + FILE);
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        remove(call);
        return StepResult.done(Map.of(), "No probe is left");
    }
}
