package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;
import java.util.Optional;

/** {@code hmc.set-boot-volume}: the partition boots from this volume from its next start on. */
final class SetBootVolume implements StepAction {
    private final Systems systems;

    SetBootVolume(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "hmc.set-boot-volume";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String uri = inputs.text("partition");
        String volume = inputs.text("boot_volume");
        if (!bootsFrom(hmc.fetchPartition(uri), volume)) {
            // Setting the same value twice is one effect, so a lost answer is answered by the next try.
            hmc.bootFromVolume(uri, volume);
        }
        Partition seen = hmc.fetchPartition(uri);
        return StepResult.done(
                Map.of("boot_device", seen.bootDevice()), "Partition " + seen.name() + " boots from " + volume);
    }

    private static boolean bootsFrom(Partition partition, String volume) {
        return partition.bootDevice().equals("storage-volume") && volume.equals(partition.bootStorageVolume());
    }

    /** A console lets a group go only when nothing points into it, whatever the boot device is. */
    private static boolean pointsTo(Partition partition, String volume) {
        return volume.equals(partition.bootStorageVolume());
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        Optional<Partition> partition = PartitionLifecycle.find(hmc, inputs.text("partition"));
        if (partition.isEmpty() || !pointsTo(partition.get(), inputs.text("boot_volume"))) {
            return StepResult.done(Map.of(), "The partition does not boot from that volume");
        }
        String uri = partition.get().objectUri();
        hmc.bootFromNothing(uri);
        Partition seen = hmc.fetchPartition(uri);
        if (pointsTo(seen, inputs.text("boot_volume"))) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "HMC " + hmc.system() + " said done, but partition " + seen.name() + " still has boot device "
                            + seen.bootDevice() + " with volume " + seen.bootStorageVolume() + ".",
                    "The step looks again at its next try; look at the partition's boot settings on the HMC if it stays"
                            + " so.");
        }
        return StepResult.done(Map.of(), "Partition " + seen.name() + " boots from nothing");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        systems.hmc(inputs.text("hmc")).version();
        Rendering rendering = Rendering.of(call)
                .says("would let " + call.inputs().get("partition") + " boot from "
                        + call.inputs().get("boot_volume"));
        rendering.request(
                "HMC " + inputs.text("hmc"),
                "POST " + rendering.shown("partition"),
                Map.of("boot-device", "storage-volume", "boot-storage-volume", rendering.shown("boot_volume")));
        return rendering.result(context);
    }
}
