package io.gulliver.activity.storage;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.ds8000.Ds8000Client;
import io.gulliver.adapter.ds8000.Ds8000Provisioner;
import io.gulliver.adapter.ds8000.model.Ds8000Host;
import io.gulliver.adapter.ds8000.model.Ds8000HostPort;
import io.gulliver.adapter.ds8000.model.Ds8000Mapping;
import io.gulliver.adapter.ds8000.model.Ds8000Volume;
import io.gulliver.adapter.ds8000.model.ExtentPool;
import io.gulliver.adapter.ds8000.model.FlashRelation;
import io.gulliver.adapter.ds8000.model.StorageUnit;
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
import io.gulliver.contract.storage.VolumeRequest;
import io.gulliver.contract.storage.VolumeRequest.Provisioning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A DS8000 as a {@link StorageArray}: volumes of fixed blocks, known by names that the storage unit lets come twice. */
public final class Ds8000Storage implements StorageArray {
    private static final long TRACK = 64 * 1024;

    private final String name;
    private final Ds8000Client client;
    private final Ds8000Provisioner provisioner;
    private final Set<String> allowedLss;

    /**
     * Nothing is sent.
     *
     * @param allowedLss in which volumes may be made; empty for any
     */
    public Ds8000Storage(String name, Ds8000Client client, Set<String> allowedLss) {
        this.name = name;
        this.client = client;
        this.provisioner = new Ds8000Provisioner(name, client);
        this.allowedLss = new TreeSet<>(allowedLss);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String family() {
        return "ds8000";
    }

    @Override
    public boolean hasUniqueNames() {
        return false;
    }

    @Override
    public List<StoragePool> pools() {
        StorageUnit unit = client.fetchUnit();
        if (!unit.reaches(87, 51)) {
            throw new StepFailedException(
                    FailureCode.REQUEST_REFUSED,
                    "Storage unit " + name + " has code bundle " + unit.bundle()
                            + ", which tells sizes in other units; wanted is 87.51 at least.",
                    "Bring its code to a later level, or choose another array.");
        }
        List<StoragePool> pools = new ArrayList<>();
        for (ExtentPool pool : client.fetchPools()) {
            if (pool.fixedBlock()) {
                long promised = client.fetchVolumesOfPool(pool.id()).stream()
                        .mapToLong(Ds8000Volume::capacityBytes)
                        .sum();
                pools.add(new StoragePool(
                        pool.id(),
                        true,
                        pool.capacity(),
                        pool.available(),
                        promised,
                        pool.threshold() == 0 ? 0 : 100 - pool.threshold(),
                        false));
            }
        }
        return pools;
    }

    @Override
    public List<StoragePort> ports() {
        return client.fetchIoPorts().stream()
                .filter(port -> port.protocol().toUpperCase(Locale.ROOT).contains("FCP"))
                .map(port -> new StoragePort(port.wwpn(), port.enclosure()))
                .toList();
    }

    // --- volumes --------------------------------------------------------------------------------------------------

    @Override
    public Optional<StorageVolume> findVolume(String volume) {
        return provisioner.findVolume(volume).map(found -> volume(found, client.fetchUnit()));
    }

    private static StorageVolume volume(Ds8000Volume volume, StorageUnit unit) {
        return new StorageVolume(
                volume.name(), volume.id(), volume.pool(), volume.capacityBytes(), unit.uidOf(volume.id()));
    }

    @Override
    public StorageVolume ensureVolume(VolumeRequest request) {
        if (request.provisioning().reduces()) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "Storage unit " + name + " is a DS8000, which has no "
                            + request.provisioning().name().toLowerCase(Locale.ROOT) + " volumes.",
                    "Set the parameter provisioning to thin or thick, then retry.");
        }
        ExtentPool pool = client.fetchPools().stream()
                .filter(one -> one.id().equals(request.pool()))
                .findFirst()
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.INPUT_INVALID,
                        "Storage unit " + name + " has no pool " + request.pool() + ".",
                        "Correct the pool in the collected data, then retry."));
        try {
            return volume(
                    provisioner.ensureVolume(
                            request.name(),
                            pool,
                            request.pools(),
                            allowedLss,
                            request.bytes(),
                            request.provisioning() == Provisioning.THIN),
                    client.fetchUnit());
        } catch (IllegalArgumentException e) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    String.valueOf(e.getMessage()),
                    "Correct the collected data or the name template of the array, then retry.");
        }
    }

    private Ds8000Volume require(String volume) {
        return provisioner
                .findVolume(volume)
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "Storage unit " + name + " has no volume " + volume + " any more.",
                        "Look who removed it, undo the step that made it, and let the run make it again."));
    }

    @Override
    public void deleteVolume(StorageVolume volume) {
        provisioner
                .findVolume(volume.name())
                .filter(found -> found.id().equals(volume.id()))
                .ifPresent(provisioner::deleteVolume);
    }

    // --- hosts and mappings ---------------------------------------------------------------------------------------

    @Override
    public Optional<StorageHost> findHost(String host) {
        return provisioner.findHost(host).map(this::host);
    }

    private StorageHost host(Ds8000Host host) {
        return new StorageHost(host.name(), host.name(), List.copyOf(provisioner.portsOf(host.name())));
    }

    @Override
    public StorageHost ensureHost(String host, List<String> wwpns) {
        return host(provisioner.ensureHost(host, wwpns));
    }

    @Override
    public void deleteHost(String host) {
        provisioner.deleteHost(host);
    }

    @Override
    public List<StorageLogin> logins(String host) {
        SortedMap<String, String> wwpns = new TreeMap<>();
        client.fetchIoPorts().forEach(port -> wwpns.put(port.id(), port.wwpn()));
        List<StorageLogin> logins = new ArrayList<>();
        for (Ds8000HostPort port : client.fetchHostPorts()) {
            if (port.host().equals(host)) {
                port.loginPorts().stream()
                        .filter(wwpns::containsKey)
                        .forEach(at -> logins.add(new StorageLogin(
                                port.wwpn(),
                                String.valueOf(wwpns.get(at)),
                                port.state().equals("logged in"))));
            }
        }
        return logins;
    }

    @Override
    public List<StorageMapping> mappingsOf(StorageVolume volume) {
        Ds8000Volume there = require(volume.name());
        StorageUnit unit = client.fetchUnit();
        return provisioner.mappingsOf(there).stream()
                .map(mapping -> mapping(there, mapping, unit))
                .toList();
    }

    private static StorageMapping mapping(Ds8000Volume volume, Ds8000Mapping mapping, StorageUnit unit) {
        return new StorageMapping(
                volume.name(),
                unit.uidOf(volume.id()),
                mapping.host(),
                Integer.parseInt(mapping.lunId(), 16),
                volume.fcpLun());
    }

    @Override
    public StorageMapping ensureMapping(String volume, String host, @Nullable Integer number) {
        if (number != null) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    "A DS8000 gives LUNs by itself; number " + number + " cannot be chosen on storage unit " + name
                            + ".",
                    "Leave scsi_id out.");
        }
        Ds8000Volume there = require(volume);
        return mapping(there, provisioner.ensureMapping(there, host), client.fetchUnit());
    }

    @Override
    public void deleteMapping(StorageVolume volume, String host) {
        provisioner.deleteMapping(require(volume.name()), host);
    }

    // --- copies ---------------------------------------------------------------------------------------------------

    private static StorageCopy copy(FlashRelation relation, CopyRequest request, Ds8000Volume source) {
        long tracks = Math.max(1, source.capacityBytes() / TRACK);
        boolean valid = relation.state().equals("valid");
        boolean complete = valid && relation.outOfSyncTracks() == 0;
        int progress = (int) Math.max(0, 100 - relation.outOfSyncTracks() * 100 / tracks);
        return new StorageCopy(
                relation.id(),
                "FlashCopy relationship " + relation.id(),
                request.source(),
                request.target(),
                complete ? StorageCopy.Phase.COMPLETE : valid ? StorageCopy.Phase.UNDER_WAY : StorageCopy.Phase.AT_REST,
                relation.state(),
                complete ? 100 : Math.min(99, progress));
    }

    @Override
    public Optional<StorageCopy> findCopy(CopyRequest request) {
        Optional<Ds8000Volume> source = provisioner.findVolume(request.source());
        Optional<Ds8000Volume> target = provisioner.findVolume(request.target());
        if (source.isEmpty() || target.isEmpty()) {
            return Optional.empty();
        }
        return provisioner.relationsOnto(target.get()).stream()
                .filter(one -> one.sourceId().equals(source.get().id()))
                .findFirst()
                .map(one -> copy(one, request, source.get()));
    }

    @Override
    public List<String> otherCopiesOnto(CopyRequest request) {
        String source = require(request.source()).id();
        return provisioner.relationsOnto(require(request.target())).stream()
                .filter(one -> !one.sourceId().equals(source))
                .map(one -> "FlashCopy relationship " + one.id())
                .toList();
    }

    @Override
    public StorageCopy ensureCopy(CopyRequest request) {
        Ds8000Volume source = require(request.source());
        Ds8000Volume target = require(request.target());
        if (findCopy(request).filter(StorageCopy::atRest).isPresent()) {
            provisioner.deleteRelation(source, target);
        }
        return copy(provisioner.ensureRelation(source, target), request, source);
    }

    /** Here, a relationship that is withdrawn is gone. */
    @Override
    public void stopCopy(CopyRequest request) {
        provisioner.deleteRelation(require(request.source()), require(request.target()));
    }

    @Override
    public void deleteCopy(CopyRequest request, boolean evenIfStopped) {
        Optional<StorageCopy> found = findCopy(request);
        if (found.isPresent() && (evenIfStopped || !found.get().atRest())) {
            provisioner.deleteRelation(require(request.source()), require(request.target()));
        }
    }

    // --- what would be sent ---------------------------------------------------------------------------------------

    @Override
    public List<PlannedCall> plannedVolume(String volume, String pool, String bytes, String provisioning) {
        return List.of(new PlannedCall(
                "POST /api/v1/volumes, where no volume of this name is in any pool",
                new TreeMap<>(Map.of(
                        "namecol",
                        List.of(volume),
                        "ids",
                        List.of("«free id of an LSS that goes with the pool»"),
                        "cap",
                        bytes,
                        "captype",
                        "bytes",
                        "stgtype",
                        "fb",
                        "pool",
                        pool,
                        "tp",
                        provisioning.equals("thick") ? "none" : "ese"))));
    }

    @Override
    public List<PlannedCall> plannedHost(String host, String wwpns) {
        return List.of(
                new PlannedCall(
                        "POST /api/v1/hosts, where no host of this name is there",
                        new TreeMap<>(Map.of("name", host, "hosttype", "zLinux"))),
                new PlannedCall(
                        "POST /api/v1/host_ports, once for each port that is missing",
                        new TreeMap<>(Map.of("wwpn", wwpns, "host", host))));
    }

    @Override
    public List<PlannedCall> plannedMapping(String volume, String host, String number) {
        return List.of(new PlannedCall(
                "POST /api/v1/hosts/" + host + "/mappings, where the mapping is missing",
                new TreeMap<>(Map.of("volumes", List.of("«id of " + volume + "»")))));
    }

    @Override
    public List<PlannedCall> plannedLogins(String host) {
        return List.of(new PlannedCall(
                "GET /api/v1/host_ports, every five seconds, for those of " + host + "; changes nothing",
                new TreeMap<>()));
    }

    @Override
    public List<PlannedCall> plannedCopy(String copy, String source, String target, String rate) {
        return List.of(
                new PlannedCall(
                        "POST /api/v1/cs/flashcopies, where these two have no relationship",
                        new TreeMap<>(Map.of(
                                "volume_pairs",
                                List.of("«id of " + source + "»", "«id of " + target + "»"),
                                "options",
                                List.of(
                                        "persistent",
                                        "permit_space_efficient_target",
                                        "fail_space_efficient_target_out_of_space")))),
                new PlannedCall(
                        "GET /api/v1/cs/flashcopies until all is copied, then DELETE of the relationship",
                        new TreeMap<>()));
    }
}
