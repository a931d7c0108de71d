package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.spectrumvirtualize.NewVolume;
import io.gulliver.adapter.spectrumvirtualize.NewVolume.Provisioning;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.model.IoGroup;
import io.gulliver.adapter.spectrumvirtualize.model.Pool;
import io.gulliver.adapter.spectrumvirtualize.model.Volume;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * {@code storage.create-volume}: a volume of this name, pool, size and kind is on the array.
 *
 * <p>An array has no description field; the name, given to this step alone before the act, is the proof of ownership,
 * and the uid that the step saw guards its undoing.
 */
final class CreateVolume implements StepAction {
    private static final long GIB = 1L << 30;

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
        String array = Inputs.of(call).text("array");
        Volume volume = systems.provisioner(array).ensureVolume(wanted(call, ioGroup(systems.array(array), array)));
        return StepResult.done(
                Map.of(
                        "name", volume.name(),
                        "uid", volume.uid(),
                        "wwid", volume.linuxWwid(),
                        "size", volume.capacityBytes() / (double) GIB),
                "Volume " + volume.name() + " on " + array + ", uid " + volume.uid());
    }

    private static NewVolume wanted(StepCall call, String ioGroup) {
        Inputs inputs = Inputs.of(call);
        // Arrays take multiples of 512 bytes; a whole MiB is one for every level.
        long mib = (long) Math.ceil(inputs.number("size") * 1024);
        String kind = inputs.findText("provisioning").orElse("thin");
        try {
            return new NewVolume(
                    inputs.text("name"),
                    inputs.text("pool"),
                    mib << 20,
                    ioGroup,
                    Provisioning.valueOf(kind.toUpperCase(Locale.ROOT)));
        } catch (IllegalArgumentException e) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Step " + call.step() + ": " + e.getMessage(),
                    "Correct the collected data or the playbook; provisioning is thick, thin, compressed or"
                            + " deduplicated.");
        }
    }

    /** The first I/O group that has nodes: the one place where a new volume can live. */
    private static String ioGroup(SpectrumVirtualizeClient client, String array) {
        return client.fetchIoGroups().stream()
                .filter(group -> group.nodeCount() > 0)
                .map(IoGroup::id)
                .findFirst()
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "Array " + array + " shows no I/O group with nodes.",
                        "Ask the storage team whether the array is in service."));
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String name = inputs.text("name");
        SpectrumVirtualizeClient client = systems.array(inputs.text("array"));
        Optional<Volume> found = client.findVolume(name);
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), "Volume " + name + " was not there");
        }
        Volume volume = found.get();
        Object uid = call.outputs().get("uid");
        boolean ours = uid == null
                ? volume.capacityBytes() == wanted(call, volume.ioGroupId()).capacityBytes()
                        && volume.poolName().equals(inputs.text("pool"))
                : uid.equals(volume.uid());
        if (!ours) {
            return StepResult.done(
                    Map.of(), "Volume " + name + " with uid " + volume.uid() + " is not the one made here: left alone");
        }
        client.deleteVolume(name, false);
        return StepResult.done(Map.of(), "Volume " + name + " removed");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        String array = inputs.text("array");
        String poolName = inputs.text("pool");
        SpectrumVirtualizeClient client = systems.array(array);
        Pool pool = client.findPool(poolName)
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "Array " + array + " has no pool " + poolName + ".",
                        "Correct the pool in the collected data; the array has "
                                + client.fetchPools().stream().map(Pool::name).toList() + "."));
        long wanted = (long) Math.ceil(inputs.number("size") * GIB);
        if (pool.freeCapacityBytes() < wanted
                && inputs.findText("provisioning").orElse("thin").equals("thick")) {
            throw new StepFailedException(
                    FailureCode.CAPACITY_EXHAUSTED,
                    "Pool " + poolName + " of " + array + " has " + pool.freeCapacityBytes() / GIB
                            + " GiB free, wanted " + wanted / GIB + " GiB.",
                    "Ask the storage team for space, or choose another pool.");
        }
        String taken =
                inputs.known("name") && client.findVolume(inputs.text("name")).isPresent()
                        ? "; a volume of this name is there already"
                        : "";
        Rendering rendering = Rendering.of(call)
                .says("would create volume " + call.inputs().get("name") + " of " + inputs.number("size") + " GiB in "
                        + poolName + " of " + array + " (" + pool.freeCapacityBytes() / GIB + " GiB free)" + taken);
        rendering.request(
                "array " + array,
                "POST /rest/mkvolume, where no volume of this name is there",
                Map.of(
                        "name", rendering.shown("name"),
                        "pool", poolName,
                        "size", Long.toString(((long) Math.ceil(inputs.number("size") * 1024)) << 20),
                        "unit", "b",
                        "provisioning", rendering.shown("provisioning", "thin")));
        return rendering.result(context);
    }
}
