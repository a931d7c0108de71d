package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.StorageGroup;
import io.gulliver.adapter.hmc.model.StorageGroupSpec;
import io.gulliver.adapter.hmc.model.StorageVolume;
import io.gulliver.adapter.hmc.model.StorageVolumeSpec;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * {@code hmc.create-ficon-group}: the partition has a storage group with its ECKD volumes, each under the device number that is
 * reserved for it. Which volumes they are {@link FulfilFiconGroup} says. No volume is made here.
 */
final class CreateFiconGroup implements StepAction {
    private final Systems systems;

    CreateFiconGroup(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "hmc.create-ficon-group";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String cpc = PartitionLifecycle.cpc(hmc, inputs.text("cpc"));
        FiconConfiguration.of(hmc, cpc, inputs.text("cpc"), inputs.textsByName("addresses"));
        SortedMap<String, String> devices = devices(inputs);
        StorageGroup group = StorageGroups.ensure(
                hmc,
                call,
                StorageGroupSpec.ficon(
                        cpc,
                        inputs.text("name"),
                        ResourceOwner.of(call),
                        inputs.whole("connectivity"),
                        volumes(inputs, devices)));
        requireDevices(hmc, group, devices);
        StorageGroups.attach(hmc, inputs.text("partition"), group);
        return StepResult.done(
                Map.of("storage_group", group.objectUri()),
                "Storage group " + group.name() + " has the ECKD devices " + String.join(", ", devices.values())
                        + " and is attached");
    }

    /** Device number by volume. */
    private static SortedMap<String, String> devices(Inputs inputs) {
        SortedMap<String, String> devices = new TreeMap<>();
        PrepareStorage.VOLUMES.forEach(use -> devices.putAll(inputs.findTextsByName(use)));
        return devices;
    }

    private static List<StorageVolumeSpec> volumes(Inputs inputs, SortedMap<String, String> devices) {
        SortedMap<String, Double> capacities = inputs.numbers("capacities");
        List<StorageVolumeSpec> volumes = new ArrayList<>();
        devices.forEach((name, device) -> {
            Double cylinders = capacities.get(name);
            if (cylinders == null) {
                throw new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "Nothing says how many cylinders volume " + name + " has.",
                        "Correct the playbook, then roll back and start anew.");
            }
            volumes.add(StorageVolumeSpec.eckd(name, cylinders.intValue(), device));
        });
        return volumes;
    }

    /** A group of this run from before has the same device numbers, or it is made anew. */
    private static void requireDevices(HmcClient hmc, StorageGroup group, SortedMap<String, String> devices) {
        TreeSet<String> wanted = new TreeSet<>();
        devices.values().forEach(device -> wanted.add(device.toLowerCase(Locale.ROOT)));
        TreeSet<String> there = new TreeSet<>();
        hmc.storageVolumes(group.objectUri()).stream()
                .filter(volume -> !volume.alias())
                .map(StorageVolume::deviceNumber)
                .forEach(number -> there.add(String.valueOf(number)));
        if (!there.equals(wanted) || !group.type().equals("fc")) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Storage group " + group.name() + " is there with type " + group.type() + " and the devices "
                            + there + ", wanted are type fc and " + wanted + ".",
                    "Roll this step back and try it again, or have the volumes of the group changed on the HMC.");
        }
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        return StorageGroups.undo(systems.hmc(Inputs.of(call).text("hmc")), call);
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String cpc = PartitionLifecycle.cpc(hmc, inputs.text("cpc"));
        FiconConfiguration.of(
                hmc,
                cpc,
                inputs.text("cpc"),
                inputs.known("addresses") ? inputs.findTextsByName("addresses") : new TreeMap<>());
        Rendering rendering = Rendering.of(call)
                .says("would ask for the ECKD volumes " + call.inputs().get("data") + ", "
                        + call.inputs().get("redo") + " and "
                        + call.inputs().getOrDefault("recovery", Map.of()) + " as storage group "
                        + call.inputs().get("name"));
        Map<String, Object> group = new LinkedHashMap<>();
        group.put("cpc-uri", cpc);
        group.put("name", rendering.shown("name"));
        group.put("type", "fc");
        group.put("description", ResourceOwner.of(call));
        group.put("connectivity", inputs.whole("connectivity"));
        group.put("storage-volumes", List.of(rendering.shown("data"), rendering.shown("redo")));
        String system = "HMC " + inputs.text("hmc");
        return rendering
                .request(system, "POST /api/storage-groups, where no group of this name is there", group)
                .request(
                        system,
                        "POST " + rendering.shown("partition") + "/operations/attach-storage-group",
                        Map.of("storage-group-uri", "«the group»"))
                .result(context);
    }
}
