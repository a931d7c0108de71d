package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.storage.PoolChooser;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.storage.StorageArray;
import io.gulliver.contract.storage.StoragePool;
import io.gulliver.contract.storage.StorageVolume;
import io.gulliver.contract.storage.VolumeRequest;
import io.gulliver.contract.storage.VolumeRequest.Provisioning;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code storage.create-volume}: a volume of this name, size and kind is on the array, in the pool that is named or in one that is
 * chosen.
 *
 * <p>An array has no description field; the name, given to this step alone before the act, is the proof of ownership,
 * and the uid that the step saw guards its undoing.
 */
final class CreateVolume implements StepAction {
    private static final double GIB = 1L << 30;
    private static final String REDO = "redo";

    private final Systems systems;

    CreateVolume(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "storage.create-volume";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String array = inputs.text("array");
        String name = inputs.text("name");
        StorageArray storage = systems.storage(array);
        List<String> pools = pools(inputs);
        // A repeat takes the volume where it is, wherever the choice would fall today.
        Optional<StorageVolume> there = storage.findVolume(name);
        PoolChooser.Choice choice = there.isPresent() ? null : choose(call, storage, name);
        String pool = there.map(
                        volume -> pools.isEmpty() || pools.contains(volume.pool()) ? volume.pool() : pools.get(0))
                .orElseGet(() -> chosen(choice));
        StorageVolume volume =
                storage.ensureVolume(new VolumeRequest(name, pool, pools, bytes(inputs), provisioning(call)));
        return StepResult.done(
                Map.of(
                        "name", volume.name(),
                        "uid", volume.uid(),
                        "wwid", volume.linuxWwid(),
                        "size", volume.bytes() / GIB),
                "Volume " + volume.name() + " on " + array + ", uid " + volume.uid() + ", in pool "
                        + (choice == null ? volume.pool() + ", where it was already" : choice.reason()));
    }

    private static String chosen(PoolChooser.Choice choice) {
        StoragePool pool = choice.pool();
        if (pool == null) {
            throw new IllegalArgumentException("no pool was chosen");
        }
        return pool.name();
    }

    /** Names of pools; none for any. */
    private static List<String> pools(Inputs inputs) {
        return Arrays.stream(inputs.findText("pool").orElse("").split(","))
                .map(String::strip)
                .filter(pool -> !pool.isEmpty())
                .toList();
    }

    /** Arrays take multiples of 512 bytes; a whole MiB is one for every level. */
    private static long bytes(Inputs inputs) {
        return ((long) Math.ceil(inputs.number("size") * 1024)) << 20;
    }

    private static Provisioning provisioning(StepCall call) {
        Inputs inputs = Inputs.of(call);
        String kind = inputs.findText("provisioning").orElse("thin");
        Provisioning provisioning;
        try {
            provisioning = Provisioning.valueOf(kind.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Step " + call.step() + ": provisioning is \"" + kind + "\".",
                    "Correct the collected data or the playbook; provisioning is thick, thin, compressed or"
                            + " deduplicated.");
        }
        if (provisioning.reduces() && redo(inputs)) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Step " + call.step() + ": a volume for redo logs is never " + kind + ".",
                    "Correct the playbook: redo logs want thick volumes.");
        }
        return provisioning;
    }

    private static boolean redo(Inputs inputs) {
        return inputs.findText("use").orElse("").equals(REDO);
    }

    private PoolChooser.Choice choose(StepCall call, StorageArray storage, String name) {
        Inputs inputs = Inputs.of(call);
        List<StoragePool> all = storage.pools();
        List<String> names = pools(inputs);
        PoolChooser.Choice choice = PoolChooser.choose(
                new PoolChooser.Wish(
                        name,
                        names,
                        bytes(inputs),
                        provisioning(call),
                        redo(inputs),
                        systems.arrayRules(storage.name()).overprovisioningPercent()),
                all,
                !storage.hasUniqueNames());
        if (choice.pool() != null) {
            return choice;
        }
        boolean unknown = names.stream()
                .anyMatch(pool -> all.stream().noneMatch(one -> one.name().equals(pool)));
        List<String> there = all.stream().map(StoragePool::name).toList();
        if (unknown) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Array " + storage.name() + " has no pool "
                            + String.join(
                                    ", ",
                                    names.stream()
                                            .filter(one -> !there.contains(one))
                                            .toList()) + ".",
                    "Correct the pool in the collected data; the array has " + there + ".");
        }
        throw new StepFailedException(
                FailureCode.CAPACITY_EXHAUSTED,
                "No pool of " + storage.name() + " would do for " + Math.round(bytes(inputs) / GIB) + " GiB: "
                        + choice.reason() + ".",
                "Ask the storage team for space, or choose another pool.");
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String name = inputs.text("name");
        StorageArray storage = systems.storage(inputs.text("array"));
        Optional<StorageVolume> found = storage.findVolume(name);
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), "Volume " + name + " was not there");
        }
        StorageVolume volume = found.get();
        Object uid = call.outputs().get("uid");
        List<String> pools = pools(inputs);
        boolean ours = uid == null
                ? volume.bytes() == bytes(inputs) && (pools.isEmpty() || pools.contains(volume.pool()))
                : uid.equals(volume.uid());
        if (!ours) {
            return StepResult.done(
                    Map.of(), "Volume " + name + " with uid " + volume.uid() + " is not the one made here: left alone");
        }
        storage.deleteVolume(volume);
        return StepResult.done(Map.of(), "Volume " + name + " removed");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String array = inputs.text("array");
        StorageArray storage = systems.storage(array);
        PoolChooser.Choice choice =
                choose(call, storage, inputs.known("name") ? inputs.text("name") : String.valueOf(call.step()));
        String pool = chosen(choice);
        String taken =
                inputs.known("name") && storage.findVolume(inputs.text("name")).isPresent()
                        ? "; a volume of this name is there already"
                        : "";
        Rendering rendering = Rendering.of(call)
                .says("would create volume " + call.inputs().get("name") + " of " + inputs.number("size") + " GiB in "
                        + pool + " of " + array + " (" + choice.reason() + ")" + taken);
        storage.plannedVolume(
                        rendering.shown("name"),
                        pool,
                        Long.toString(bytes(inputs)),
                        rendering.shown("provisioning", "thin"))
                .forEach(planned -> rendering.request("array " + array, planned.what(), planned.fields()));
        return rendering.result(context);
    }
}
