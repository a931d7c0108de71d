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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code hmc.create-partition}: a Linux partition of this name is defined on the machine, as large as its sizing says.
 *
 * <p>What the machine has left is looked at first, so that nothing is made where it cannot start. The weight of shared IFLs is
 * no part of a creation: it is set on the partition that is there.
 */
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
        Size size = Size.of(inputs);
        if (hmc.findPartition(cpc, name).isEmpty()) {
            requireRoom(hmc.capacity(cpc), inputs.text("cpc"), size);
        }
        Partition partition =
                ours.isPresent() ? ours.get() : hmc.ensurePartition(cpc, size.spec(name, ResourceOwner.of(call)));
        if (!ResourceOwner.of(call).equals(partition.description())) {
            // Made before the run was taken over: from here on an older engine finds that it is ours.
            hmc.updatePartition(partition.objectUri(), Map.of("description", ResourceOwner.of(call)));
        }
        weigh(hmc, partition, size);
        return StepResult.done(
                Map.of("partition", partition.objectUri(), "status", partition.status()),
                "Partition " + partition.name() + " on " + inputs.text("cpc") + " is " + partition.status());
    }

    /**
     * How large a partition is.
     *
     * @param memory MiB at its start
     * @param maximum MiB that it may be given while it runs
     * @param mode {@code shared} or {@code dedicated}
     * @param weight of shared IFLs, 1 to 999; 0 for what the HMC gives
     */
    record Size(int ifls, long memory, long maximum, String mode, int weight) {
        private static final long GIB = 1024;
        private static final int MOST_WEIGHT = 999;

        static Size of(Inputs inputs) {
            long memory = mib(inputs.number("memory"));
            double asked = inputs.given("maximum_memory") ? inputs.number("maximum_memory") : 0;
            int percent = inputs.findWhole("live_memory_percent").orElse(0);
            if (percent < 0) {
                throw invalid("live_memory_percent is " + percent + "; wanted 0 or more.");
            }
            long grown = (memory * (100 + percent) + 100 * GIB - 1) / (100 * GIB) * GIB;
            long maximum = asked > 0 ? mib(asked) : percent == 0 ? memory : grown;
            if (maximum < memory) {
                throw invalid(
                        "The maximum memory is " + maximum + " MiB, and the partition starts with " + memory + " MiB.");
            }
            String mode = inputs.findText("processor_mode").orElse("shared");
            if (!mode.equals("shared") && !mode.equals("dedicated")) {
                throw invalid("The processor mode is '" + mode + "'; wanted shared or dedicated.");
            }
            int weight = inputs.findWhole("weight").orElse(0);
            if (weight < 0 || weight > MOST_WEIGHT) {
                throw invalid("The weight is " + weight + "; wanted 1 to " + MOST_WEIGHT + ", or 0 for the HMC's own.");
            }
            if (weight > 0 && mode.equals("dedicated")) {
                throw invalid("The weight is " + weight + ", and dedicated IFLs have none.");
            }
            return new Size(inputs.whole("ifls"), memory, maximum, mode, weight);
        }

        private static long mib(double gib) {
            return (long) Math.ceil(gib * GIB);
        }

        private static StepFailedException invalid(String what) {
            return new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    what,
                    "Correct what the program says of the server, or the parameters of its playbook; then retry the step.");
        }

        PartitionSpec spec(String name, String description) {
            return PartitionSpec.linux(name, description, ifls, memory).with(mode, maximum);
        }

        String words() {
            return ifls + " " + mode + " IFLs" + (weight == 0 ? "" : " of weight " + weight) + " and " + memory + " MiB"
                    + (maximum == memory ? "" : " (up to " + maximum + " MiB while it runs)");
        }
    }

    private static void requireRoom(Capacity capacity, String machine, Size size) {
        List<String> lacking = new ArrayList<>();
        if (capacity.freeMemoryMib() < size.memory()) {
            lacking.add("memory");
        }
        if (capacity.freeIfls() < size.ifls()) {
            lacking.add("IFLs");
        }
        Integer most = capacity.maximumPartitions();
        if (most != null && capacity.partitions() >= most) {
            lacking.add("partitions");
        }
        if (capacity.memoryMib() < size.maximum()) {
            lacking.add("memory for the maximum");
        }
        if (!lacking.isEmpty()) {
            throw new StepFailedException(
                    FailureCode.CAPACITY_EXHAUSTED,
                    "Machine " + machine + " lacks " + String.join(", ", lacking) + ": it has " + capacity.freeIfls()
                            + " of " + capacity.ifls() + " IFLs, " + capacity.freeMemoryMib() + " of "
                            + capacity.memoryMib() + " MiB and "
                            + (most == null
                                    ? capacity.partitions() + " partitions, of a number that the HMC does not say"
                                    : (most - capacity.partitions()) + " of " + most + " partitions left")
                            + "; wanted are " + size.words() + ".",
                    "Choose another machine in the capacity plan, or free some of this one.");
        }
    }

    /** Looks, sets, looks: setting it twice is one effect. */
    private static void weigh(HmcClient hmc, Partition partition, Size size) {
        if (size.weight() == 0 || partition.initialIflProcessingWeight() == size.weight()) {
            return;
        }
        hmc.updatePartition(partition.objectUri(), Map.of("initial-ifl-processing-weight", size.weight()));
        int seen = hmc.fetchPartition(partition.objectUri()).initialIflProcessingWeight();
        if (seen != size.weight()) {
            throw new StepFailedException(
                    FailureCode.TEMPORARILY_UNAVAILABLE,
                    "HMC " + hmc.system() + " said done, but the IFLs of partition " + partition.name()
                            + " have weight " + seen + ", wanted " + size.weight() + ".",
                    "The step looks again at its next try; look at the partition on the HMC if it stays so.");
        }
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
        PartitionLifecycle.remove(hmc, partition.objectUri(), context);
        return StepResult.done(Map.of(), "Partition " + name + " removed");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String machine = inputs.text("cpc");
        String cpc = PartitionLifecycle.cpc(hmc, machine);
        Capacity capacity = hmc.capacity(cpc);
        Size size = Size.of(inputs);
        requireRoom(capacity, machine, size);
        String there = !inputs.known("name")
                ? ""
                : hmc.findPartition(cpc, inputs.text("name"))
                        .map(partition -> "; one of this name is there already: \"" + partition.description() + "\"")
                        .orElse("");
        Rendering rendering = Rendering.of(call)
                .says("would create partition " + call.inputs().get("name") + " with " + size.words() + " on " + machine
                        + " (" + capacity.freeIfls() + " IFLs, " + capacity.freeMemoryMib() + " MiB free)" + there);
        rendering.request(
                "HMC " + inputs.text("hmc"),
                "POST " + cpc + "/partitions, where no partition of this name is there",
                size.spec(rendering.shown("name"), ResourceOwner.of(call)));
        if (size.weight() > 0) {
            rendering.request(
                    "HMC " + inputs.text("hmc"),
                    "POST «the partition»",
                    Map.of("initial-ifl-processing-weight", size.weight()));
        }
        return rendering.result(context);
    }
}
