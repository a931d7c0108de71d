package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.ssh.SshException;
import io.gulliver.adapter.ssh.SshHost;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code host.wait-reachable}: the server answers over SSH with the host key that we expect, and lets us in.
 *
 * <p>A host that is not there yet is waited for; a wrong key or a refused login ends the step at once, because waiting
 * does not mend them.
 */
final class WaitReachable implements StepAction {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    /** No job has this name: asking for it goes all the way through login and shell. */
    private static final String NOBODY = "gulliver-reachable";

    private final Systems systems;

    WaitReachable(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "host.wait-reachable";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        SshHost host = systems.privileged(Inputs.of(call).text("host"));
        return StepResult.started(NOBODY, Map.of(), "Waiting for " + host.name());
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        SshHost host = systems.privileged(Inputs.of(call).text("host"));
        AtomicReference<String> why = new AtomicReference<>("not asked yet");
        boolean reached = context.waitFor(
                () -> {
                    try {
                        systems.jobs().status(host, NOBODY);
                        return true;
                    } catch (SshException e) {
                        if (e.kind() != SshException.Kind.TRANSIENT && e.kind() != SshException.Kind.TIMEOUT) {
                            throw e;
                        }
                        why.set(String.valueOf(e.getMessage()));
                        context.progress(new Progress(0, null, "", null, why.get()));
                        return false;
                    }
                },
                PERIOD,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        return reached
                ? StepResult.done(Map.of("address", host.address()), host.name() + " answers as " + host.user())
                : StepResult.running(NOBODY, new Progress(0, null, "", null, why.get()));
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        return StepResult.done(Map.of(), "Nothing runs");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        SshHost host = systems.privileged(Inputs.of(call).text("host"));
        Rendering rendering =
                Rendering.of(call).says("would wait for " + host.user() + "@" + host.address() + ":" + host.port());
        rendering.says("By SSH, with the pinned host key, once a second until it answers; changes nothing");
        return rendering.result(context);
    }
}
