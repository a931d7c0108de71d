package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.http.HttpSystemException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.storage.CopyRequest;
import io.gulliver.contract.storage.StorageArray;
import io.gulliver.contract.storage.StorageCopy;
import io.gulliver.contract.storage.StorageMapping;
import io.gulliver.contract.storage.StorageVolume;
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
        CopyRequest wanted = wanted(call);
        String array = Inputs.of(call).text("array");
        StorageArray storage = systems.storage(array);
        Optional<StorageCopy> found = storage.findCopy(wanted);
        if (found.isEmpty() || found.get().atRest()) {
            List<StorageMapping> seen = storage.mappingsOf(requireFit(call, storage, wanted));
            boolean own = seen.stream()
                    .allMatch(mapping -> mapping.host().equals(Inputs.of(call).text("host")));
            if (!seen.isEmpty() && own && found.isEmpty()) {
                return StepResult.started(
                        BEFORE,
                        Map.of(),
                        "Its server sees volume " + wanted.target() + " already: it was cloned before");
            }
            requireUnseen(wanted, seen);
            requireNoOther(storage, wanted);
        }
        StorageCopy copy = storage.ensureCopy(wanted);
        return StepResult.started(
                copy.id(), Map.of(), "Copies " + wanted.source() + " onto " + wanted.target() + " as " + copy.label());
    }

    private static CopyRequest wanted(StepCall call) {
        Inputs inputs = Inputs.of(call);
        requireClone(inputs);
        return new CopyRequest(
                inputs.text("name"),
                inputs.text("source"),
                inputs.text("volume"),
                inputs.findWhole("copy_rate").orElse(100));
    }

    private static void requireClone(Inputs inputs) {
        if (!inputs.text("way").equals("clone")) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "server.image.way is \"" + inputs.text("way") + "\"; known are clone, installer and by-hand.",
                    "Correct it in the program's facts of the server.");
        }
    }

    private StorageVolume golden(StepCall call, StorageArray storage) {
        Inputs inputs = Inputs.of(call);
        String source = inputs.text("source");
        return storage.findVolume(source)
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "Array " + inputs.text("array") + " has no golden volume " + source + ".",
                        "Correct server.image.golden in the program's facts of the server, or have the volume made."));
    }

    /** A copy wants both volumes of one size, to the byte; answers the one that is overwritten. */
    private StorageVolume requireFit(StepCall call, StorageArray storage, CopyRequest wanted) {
        StorageVolume golden = golden(call, storage);
        StorageVolume target = storage.findVolume(wanted.target())
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "Volume " + wanted.target() + " is not there any more.",
                        "Look who removed it, undo the step that made it, and let the run make it again."));
        if (golden.bytes() != target.bytes()) {
            throw sizesDiffer(golden, target.name(), target.bytes());
        }
        return target;
    }

    private static StepFailedException sizesDiffer(StorageVolume golden, String target, long bytes) {
        return new StepFailedException(
                FailureCode.INPUT_INVALID,
                "Golden volume " + golden.name() + " has " + golden.bytes() / GIB + " GiB, and " + target + " has "
                        + bytes / GIB + " GiB; a clone wants both of one size.",
                "Set server.boot.gib of the server to " + golden.bytes() / GIB
                        + ", undo the step that made the volume, then retry.");
    }

    private static void requireUnseen(CopyRequest wanted, List<StorageMapping> seen) {
        if (!seen.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Volume " + wanted.target() + " is mapped to "
                            + String.join(
                                    ", ",
                                    new TreeSet<>(seen.stream()
                                            .map(StorageMapping::host)
                                            .toList()))
                            + ": a clone would overwrite what it reads there. Nothing was changed.",
                    "Ask the storage team whose mapping it is.");
        }
    }

    private static void requireNoOther(StorageArray storage, CopyRequest wanted) {
        List<String> others = storage.otherCopiesOnto(wanted);
        if (!others.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Volume " + wanted.target() + " is the target of " + String.join(", ", others)
                            + ", which is not ours. Nothing was changed.",
                    "Ask the storage team whose it is.");
        }
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        CopyRequest wanted = wanted(call);
        if (BEFORE.equals(call.job())) {
            return cloned(call, wanted);
        }
        StorageArray storage = systems.storage(Inputs.of(call).text("array"));
        AtomicReference<Optional<StorageCopy>> copy = new AtomicReference<>(Optional.empty());
        boolean ended = context.waitFor(
                () -> {
                    copy.set(storage.findCopy(wanted));
                    copy.get().ifPresent(seen -> context.progress(progress(seen)));
                    return copy.get()
                            .map(seen -> seen.complete() || seen.atRest())
                            .orElse(true);
                },
                PartitionLifecycle.LOOK,
                Duration.ofSeconds(Math.max(0, call.patienceSeconds())));
        if (!ended) {
            return StepResult.running(
                    String.valueOf(call.job()), progress(copy.get().orElseThrow()));
        }
        if (copy.get().isPresent()) {
            StorageCopy seen = copy.get().get();
            requireOurs(seen, wanted);
            if (!seen.complete()) {
                throw new StepFailedException(
                        FailureCode.JOB_FAILED,
                        seen.label() + " is " + seen.status() + " at " + seen.progress() + " %: volume "
                                + wanted.target() + " holds nothing that can be loaded.",
                        "Ask the storage team what stopped it (event log of the array); trying again begins the copy anew.");
            }
            remove(storage, wanted);
            if (storage.findCopy(wanted).isPresent()) {
                throw new StepFailedException(
                        FailureCode.TEMPORARILY_UNAVAILABLE,
                        copyOf(wanted) + " is still there after its removal.",
                        "It will be tried again.");
            }
        }
        return cloned(call, wanted);
    }

    private static void remove(StorageArray storage, CopyRequest wanted) {
        try {
            storage.deleteCopy(wanted, false);
        } catch (HttpSystemException e) {
            if (!e.mayHaveHappened()) {
                throw e;
            }
            // The next look says whether it was done.
        }
    }

    private static void requireOurs(StorageCopy seen, CopyRequest wanted) {
        if (!ours(seen, wanted)) {
            throw new StepFailedException(
                    FailureCode.NAME_TAKEN,
                    seen.label() + " copies " + seen.source() + " onto " + seen.target()
                            + ": it is not the one made here. Nothing was changed.",
                    "Ask the storage team whose mapping it is.");
        }
    }

    private static boolean ours(StorageCopy seen, CopyRequest wanted) {
        return seen.source().equals(wanted.source()) && seen.target().equals(wanted.target());
    }

    private static Progress progress(StorageCopy copy) {
        return new Progress((double) copy.progress(), 100.0, "%", null, copy.status());
    }

    private static String copyOf(CopyRequest wanted) {
        return "The copy of " + wanted.source() + " onto " + wanted.target();
    }

    private StepResult cloned(StepCall call, CopyRequest wanted) {
        String image = Inputs.of(call).findText("version").orElse("");
        long age = ageDays(call);
        long oldest = Inputs.of(call).findWhole("oldest_days").orElse(0);
        boolean old = oldest > 0 && age > oldest;
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("image", image.isEmpty() ? wanted.source() : image);
        outputs.put("old", old);
        return StepResult.done(
                outputs,
                "Image " + outputs.get("image") + " of " + wanted.source() + " lies on " + wanted.target()
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
        CopyRequest wanted = wanted(call);
        StorageArray storage = systems.storage(Inputs.of(call).text("array"));
        Optional<StorageCopy> found = storage.findCopy(wanted);
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), copyOf(wanted) + " was not there");
        }
        if (!ours(found.get(), wanted)) {
            return StepResult.done(Map.of(), copyOf(wanted) + " is not the one made here: left alone");
        }
        if (!found.get().complete() && !found.get().atRest()) {
            storage.stopCopy(wanted);
        }
        boolean still = context.waitFor(
                () -> storage.findCopy(wanted)
                        .map(copy -> copy.complete() || copy.atRest())
                        .orElse(true),
                PartitionLifecycle.LOOK,
                STOP_LIMIT);
        if (!still) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    copyOf(wanted) + " did not come to rest after it was stopped.",
                    "Look at the mapping on the array; the step will be tried again.");
        }
        storage.deleteCopy(wanted, true);
        return StepResult.done(Map.of(), copyOf(wanted) + " removed");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        requireClone(inputs);
        StorageArray storage = systems.storage(inputs.text("array"));
        StorageVolume golden = golden(call, storage);
        long wanted = (long) Math.ceil(inputs.number("size") * 1024) << 20;
        if (golden.bytes() != wanted) {
            throw sizesDiffer(golden, "the boot volume", wanted);
        }
        ageDays(call);
        Rendering rendering = Rendering.of(call)
                .says("would clone golden volume " + golden.name() + " (" + golden.bytes() / GIB + " GiB) onto "
                        + call.inputs().get("volume") + " of " + inputs.text("array"));
        storage.plannedCopy(
                        rendering.shown("name"),
                        golden.name(),
                        rendering.shown("volume"),
                        rendering.shown("copy_rate", "100"))
                .forEach(planned -> rendering.request("array " + storage.name(), planned.what(), planned.fields()));
        return rendering.result(context);
    }
}
