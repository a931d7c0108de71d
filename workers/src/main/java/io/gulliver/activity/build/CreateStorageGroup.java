package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.HmcException;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.hmc.model.StorageGroup;
import io.gulliver.adapter.hmc.model.StorageGroupSpec;
import io.gulliver.adapter.hmc.model.StorageVolume;
import io.gulliver.adapter.hmc.model.StorageVolumeSpec;
import io.gulliver.adapter.hmc.model.VirtualStorageResource;
import io.gulliver.adapter.hmc.model.WwpnState;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * {@code hmc.create-storage-group}: the partition has asked for its volumes, and its host WWPNs are known.
 *
 * <p>Group, candidate ports and attachment are each looked at before and after, in this order. No LUN is made here.
 */
final class CreateStorageGroup implements StepAction {
    private final Systems systems;

    CreateStorageGroup(Systems systems) {
        this.systems = systems;
    }

    @Override
    public String name() {
        return "hmc.create-storage-group";
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String cpc = PartitionLifecycle.cpc(hmc, inputs.text("cpc"));
        String partitionUri = inputs.text("partition");
        List<String> ports = ports(hmc, cpc, inputs.whole("connectivity"), inputs.text("cpc"));
        StorageGroup group = ensureGroup(hmc, cpc, call);
        if (!group.candidateAdapterPortUris().containsAll(ports)) {
            tolerant(() -> hmc.addCandidatePorts(
                    group.objectUri(),
                    ports.stream()
                            .filter(port -> !group.candidateAdapterPortUris().contains(port))
                            .toList()));
            require(
                    hmc.fetchStorageGroup(group.objectUri())
                            .candidateAdapterPortUris()
                            .containsAll(ports),
                    hmc,
                    "candidate ports were not added to storage group " + group.name());
        }
        if (!attached(hmc, partitionUri, group)) {
            tolerant(() -> hmc.attachStorageGroup(partitionUri, group.objectUri()));
            require(
                    attached(hmc, partitionUri, group),
                    hmc,
                    "storage group " + group.name() + " was not attached to " + partitionUri);
        }
        List<String> wwpns = new ArrayList<>();
        for (VirtualStorageResource path : hmc.virtualStorageResources(group.objectUri())) {
            WwpnState port = path.worldWidePortNameInfo();
            if (port != null) {
                wwpns.add(port.worldWidePortName());
            }
        }
        String boot = hmc.storageVolumes(group.objectUri()).stream()
                .filter(volume -> volume.usage().equals("boot"))
                .map(StorageVolume::elementUri)
                .findFirst()
                .orElse("");
        return StepResult.done(
                Map.of("storage_group", group.objectUri(), "wwpns", List.copyOf(wwpns), "boot_volume", boot),
                "Storage group " + group.name() + " is attached; host WWPNs " + wwpns);
    }

    private static StorageGroup ensureGroup(HmcClient hmc, String cpc, StepCall call) {
        Inputs inputs = Inputs.of(call);
        String name = inputs.text("name");
        Optional<StorageGroup> found = hmc.findStorageGroup(cpc, name);
        if (found.isEmpty()) {
            try {
                hmc.createStorageGroup(StorageGroupSpec.fcp(
                        cpc, name, ResourceOwner.of(call), inputs.whole("connectivity"), volumes(inputs)));
            } catch (HmcException e) {
                if (!e.mayHaveHappened() && !e.is(400, 8)) {
                    throw e;
                }
                if (hmc.findStorageGroup(cpc, name).isEmpty()) {
                    throw e;
                }
            }
            found = hmc.findStorageGroup(cpc, name);
        }
        StorageGroup group = found.orElseThrow(() -> unseen(hmc, "storage group " + name + " is not there"));
        if (!ResourceOwner.isOurs(group.description(), call)) {
            throw new StepFailedException(
                    FailureCode.NAME_TAKEN,
                    "Storage group " + name + " exists on HMC " + hmc.system() + " and is not ours: its description"
                            + " is \"" + group.description() + "\".",
                    "Choose another name, or have the other group removed.");
        }
        return group;
    }

    private static List<StorageVolumeSpec> volumes(Inputs inputs) {
        SortedMap<String, Double> boot = inputs.numbers("boot");
        if (boot.size() != 1) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "A partition has one boot volume; given are " + boot.keySet() + ".",
                    "Correct the playbook or the collected data of the server.");
        }
        List<StorageVolumeSpec> volumes = new ArrayList<>();
        boot.forEach((name, size) -> volumes.add(StorageVolumeSpec.boot(name, size)));
        for (String kind : List.of("data", "redo")) {
            if (inputs.given(kind)) {
                inputs.numbers(kind).forEach((name, size) -> volumes.add(StorageVolumeSpec.data(name, size)));
            }
        }
        return volumes;
    }

    /** One port of each of so many FCP adapters: paths that share an adapter would fail together. */
    private static List<String> ports(HmcClient hmc, String cpc, int wanted, String machine) {
        List<String> ports = hmc.adapters(cpc, "fcp").stream()
                .filter(adapter -> adapter.status().equals("active"))
                .limit(wanted)
                .map(adapter -> hmc.adapterPorts(adapter.objectUri()).storagePortUris())
                .filter(uris -> !uris.isEmpty())
                .map(uris -> uris.get(0))
                .toList();
        if (ports.size() < wanted) {
            throw new StepFailedException(
                    FailureCode.CAPACITY_EXHAUSTED,
                    "Machine " + machine + " has " + ports.size() + " active FCP adapters, wanted are " + wanted
                            + " separate paths.",
                    "Lower the connectivity, or have more adapters set to type fcp.");
        }
        return ports;
    }

    /** A lost answer or a conflict is no end: what is then there decides. */
    private static void tolerant(Runnable act) {
        try {
            act.run();
        } catch (HmcException e) {
            if (!e.mayHaveHappened() && e.kind() != HmcException.Kind.CONFLICT) {
                throw e;
            }
        }
    }

    private static boolean attached(HmcClient hmc, String partitionUri, StorageGroup group) {
        return hmc.fetchPartition(partitionUri).storageGroupUris().contains(group.objectUri());
    }

    private static void require(boolean seen, HmcClient hmc, String what) {
        if (!seen) {
            throw unseen(hmc, what);
        }
    }

    private static StepFailedException unseen(HmcClient hmc, String what) {
        return new StepFailedException(
                FailureCode.TEMPORARILY_UNAVAILABLE,
                "HMC " + hmc.system() + ": " + what + ".",
                "The step looks again at its next try; look at the HMC if it stays so.");
    }

    @Override
    public StepResult undo(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String name = inputs.text("name");
        Optional<StorageGroup> found = hmc.findStorageGroup(PartitionLifecycle.cpc(hmc, inputs.text("cpc")), name);
        if (found.isEmpty()) {
            return StepResult.done(Map.of(), "Storage group " + name + " was not there");
        }
        StorageGroup group = found.get();
        if (!ResourceOwner.isOurs(group.description(), call)) {
            return StepResult.done(
                    Map.of(), "Storage group " + name + " is not ours (\"" + group.description() + "\"): left alone");
        }
        Optional<Partition> partition = PartitionLifecycle.find(hmc, inputs.text("partition"));
        if (partition.isPresent() && partition.get().storageGroupUris().contains(group.objectUri())) {
            hmc.detachStorageGroup(partition.get().objectUri(), group.objectUri());
        }
        hmc.deleteStorageGroup(group.objectUri());
        return StepResult.done(Map.of(), "Storage group " + name + " detached and removed");
    }

    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        HmcClient hmc = systems.hmc(inputs.text("hmc"));
        String cpc = PartitionLifecycle.cpc(hmc, inputs.text("cpc"));
        int ports = ports(hmc, cpc, inputs.whole("connectivity"), inputs.text("cpc"))
                .size();
        String there = inputs.known("name")
                        && hmc.findStorageGroup(cpc, inputs.text("name")).isPresent()
                ? "; one of this name is there already"
                : "";
        Rendering rendering = Rendering.of(call)
                .says("would ask for the volumes " + call.inputs().get("boot") + ", "
                        + call.inputs().get("data") + " and "
                        + call.inputs().get("redo") + " over " + ports + " paths as storage group "
                        + call.inputs().get("name") + there);
        String system = "HMC " + inputs.text("hmc");
        Map<String, Object> group = new LinkedHashMap<>();
        group.put("cpc-uri", cpc);
        group.put("name", rendering.shown("name"));
        group.put("type", "fcp");
        group.put("description", ResourceOwner.of(call));
        group.put("connectivity", inputs.whole("connectivity"));
        group.put(
                "storage-volumes",
                inputs.known("boot", "data", "redo")
                        ? volumes(inputs)
                        : List.of(rendering.shown("boot"), rendering.shown("data"), rendering.shown("redo")));
        rendering
                .request(system, "POST /api/storage-groups, where no group of this name is there", group)
                .request(
                        system,
                        "POST «the group»/operations/add-candidate-adapter-ports",
                        Map.of("adapter-port-uris", ports(hmc, cpc, inputs.whole("connectivity"), inputs.text("cpc"))))
                .request(
                        system,
                        "POST " + rendering.shown("partition") + "/operations/attach-storage-group",
                        Map.of("storage-group-uri", "«the group»"));
        return rendering.result(context);
    }
}
