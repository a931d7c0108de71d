package io.gulliver.activity.build;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.HmcException;
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
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * {@code hmc.create-storage-group}: the partition has asked for its volumes, and its host WWPNs are known.
 *
 * <p>Group, candidate ports and attachment are each looked at before and after, in this order. No LUN is made here.
 */
final class CreateStorageGroup implements StepAction {
    /** Answers of a console that does not let anybody choose the port of a path: no such field, no such operation. */
    private static final Set<Integer> LEFT_TO_FIRMWARE = new TreeSet<>(List.of(400, 404, 405, 501));

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
        List<PathChooser.Port> chosen = choose(inputs, cpc);
        List<String> ports = chosen.stream().map(PathChooser.Port::uri).toList();
        StorageGroup group = ensureGroup(hmc, cpc, call);
        if (!group.candidateAdapterPortUris().containsAll(ports)) {
            StorageGroups.tolerant(() -> hmc.addCandidatePorts(
                    group.objectUri(),
                    ports.stream()
                            .filter(port -> !group.candidateAdapterPortUris().contains(port))
                            .toList()));
            StorageGroups.require(
                    hmc.fetchStorageGroup(group.objectUri())
                            .candidateAdapterPortUris()
                            .containsAll(ports),
                    hmc,
                    "candidate ports were not added to storage group " + group.name());
        }
        StorageGroups.attach(hmc, partitionUri, group);
        List<VirtualStorageResource> paths = assign(hmc, group, partitionUri, ports);
        StorageGroups.require(
                paths.size() == ports.size(),
                hmc,
                "storage group " + group.name() + " has " + paths.size() + " paths to " + partitionUri + ", wanted are "
                        + ports.size());
        List<String> wwpns = new ArrayList<>();
        SortedMap<String, String> fabrics = new TreeMap<>();
        for (VirtualStorageResource path : paths) {
            WwpnState port = path.worldWidePortNameInfo();
            if (port != null) {
                wwpns.add(port.worldWidePortName());
                chosen.stream()
                        .filter(each -> each.uri().equals(path.adapterPortUri()))
                        .forEach(each -> fabrics.put(Zone.wwpn(port.worldWidePortName()), each.fabric()));
            }
        }
        String boot = hmc.storageVolumes(group.objectUri()).stream()
                .filter(volume -> volume.usage().equals("boot"))
                .map(StorageVolume::elementUri)
                .findFirst()
                .orElse("");
        return StepResult.done(
                Map.of(
                        "storage_group",
                        group.objectUri(),
                        "wwpns",
                        List.copyOf(wwpns),
                        "fabrics",
                        fabrics,
                        "ports",
                        chosen.stream().map(PathChooser.Port::words).toList(),
                        "boot_volume",
                        boot),
                "Storage group " + group.name() + " is attached over " + words(chosen) + "; host WWPNs " + wwpns);
    }

    private static StorageGroup ensureGroup(HmcClient hmc, String cpc, StepCall call) {
        Inputs inputs = Inputs.of(call);
        StorageGroup group = StorageGroups.ensure(
                hmc,
                call,
                StorageGroupSpec.fcp(
                        cpc,
                        inputs.text("name"),
                        ResourceOwner.of(call),
                        inputs.whole("connectivity"),
                        volumes(inputs)));
        if (group.connectivity() != inputs.whole("connectivity")) {
            throw new StepFailedException(
                    FailureCode.STATE_CONFLICT,
                    "Storage group " + group.name() + " is there with " + group.connectivity() + " paths, wanted are "
                            + inputs.whole("connectivity") + ".",
                    "Roll this step back and try it again, or have the number of paths changed on the HMC.");
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
        for (String kind : List.of("data", "redo", "recovery")) {
            if (inputs.given(kind)) {
                inputs.numbers(kind).forEach((name, size) -> volumes.add(StorageVolumeSpec.data(name, size)));
            }
        }
        return volumes;
    }

    private List<PathChooser.Port> choose(Inputs inputs, String cpc) {
        return FcpPorts.choose(
                systems,
                inputs.text("hmc"),
                cpc,
                inputs.text("cpc"),
                inputs.known("name") ? inputs.text("name") : "",
                inputs.whole("connectivity"),
                inputs.flag("production", true));
    }

    private static String words(List<PathChooser.Port> ports) {
        return ports.stream().map(PathChooser.Port::words).collect(Collectors.joining("; "));
    }

    /**
     * Lets each path use a port of its own: the firmware chooses at its discovery, and then nobody knows before which fabric a
     * WWPN is zoned on. A console that does not let us choose leaves it to the firmware; such a WWPN is zoned on all fabrics.
     */
    private static List<VirtualStorageResource> assign(
            HmcClient hmc, StorageGroup group, String partitionUri, List<String> ports) {
        List<VirtualStorageResource> paths = paths(hmc, group, partitionUri);
        List<String> free = new ArrayList<>(ports);
        List<VirtualStorageResource> open = new ArrayList<>();
        for (VirtualStorageResource path : paths) {
            if (!free.remove(path.adapterPortUri())) {
                open.add(path);
            }
        }
        if (open.isEmpty()) {
            return paths;
        }
        HmcException lost = null;
        for (int i = 0; i < Math.min(open.size(), free.size()); i++) {
            try {
                hmc.assignPort(open.get(i).elementUri(), free.get(i));
            } catch (HmcException e) {
                if (e.mayHaveHappened()) {
                    lost = e;
                } else if (!LEFT_TO_FIRMWARE.contains(e.httpStatus())) {
                    throw e;
                }
            }
        }
        List<VirtualStorageResource> seen = paths(hmc, group, partitionUri);
        if (lost != null && !seen.stream().allMatch(path -> ports.contains(path.adapterPortUri()))) {
            throw lost;
        }
        List<String> used = seen.stream()
                .map(VirtualStorageResource::adapterPortUri)
                .filter(Objects::nonNull)
                .toList();
        if (used.size() != new TreeSet<>(used).size()) {
            throw StorageGroups.unseen(hmc, "two paths of storage group " + group.name() + " are on one port: " + used);
        }
        return seen;
    }

    private static List<VirtualStorageResource> paths(HmcClient hmc, StorageGroup group, String partitionUri) {
        return hmc.virtualStorageResources(group.objectUri()).stream()
                .filter(path ->
                        path.partitionUri() == null || path.partitionUri().equals(partitionUri))
                .toList();
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
        List<PathChooser.Port> ports = choose(inputs, cpc);
        String there = inputs.known("name")
                        && hmc.findStorageGroup(cpc, inputs.text("name")).isPresent()
                ? "; one of this name is there already"
                : "";
        Rendering rendering = Rendering.of(call)
                .says("would ask for the volumes " + call.inputs().get("boot") + ", "
                        + call.inputs().get("data") + ", " + call.inputs().get("redo") + " and "
                        + call.inputs().getOrDefault("recovery", Map.of()) + " over " + ports.size()
                        + " paths as storage group "
                        + call.inputs().get("name") + " (" + words(ports) + ")" + there);
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
                                && !rendering.shown("recovery", "").contains("«")
                        ? volumes(inputs)
                        : List.of(rendering.shown("boot"), rendering.shown("data"), rendering.shown("redo")));
        rendering
                .request(system, "POST /api/storage-groups, where no group of this name is there", group)
                .request(
                        system,
                        "POST «the group»/operations/add-candidate-adapter-ports",
                        Map.of(
                                "adapter-port-uris",
                                ports.stream().map(PathChooser.Port::uri).toList()))
                .request(
                        system,
                        "POST " + rendering.shown("partition") + "/operations/attach-storage-group",
                        Map.of("storage-group-uri", "«the group»"));
        return rendering.result(context);
    }
}
