package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.HmcException;
import io.gulliver.adapter.hmc.model.OsMessage;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code host.first-boot}: the console of the partition has shown which host keys its system has made.
 *
 * <p>Only looks: reads the operating system messages until the block with the keys is whole, or the loader says that nothing could be
 * loaded. A key that the landscape pins has to be among them.
 */
final class FirstBoot implements StepAction {
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final String CONSOLE = "console";
    private static final int LINES_KEPT = 200;

    private final Systems systems;

    FirstBoot(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "host.first-boot";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        return StepResult.started(
                CONSOLE, Map.of(), "Reads the console of " + Inputs.of(call).text("host"));
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String partition = inputs.text("partition");
        String host = inputs.text("host");
        AtomicReference<ConsoleLines> console = new AtomicReference<>(ConsoleLines.of(List.of()));
        boolean ended = context.waitFor(
                () -> {
                    console.set(read(hmc, partition));
                    context.progress(waiting(console.get()));
                    return console.get().hostKeys().isPresent()
                            || console.get().loaderError().isPresent();
                },
                PERIOD,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        ConsoleLines seen = console.get();
        if (!ended) {
            return StepResult.running(CONSOLE, waiting(seen));
        }
        EvidenceRef printed = context.evidence("console.txt", "log", seen.last(LINES_KEPT));
        Optional<String> error = seen.loaderError();
        if (error.isPresent()) {
            throw new StepFailedException(
                    FailureCode.JOB_FAILED,
                    "Nothing could be loaded on " + host + ": " + error.get(),
                    "Put a bootable image onto its boot volume, start the partition, then retry.");
        }
        List<String> keys = seen.hostKeys().orElseThrow();
        systems.requirePinned(host, keys);
        return new StepResult(
                true,
                Map.of("host_keys", keys),
                null,
                null,
                List.of(printed),
                "The console of " + host + " shows host key " + String.join(", ", keys));
    }

    private static ConsoleLines read(HmcClient hmc, String partition) {
        try {
            return ConsoleLines.of(
                    hmc.osMessages(partition, 0).stream().map(OsMessage::text).toList());
        } catch (HmcException e) {
            if (e.is(409, 332)) {
                return ConsoleLines.of(List.of()); // it does not print yet
            }
            throw e;
        }
    }

    private static Progress waiting(ConsoleLines console) {
        String last = console.last(1);
        return new Progress(0, null, "", null, last.isEmpty() ? "no message yet" : "last message: " + last);
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        return StepResult.done(Map.of(), "Nothing runs");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.hmc(inputs.text("hmc")).version();
        Rendering rendering = Rendering.of(call)
                .says("would read the console of " + inputs.text("host") + " until it shows its host keys");
        rendering.request(
                "HMC " + inputs.text("hmc"),
                "GET " + rendering.shown("partition") + "/operations/list-os-messages, every two seconds",
                null);
        return rendering.result(context);
    }
}
