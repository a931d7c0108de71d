package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code zvm.first-boot}: the console of the guest has shown which host keys its system has made.
 *
 * <p>Reading takes what was printed off the spool, so it is put together here, and a block of keys that has begun is waited for to its
 * end. What an earlier call read and lost stands in the call log of the run; the step then ends at its limit, and a person pins the key.
 */
final class GuestFirstBoot implements StepAction {
    private static final Duration PERIOD = Duration.ofSeconds(2);
    /** How much longer the rest of a block is waited for that has begun. */
    private static final Duration REST = Duration.ofSeconds(10);

    private static final String CONSOLE = "console";
    private static final int LINES_KEPT = 200;

    private final Systems systems;

    GuestFirstBoot(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "zvm.first-boot";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        return StepResult.started(
                CONSOLE, Map.of(), "Reads the console of " + Inputs.of(call).text("host"));
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        String userid = inputs.text("guest");
        String host = inputs.text("host");
        StringBuilder read = new StringBuilder();
        boolean ended = context.waitFor(
                () -> reads(feilong, userid, read, context),
                PERIOD,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        if (!ended && ConsoleLines.of(List.of(read.toString())).openKeys()) {
            ended = context.waitFor(() -> reads(feilong, userid, read, context), PERIOD, REST);
        }
        ConsoleLines seen = ConsoleLines.of(List.of(read.toString()));
        if (!ended) {
            return StepResult.running(CONSOLE, waiting(seen));
        }
        EvidenceRef printed = context.evidence("console.txt", "log", seen.last(LINES_KEPT));
        Optional<String> error = seen.loaderError();
        if (error.isPresent()) {
            throw new StepFailedException(
                    FailureCode.JOB_FAILED,
                    "Nothing could be loaded on guest " + userid + ", which is to be " + host + ": " + error.get(),
                    "Look what lies on its boot disk: have the guest logged off, copy an image onto the disk (step"
                            + " deploy), start it, then retry.");
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

    private static boolean reads(FeilongClient feilong, String userid, StringBuilder read, StepContext context) {
        read.append(feilong.console(userid));
        ConsoleLines console = ConsoleLines.of(List.of(read.toString()));
        context.progress(waiting(console));
        return console.hostKeys().isPresent() || console.loaderError().isPresent();
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
        FeilongClient feilong = systems.feilong(inputs.text("zvm"));
        feilong.version();
        Rendering rendering = Rendering.of(call)
                .says("would read the console of " + inputs.text("host") + " until it shows its host keys");
        rendering.request(
                "Feilong " + feilong.system(),
                "POST /guests/" + rendering.shown("guest") + "/action, every two seconds",
                Map.of("action", "get_console_output"));
        return rendering.result(context);
    }
}
