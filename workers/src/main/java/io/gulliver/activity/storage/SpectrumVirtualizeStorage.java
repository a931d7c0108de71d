package io.gulliver.activity.storage;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.adapter.spectrumvirtualize.ArrayProvisioner;
import io.gulliver.adapter.spectrumvirtualize.NewFlashCopy;
import io.gulliver.adapter.spectrumvirtualize.NewMapping;
import io.gulliver.adapter.spectrumvirtualize.NewVolume;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeClient;
import io.gulliver.adapter.spectrumvirtualize.SpectrumVirtualizeException;
import io.gulliver.adapter.spectrumvirtualize.model.FlashCopy;
import io.gulliver.adapter.spectrumvirtualize.model.Host;
import io.gulliver.adapter.spectrumvirtualize.model.IoGroup;
import io.gulliver.adapter.spectrumvirtualize.model.Mapping;
import io.gulliver.adapter.spectrumvirtualize.model.Portset;
import io.gulliver.adapter.spectrumvirtualize.model.TargetPort;
import io.gulliver.adapter.spectrumvirtualize.model.Volume;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.storage.CopyRequest;
import io.gulliver.contract.storage.PlannedCall;
import io.gulliver.contract.storage.StorageArray;
import io.gulliver.contract.storage.StorageCopy;
import io.gulliver.contract.storage.StorageHost;
import io.gulliver.contract.storage.StorageLogin;
import io.gulliver.contract.storage.StorageMapping;
import io.gulliver.contract.storage.StoragePool;
import io.gulliver.contract.storage.StoragePort;
import io.gulliver.contract.storage.StorageVolume;
import io.gulliver.contract.storage.VolumeGroups;
import io.gulliver.contract.storage.VolumeRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A FlashSystem or one of its relatives as a {@link StorageArray}. */
public final class SpectrumVirtualizeStorage implements StorageArray {
    private final String name;
    private final SpectrumVirtualizeClient client;
    private final ArrayProvisioner provisioner;
    private final @Nullable String portset;

    /**
     * Nothing is sent.
     *
     * @param portset in which hosts are made; null for the array's default
     */
    public SpectrumVirtualizeStorage(String name, SpectrumVirtualizeClient client, @Nullable String portset) {
        this.name = name;
        this.client = client;
        this.portset = portset;
        this.provisioner = new ArrayProvisioner(name, client);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String family() {
        return "spectrum-virtualize";
    }

    @Override
    public boolean hasUniqueNames() {
        return true;
    }

    @Override
    public List<StoragePool> pools() {
        return client.fetchPools().stream()
                .map(pool -> new StoragePool(
                        pool.name(),
                        !pool.status().equals("offline"),
                        pool.capacityBytes(),
                        pool.freeCapacityBytes(),
                        pool.virtualCapacityBytes(),
                        pool.warningPercent(),
                        pool.dataReduction()))
                .toList();
    }

    @Override
    public List<StoragePort> ports() {
        return client.fetchTargetPorts().stream()
                .filter(TargetPort::hostIoPermitted)
                .map(port -> new StoragePort(port.wwpn(), port.nodeId()))
                .toList();
    }

    /** Those of its portset, where the landscape names one; by node and number, as lstargetportfc and lsportfc both have them. */
    @Override
    public List<StoragePort> portsOfHosts() {
        if (portset == null) {
            return ports();
        }
        Set<String> members = Set.copyOf(client.fetchPortsetMembers(requirePortset(portset)));
        Set<String> places = client.fetchFcPorts().stream()
                .filter(port -> members.contains(port.ioPortId()))
                .map(port -> port.nodeId() + "/" + port.portId())
                .collect(Collectors.toSet());
        if (places.isEmpty()) {
            throw portsetFailure(
                    "Portset " + portset + " of array " + name + " has no Fibre Channel port.",
                    "Ask the storage team to add ports to it (addfcportsetmember), at least one on each fabric");
        }
        return client.fetchTargetPorts().stream()
                .filter(TargetPort::hostIoPermitted)
                .filter(port -> places.contains(port.nodeId() + "/" + port.portId()))
                .map(port -> new StoragePort(port.wwpn(), port.nodeId()))
                .toList();
    }

    /** The portset is there, and one of hosts over Fibre Channel. */
    private String requirePortset(String wanted) {
        List<Portset> all;
        try {
            all = client.fetchPortsets();
        } catch (SpectrumVirtualizeException e) {
            if (e.httpStatus() != 404) {
                throw e;
            }
            throw portsetFailure(
                    "Array " + name + " has level " + client.fetchSystem().codeLevel()
                            + ", which has no portsets (Fibre Channel has them from 8.5 on), and its hosts are to be in"
                            + " portset " + wanted + ".",
                    "Take portset away from the array");
        }
        Portset found = all.stream()
                .filter(one -> one.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> portsetFailure(
                        "Array " + name + " has no portset " + wanted + "; those for hosts over Fibre Channel are "
                                + all.stream()
                                        .filter(SpectrumVirtualizeStorage::ofFibreChannelHosts)
                                        .map(Portset::name)
                                        .toList()
                                + ".",
                        "Correct portset of the array, or have the storage team make it"));
        if (!ofFibreChannelHosts(found)) {
            throw portsetFailure(
                    "Portset " + wanted + " of array " + name + " is of type " + found.type() + " for "
                            + found.portType() + ", wanted one of type host for fc.",
                    "Correct portset of the array");
        }
        return wanted;
    }

    private static boolean ofFibreChannelHosts(Portset one) {
        return one.type().equals("host") && one.portType().equals("fc");
    }

    private StepFailedException portsetFailure(String message, String advice) {
        return new StepFailedException(
                FailureCode.INPUT_INVALID,
                message,
                advice + " (gulliver.landscape.systems." + name + "), then retry the step.");
    }

    // --- volumes --------------------------------------------------------------------------------------------------

    @Override
    public Optional<StorageVolume> findVolume(String volume) {
        return client.findVolume(volume).map(SpectrumVirtualizeStorage::volume);
    }

    private static StorageVolume volume(Volume volume) {
        return new StorageVolume(volume.name(), volume.id(), volume.poolName(), volume.capacityBytes(), volume.uid());
    }

    @Override
    public StorageVolume ensureVolume(VolumeRequest request) {
        String group = ioGroup();
        NewVolume wanted = valid(() -> new NewVolume(
                request.name(),
                request.pool(),
                request.bytes(),
                group,
                NewVolume.Provisioning.valueOf(request.provisioning().name())));
        return volume(provisioner.ensureVolume(wanted));
    }

    private static <T> T valid(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    String.valueOf(e.getMessage()),
                    "Correct the collected data or the playbook, then retry.");
        }
    }

    /** The first I/O group that has nodes: the one place where a new volume can live. */
    private String ioGroup() {
        return client.fetchIoGroups().stream()
                .filter(group -> group.nodeCount() > 0)
                .map(IoGroup::id)
                .findFirst()
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "Array " + name + " shows no I/O group with nodes.",
                        "Ask the storage team whether the array is in service."));
    }

    @Override
    public void deleteVolume(StorageVolume volume) {
        client.deleteVolume(volume.name(), false);
    }

    @Override
    public Optional<VolumeGroups> volumeGroups() {
        return Optional.of(new SpectrumVirtualizeGroups(name, client, provisioner));
    }

    // --- hosts and mappings ---------------------------------------------------------------------------------------

    @Override
    public Optional<StorageHost> findHost(String host) {
        return client.findHost(host).map(SpectrumVirtualizeStorage::host);
    }

    private static StorageHost host(Host host) {
        return new StorageHost(host.name(), host.id(), host.wwpns());
    }

    @Override
    public StorageHost ensureHost(String host, List<String> wwpns) {
        return host(provisioner.ensureHost(host, wwpns, portset));
    }

    @Override
    public void deleteHost(String host) {
        client.deleteHost(host);
    }

    @Override
    public List<StorageLogin> logins(String host) {
        return client.fetchLogins(host).stream()
                .map(login -> new StorageLogin(
                        login.remoteWwpn(), login.localWwpn(), !login.state().equals("offline")))
                .toList();
    }

    @Override
    public List<StorageMapping> mappingsOf(StorageVolume volume) {
        return client.fetchMappingsOfVolume(volume.name()).stream()
                .map(SpectrumVirtualizeStorage::mapping)
                .toList();
    }

    private static StorageMapping mapping(Mapping mapping) {
        return new StorageMapping(
                mapping.volumeName(), mapping.volumeUid(), mapping.hostName(), mapping.scsiId(), mapping.fcpLun());
    }

    @Override
    public StorageMapping ensureMapping(String volume, String host, @Nullable Integer number) {
        return mapping(provisioner.ensureMapping(valid(() -> new NewMapping(volume, host, number, false))));
    }

    @Override
    public void deleteMapping(StorageVolume volume, String host) {
        client.unmapVolume(volume.name(), host);
    }

    // --- copies ---------------------------------------------------------------------------------------------------

    private static NewFlashCopy wanted(CopyRequest request) {
        try {
            return new NewFlashCopy(request.name(), request.source(), request.target(), request.rate());
        } catch (IllegalArgumentException e) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    String.valueOf(e.getMessage()),
                    "Correct the golden volume in the program's facts of the server, then retry.");
        }
    }

    private static StorageCopy copy(FlashCopy copy) {
        return new StorageCopy(
                copy.id(),
                "FlashCopy mapping " + copy.name(),
                copy.sourceName(),
                copy.targetName(),
                copy.complete()
                        ? StorageCopy.Phase.COMPLETE
                        : copy.startable() ? StorageCopy.Phase.AT_REST : StorageCopy.Phase.UNDER_WAY,
                copy.status(),
                copy.progress());
    }

    @Override
    public Optional<StorageCopy> findCopy(CopyRequest request) {
        return client.findFlashCopy(wanted(request).name()).map(SpectrumVirtualizeStorage::copy);
    }

    @Override
    public List<String> otherCopiesOnto(CopyRequest request) {
        return client.fetchFlashCopiesOnto(request.target()).stream()
                .map(FlashCopy::name)
                .filter(other -> !other.equals(request.name()))
                .map(other -> "FlashCopy mapping " + other)
                .toList();
    }

    @Override
    public StorageCopy ensureCopy(CopyRequest request) {
        FlashCopy copy = provisioner.ensureFlashCopy(wanted(request));
        if (copy.startable()) {
            begin(request.name());
        }
        return copy(copy);
    }

    private void begin(String copy) {
        try {
            client.startFlashCopy(copy);
        } catch (SpectrumVirtualizeException e) {
            // Its answer was lost, or an earlier attempt came through meanwhile: the mapping's state is what counts.
            boolean begun = (e.mayHaveHappened() || e.kind() == Kind.CONFLICT)
                    && client.findFlashCopy(copy)
                            .filter(seen -> seen.underWay() || seen.complete())
                            .isPresent();
            if (!begun) {
                throw e;
            }
        }
    }

    @Override
    public void stopCopy(CopyRequest request) {
        client.stopFlashCopy(request.name());
    }

    @Override
    public void deleteCopy(CopyRequest request, boolean evenIfStopped) {
        client.deleteFlashCopy(request.name(), evenIfStopped);
    }

    // --- what would be sent ---------------------------------------------------------------------------------------

    @Override
    public List<PlannedCall> plannedVolume(String volume, String pool, String bytes, String provisioning) {
        return List.of(new PlannedCall(
                "POST /rest/mkvolume, where no volume of this name is there",
                new TreeMap<>(Map.of(
                        "name", volume, "pool", pool, "size", bytes, "unit", "b", "provisioning", provisioning))));
    }

    @Override
    public List<PlannedCall> plannedHost(String host, String wwpns) {
        TreeMap<String, Object> fields = new TreeMap<>(Map.of(
                "name", host, "fcwwpn", wwpns.replace(",", ":"), "force", true, "type", "generic", "protocol", "scsi"));
        if (portset != null) {
            fields.put("portset", portset);
        }
        return List.of(new PlannedCall("POST /rest/mkhost, where no host of this name is there", fields));
    }

    @Override
    public List<PlannedCall> plannedMapping(String volume, String host, String number) {
        return List.of(new PlannedCall(
                "POST /rest/mkvdiskhostmap/" + volume + ", where the mapping is missing",
                new TreeMap<>(Map.of("host", host, "scsi", number))));
    }

    @Override
    public List<PlannedCall> plannedLogins(String host) {
        return List.of(new PlannedCall(
                "POST /rest/lsfabric, every five seconds; changes nothing", new TreeMap<>(Map.of("host", host))));
    }

    @Override
    public List<PlannedCall> plannedCopy(String copy, String source, String target, String rate) {
        return List.of(
                new PlannedCall(
                        "POST /rest/mkfcmap, where no mapping of this name is there",
                        new TreeMap<>(Map.of("name", copy, "source", source, "target", target, "copyrate", rate))),
                new PlannedCall(
                        "POST /rest/startfcmap/" + copy + ", then lsfcmap until its copy is complete, then rmfcmap",
                        new TreeMap<>(Map.of("prep", "true"))));
    }
}
