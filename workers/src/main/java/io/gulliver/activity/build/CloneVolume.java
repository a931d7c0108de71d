package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.spectrumvirtualize.NewFlashCopy;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeException;
import io.gulliver.adapter.spectrumvirtualize.model.FlashCopy;
import io.gulliver.adapter.spectrumvirtualize.model.Mapping;
import io.gulliver.adapter.spectrumvirtualize.model.Volume;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code storage.clone-volume}: the image of a golden volume lies on a volume of its own.
 *
 * <p>A FlashCopy mapping, named before the act, copies in the background; done means that its copy was complete and the
 * mapping is gone. Only a mapping with a complete copy is removed here, and no array removes another one without force:
 * so one that is missing when the step looks again was complete. A volume that a host sees is never written to: a host of
 * another name stops the step, and the server's own says that the image came here before, since mapping comes after it.
 */
final class CloneVolume implements StepAction {
    /** Stands for a copy that was made before: nothing is watched. */
    private static final String BEFORE = "copied before";

    private static final Duration STOP_LIMIT = Duration.ofSeconds(50);
    private static final double GIB = 1L << 30;

    private final Systems systems;
    private final Clock clock;

    CloneVolume(Systems systems, Clock clock) {
        this.systems = systems;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "storage.clone-volume";
    }

    @Override
    public StepResult start(StepCall call, StepContext context) {
        NewFlashCopy wanted = wanted(call);
        String array = Inputs.of(call).text("array");
        SpectrumVirtualizeClient client = systems.array(array);
        Optional<FlashCopy> found = client.findFlashCopy(wanted.name());
        if (found.isEmpty() || found.get().startable()) {
            requireFit(call, client, wanted);
            List<Mapping> seen = client.fetchMappingsOfVolume(wanted.targetName());
            boolean own = seen.stream()
                    .allMatch(
                            mapping -> mapping.hostName().equals(Inputs.of(call).text("host")));
            if (!seen.isEmpty() && own && found.isEmpty()) {
                return StepResult.started(
                        BEFORE,
                        Map.of(),
                        "Its server sees volume " + wanted.targetName() + " already: it was cloned before");
            }
            requireUnseen(wanted, seen);
            requireNoOther(client, wanted);
        }
        FlashCopy copy = systems.provisioner(array).ensureFlashCopy(wanted);
        if (copy.startable()) {
            begin(client, wanted);
        }
        return StepResult.started(
                copy.id(),
                Map.of(),
                "Copies " + wanted.sourceName() + " onto " + wanted.targetName() + " as " + wanted.name());
    }

    private static void begin(SpectrumVirtualizeClient client, NewFlashCopy wanted) {
        try {
            client.startFlashCopy(wanted.name());
        } catch (SpectrumVirtualizeException e) {
            // Its answer was lost, or an earlier attempt came through meanwhile: the mapping's state is what counts.
            boolean begun = (e.mayHaveHappened() || e.kind() == SpectrumVirtualizeException.Kind.CONFLICT)
                    && client.findFlashCopy(wanted.name())
                            .filter(copy -> copy.underWay() || copy.complete())
                            .isPresent();
            if (!begun) {
                throw e;
            }
        }
    }

    private static NewFlashCopy wanted(StepCall call) {
        Inputs inputs = Inputs.of(call);
        requireClone(inputs);
        try {
            return new NewFlashCopy(
                    inputs.text("name"),
                    inputs.text("source"),
                    inputs.text("volume"),
                    inputs.findWhole("copy_rate").orElse(100));
        } catch (IllegalArgumentException e) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Step " + call.step() + ": " + e.getMessage(),
                    "Correct the golden volume in the program's facts of the server, then retry.");
        }
    }

    private static void requireClone(Inputs inputs) {
        if (!inputs.text("way").equals("clone")) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "server.image.way is \"" + inputs.text("way") + "\"; known are clone and by-hand.",
                    "Correct it in the program's facts of the server.");
        }
    }

    private Volume golden(StepCall call, SpectrumVirtualizeClient client) {
        Inputs inputs = Inputs.of(call);
        String source = inputs.text("source");
        return client.findVolume(source)
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "Array " + inputs.text("array") + " has no golden volume " + source + ".",
                        "Correct server.image.golden in the program's facts of the server, or have the volume made."));
    }

    /** FlashCopy wants both volumes of one size, to the byte. */
    private void requireFit(StepCall call, SpectrumVirtualizeClient client, NewFlashCopy wanted) {
        Volume golden = golden(call, client);
        Volume target = client.findVolume(wanted.targetName())
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "Volume " + wanted.targetName() + " is not there any more.",
                        "Look who removed it, undo the step that made it, and let the run make it again."));
        if (golden.capacityBytes() != target.capacityBytes()) {
            throw sizesDiffer(golden, target.name(), target.capacityBytes());
        }
    }

    private static StepFailedException sizesDiffer(Volume golden, String target, long bytes) {
        return new StepFailedException(
                FailureCode.INPUT_INVALID,
                "Golden volume " + golden.name() + " has " + golden.capacityBytes() / GIB + " GiB, and " + target
                        + " has " + bytes / GIB + " GiB; a clone wants both of one size.",
                "Set server.boot.gib of the server to " + golden.capacityBytes() / GIB
                        + ", undo the step that made the volume, then retry.");
    }

    private static void requireUnseen(NewFlashCopy wanted, List<Mapping> seen) {
        if (!seen.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Volume " + wanted.targetName() + " is mapped to "
                            + String.join(
                                    ", ",
                                    new TreeSet<>(
                                            seen.stream().map(Mapping::hostName).toList()))
                            + ": a clone would overwrite what it reads there. Nothing was changed.",
                    "Ask the storage team whose mapping it is.");
        }
    }

    private static void requireNoOther(SpectrumVirtualizeClient client, NewFlashCopy wanted) {
        List<String> others = client.fetchFlashCopiesOnto(wanted.targetName()).stream()
                .map(FlashCopy::name)
                .filter(name -> !name.equals(wanted.name()))
                .toList();
        if (!others.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Volume " + wanted.targetName() + " is the target of FlashCopy mapping " + String.join(", ", others)
                            + ", which is not ours. Nothing was changed.",
                    "Ask the storage team whose mapping it is.");
        }
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        NewFlashCopy wanted = wanted(call);
        if (BEFORE.equals(call.job())) {
            return cloned(call, wanted);
        }
        SpectrumVirtualizeClient client = systems.array(Inputs.of(call).text("array"));
        AtomicReference<Optional<FlashCopy>> copy = new AtomicReference<>(Optional.empty());
        boolean ended = context.waitFor(
                () -> {
                    copy.set(client.findFlashCopy(wanted.name()));
                    copy.get().ifPresent(seen -> context.progress(progress(seen)));
                    return copy.get()
                            .map(seen -> seen.complete() || seen.startable())
                            .orElse(true);
                },
                PartitionLifecycle.LOOK,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        if (!ended) {
            return StepResult.running(
                    String.valueOf(call.job()), progress(copy.get().orElseThrow()));
        }
        if (copy.get().isPresent()) {
            FlashCopy seen = copy.get().get();
            requireOurs(seen, wanted);
            if (!seen.complete()) {
                throw new StepFailedException(
                        FailureCode.JOB_FAILED,
                        "FlashCopy mapping " + seen.name() + " is " + seen.status() + " at " + seen.progress()
                                + " %: volume " + wanted.targetName() + " holds nothing that can be loaded.",
                        "Ask the storage team what stopped it (event log of the array); trying again begins the copy anew.");
            }
            remove(client, wanted);
            if (client.findFlashCopy(wanted.name()).isPresent()) {
                throw new StepFailedException(
                        FailureCode.TEMPORARILY_UNAVAILABLE,
                        "FlashCopy mapping " + wanted.name() + " is still there after its removal.",
                        "It will be tried again.");
            }
        }
        return cloned(call, wanted);
    }

    private static void remove(SpectrumVirtualizeClient client, NewFlashCopy wanted) {
        try {
            client.deleteFlashCopy(wanted.name(), false);
        } catch (SpectrumVirtualizeException e) {
            if (!e.mayHaveHappened()) {
                throw e;
            }
            // The next look says whether it was done.
        }
    }

    private static void requireOurs(FlashCopy seen, NewFlashCopy wanted) {
        if (!ours(seen, wanted)) {
            throw new StepFailedException(
                    FailureCode.NAME_TAKEN,
                    "FlashCopy mapping " + seen.name() + " copies " + seen.sourceName() + " onto " + seen.targetName()
                            + ": it is not the one made here. Nothing was changed.",
                    "Ask the storage team whose mapping it is.");
        }
    }

    private static boolean ours(FlashCopy seen, NewFlashCopy wanted) {
        return seen.sourceName().equals(wanted.sourceName())
                && seen.targetName().equals(wanted.targetName());
    }

    private static Progress progress(FlashCopy copy) {
        return new Progress(copy.progress(), 100.0, "%", null, copy.status());
    }

    private StepResult cloned(StepCall call, NewFlashCopy wanted) {
        String image = Inputs.of(call).findText("version").orElse("");
        long age = ageDays(call);
        long oldest = Inputs.of(call).findWhole("oldest_days").orElse(0);
        boolean old = oldest > 0 && age > oldest;
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("image", image.isEmpty() ? wanted.sourceName() : image);
        outputs.put("old", old);
        return StepResult.done(
                outputs,
                "Image " + outputs.get("image") + " of " + wanted.sourceName() + " lies on " + wanted.targetName()
                        + (old ? ". It is old: made " + age + " days ago, and " + oldest + " are accepted" : ""));
    }

    /** How many days ago the image was made, or -1 where nobody said. */
    private long ageDays(StepCall call) {
        String built = Inputs.of(call).findText("built").orElse("");
        try {
            return built.isEmpty() ? -1 : ChronoUnit.DAYS.between(LocalDate.parse(built), LocalDate.now(clock));
        } catch (DateTimeParseException e) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "The day on which the image was made is \"" + built + "\", wanted like 2026-03-31.",
                    "Correct server.image.built in the program's facts of the server, then retry.");
        }
    }

    @Override
    public StepResult stop(StepCall call, StepContext context) {
        return takeBack(call, context);
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        return takeBack(call, context);
    }

    /** Stops and removes our mapping; the volume's own undoing deletes what was copied. */
    private StepResult takeBack(StepCall call, StepContext context) {
        NewFlashCopy wanted = wanted(call);
        SpectrumVirtualizeClient client = systems.array(Inputs.of(call).text("array"));
        Optional<FlashCopy> found = client.findFlashCopy(wanted.name());
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), "FlashCopy mapping " + wanted.name() + " was not there");
        }
        if (!ours(found.get(), wanted)) {
            return StepResult.done(
                    Map.of(), "FlashCopy mapping " + wanted.name() + " is not the one made here: left alone");
        }
        if (!found.get().complete() && !found.get().startable()) {
            client.stopFlashCopy(wanted.name());
        }
        boolean still = context.waitFor(
                () -> client.findFlashCopy(wanted.name())
                        .map(copy -> copy.complete() || copy.startable())
                        .orElse(true),
                PartitionLifecycle.LOOK,
                STOP_LIMIT);
        if (!still) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "FlashCopy mapping " + wanted.name() + " did not come to rest after it was stopped.",
                    "Look at the mapping on the array; the step will be tried again.");
        }
        client.deleteFlashCopy(wanted.name(), true);
        return StepResult.done(Map.of(), "FlashCopy mapping " + wanted.name() + " removed");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        requireClone(inputs);
        Volume golden = golden(call, systems.array(inputs.text("array")));
        long wanted = (long) Math.ceil(inputs.number("size") * 1024) << 20;
        if (golden.capacityBytes() != wanted) {
            throw sizesDiffer(golden, "the boot volume", wanted);
        }
        ageDays(call);
        Rendering rendering = Rendering.of(call)
                .says("would clone golden volume " + golden.name() + " (" + golden.capacityBytes() / GIB + " GiB) onto "
                        + call.inputs().get("volume") + " of " + inputs.text("array"));
        String name = rendering.shown("name");
        rendering.request(
                "array " + inputs.text("array"),
                "POST /rest/mkfcmap, where no mapping of this name is there",
                Map.of(
                        "name", name,
                        "source", golden.name(),
                        "target", rendering.shown("volume"),
                        "copyrate", rendering.shown("copy_rate", "100")));
        rendering.request(
                "array " + inputs.text("array"),
                "POST /rest/startfcmap/" + name + ", then lsfcmap until its copy is complete, then rmfcmap",
                Map.of("prep", "true"));
        return rendering.result(context);
    }
}
