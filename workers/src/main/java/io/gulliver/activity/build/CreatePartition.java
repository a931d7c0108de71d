package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.Capacity;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.hmc.model.PartitionSpec;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;
import java.util.Optional;

/** {@code hmc.create-partition}: a Linux partition of this name, with shared IFLs, is defined on the machine. */
final class CreatePartition implements StepAction {
    private final Systems systems;

    CreatePartition(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "hmc.create-partition";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String cpc = PartitionLifecycle.cpc(hmc, inputs.text("cpc"));
        String name = inputs.text("name");
        Optional<Partition> ours =
                hmc.findPartition(cpc, name).filter(found -> ResourceOwner.isOurs(found.description(), call));
        Partition partition = ours.isPresent()
                ? ours.get()
                : hmc.ensurePartition(
                        cpc,
                        PartitionSpec.linux(name, ResourceOwner.of(call), inputs.whole("ifls"), memoryMib(inputs)));
        if (!ResourceOwner.of(call).equals(partition.description())) {
            // Made before the run was taken over: from here on an older engine finds that it is ours.
            hmc.updatePartition(partition.objectUri(), Map.of("description", ResourceOwner.of(call)));
        }
        return StepResult.done(
                Map.of("partition", partition.objectUri(), "status", partition.status()),
                "Partition " + partition.name() + " on " + inputs.text("cpc") + " is " + partition.status());
    }

    private static long memoryMib(Inputs inputs) {
        return (long) Math.ceil(inputs.number("memory") * 1024);
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String name = inputs.text("name");
        Optional<Partition> found = hmc.findPartition(PartitionLifecycle.cpc(hmc, inputs.text("cpc")), name);
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), "Partition " + name + " was not there");
        }
        Partition partition = found.get();
        if (!ResourceOwner.isOurs(partition.description(), call)) {
            return StepResult.done(
                    Map.of(), "Partition " + name + " is not ours (\"" + partition.description() + "\"): left alone");
        }
        PartitionLifecycle.bringDown(hmc, partition.objectUri(), context);
        hmc.deletePartition(partition.objectUri());
        return StepResult.done(Map.of(), "Partition " + name + " removed");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String machine = inputs.text("cpc");
        String cpc = PartitionLifecycle.cpc(hmc, machine);
        Capacity capacity = hmc.capacity(cpc);
        long memory = memoryMib(inputs);
        int ifls = inputs.whole("ifls");
        if (capacity.freeMemoryMib() < memory
                || capacity.freeIfls() < ifls
                || capacity.partitions() >= capacity.maximumPartitions()) {
            throw new StepFailedException(
                    FailureCode.CAPACITY_EXHAUSTED,
                    "Machine " + machine + " has " + capacity.freeIfls() + " IFLs, " + capacity.freeMemoryMib()
                            + " MiB and " + (capacity.maximumPartitions() - capacity.partitions())
                            + " partitions left; wanted are " + ifls + " IFLs and " + memory + " MiB.",
                    "Choose another machine in the capacity plan, or free some of this one.");
        }
        String there = !inputs.known("name")
                ? ""
                : hmc.findPartition(cpc, inputs.text("name"))
                        .map(partition -> "; one of this name is there already: \"" + partition.description() + "\"")
                        .orElse("");
        Rendering rendering = Rendering.of(call)
                .says("would create partition " + call.inputs().get("name") + " with " + ifls + " IFLs and " + memory
                        + " MiB on " + machine + " (" + capacity.freeIfls() + " IFLs, " + capacity.freeMemoryMib()
                        + " MiB free)" + there);
        rendering.request(
                "HMC " + inputs.text("hmc"),
                "POST " + cpc + "/partitions, where no partition of this name is there",
                PartitionSpec.linux(rendering.shown("name"), ResourceOwner.of(call), ifls, memory));
        return rendering.result(context);
    }
}
