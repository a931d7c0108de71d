package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.Partition;
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

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        Optional<Partition> partition = PartitionLifecycle.find(hmc, inputs.text("partition"));
        if (partition.isEmpty() || !bootsFrom(partition.get(), inputs.text("boot_volume"))) {
            return StepResult.done(Map.of(), "The partition does not boot from that volume");
        }
        hmc.updatePartition(partition.get().objectUri(), Map.of("boot-device", "none"));
        return StepResult.done(Map.of(), "Partition " + partition.get().name() + " boots from nothing");
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
