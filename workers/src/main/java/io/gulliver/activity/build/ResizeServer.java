package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code server.resize}: a partition or guest that runs has as many processors and as much memory as is wanted, and its Linux uses
 * them ({@code resize-host.sh}).
 *
 * <p>More than the most that it was made with is refused, and so is less memory, which nothing takes from a system that runs. The
 * undoing goes back to the earlier processors and weight; memory stays until the next start, and the step says so.
 */
final class ResizeServer implements StepAction {
    /** What Feilong and Linux add at once: a multiple of the block of memory that the machine has. */
    private static final long GRAIN_MIB = 1024;

    private final Systems systems;
    private final GuestScript script;

    ResizeServer(Systems systems) {
        this.systems = systems;
        this.script = GuestScript.ofRoot(systems, "resize-host");
    }

    @Override
    public String name() {
        return "server.resize";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Resizable server = Resizable.of(systems, call);
        Resizable.Size before = earlier(call);
        Resizable.Size wanted = wanted(call, before);
        requireAllowed(server, before, wanted);
        server.set(wanted);
        requireSeen(server, wanted);
        GuestScript.Said said = script.run(call, context, Inputs.of(call).text("server"), values(before, wanted));
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("cpus", (long) wanted.cpus());
        outputs.put("memory_mib", wanted.memoryMib());
        outputs.put("weight", (long) wanted.weight());
        return new StepResult(
                true,
                outputs,
                null,
                null,
                said.evidence(),
                server.words() + " has " + wanted.words() + " while it runs");
    }

    private static Resizable.Size earlier(StepCall call) {
        Inputs inputs = Inputs.of(call);
        return new Resizable.Size(
                inputs.whole("earlier_cpus"),
                (long) inputs.number("earlier_memory_mib"),
                inputs.findWhole("earlier_weight").orElse(0));
    }

    private static Resizable.Size wanted(StepCall call, Resizable.Size before) {
        Inputs inputs = Inputs.of(call);
        int cpus = inputs.findWhole("cpus").orElse(0);
        double gib = inputs.given("memory_gib") ? inputs.number("memory_gib") : 0;
        int weight = inputs.findWhole("weight").orElse(0);
        return new Resizable.Size(
                cpus == 0 ? before.cpus() : cpus,
                gib == 0 ? before.memoryMib() : (long) Math.ceil(gib) * GRAIN_MIB,
                weight == 0 ? before.weight() : weight);
    }

    private static void requireAllowed(Resizable server, Resizable.Size before, Resizable.Size wanted) {
        Resizable.Size most = server.most();
        if (wanted.cpus() < 1 || most.cpus() > 0 && wanted.cpus() > most.cpus()) {
            throw refused(server.words() + " may have " + most.cpus() + " processors at most while it runs, wanted are "
                    + wanted.cpus() + ".");
        }
        if (wanted.memoryMib() > most.memoryMib()) {
            throw refused(server.words() + " may have " + most.memoryMib() + " MiB at most while it runs, wanted are "
                    + wanted.memoryMib() + ".");
        }
        if (wanted.memoryMib() < before.memoryMib()) {
            throw refused(server.words() + " has " + before.memoryMib() + " MiB, and " + wanted.memoryMib()
                    + " are wanted: nothing takes memory from a system that runs.");
        }
        if (wanted.weight() < 0 || most.weight() > 0 && wanted.weight() > most.weight()) {
            throw refused(server.words() + " may have a weight of 1 to " + most.weight() + ", wanted is "
                    + wanted.weight() + ".");
        }
        if (most.weight() == 0 && wanted.weight() != 0) {
            throw refused(server.words() + " has no weight of its own: its share follows its processors.");
        }
    }

    private static StepFailedException refused(String what) {
        return new StepFailedException(
                FailureCode.INPUT_INVALID,
                what + " Nothing was changed.",
                "Want less, or have the server built anew with a larger maximum; then start anew.");
    }

    private static void requireSeen(Resizable server, Resizable.Size wanted) {
        Resizable.Size seen = server.now();
        if (seen.cpus() != wanted.cpus()
                || seen.memoryMib() < wanted.memoryMib()
                || wanted.weight() != 0 && seen.weight() != wanted.weight()) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    server.words() + " has " + seen.words() + ", wanted " + wanted.words() + ".",
                    "The step looks again at its next try.");
        }
    }

    /** Linux keeps some memory of what is given for itself, so what is added is what must come. */
    private static Map<String, String> values(Resizable.Size before, Resizable.Size wanted) {
        return new TreeMap<>(Map.of(
                "cpus",
                Integer.toString(wanted.cpus()),
                "memory_mib",
                wanted.memoryMib() > before.memoryMib() ? Long.toString(wanted.memoryMib()) : "0"));
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Resizable server = Resizable.of(systems, call);
        Resizable.Size before = earlier(call);
        Resizable.Size now = server.now();
        Resizable.Size back = new Resizable.Size(before.cpus(), now.memoryMib(), before.weight());
        boolean fewer = back.cpus() < now.cpus();
        String host = Inputs.of(call).text("server");
        Resizable.Size kept = new Resizable.Size(back.cpus(), 0, 0);
        if (fewer) {
            // Linux lets go of them first.
            script.run(call, context, host, values(kept, kept));
        }
        server.set(back);
        server.setNextMemory(before.memoryMib());
        requireSeen(server, back);
        if (!fewer) {
            script.run(call, context, host, values(kept, kept));
        }
        return StepResult.done(
                Map.of(),
                server.words() + " has " + back.words() + " again"
                        + (now.memoryMib() > before.memoryMib()
                                ? "; " + (now.memoryMib() - before.memoryMib())
                                        + " MiB more than before stay with it while it runs"
                                : ""));
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Resizable server = Resizable.of(systems, call);
        Resizable.Size now = server.now();
        Resizable.Size wanted = wanted(call, now);
        requireAllowed(server, now, wanted);
        systems.privileged(inputs.text("server"));
        Rendering rendering = Rendering.of(call)
                .says("would change " + server.words() + " from " + now.words() + " to " + wanted.words()
                        + " while it runs");
        rendering.request(inputs.text("system"), "what differs", server.request(wanted));
        return rendering
                .file(inputs.text("server"), "resize-host.sh", script.preview(values(now, wanted)))
                .result(context);
    }
}
