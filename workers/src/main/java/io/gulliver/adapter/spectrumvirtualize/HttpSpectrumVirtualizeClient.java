package io.gulliver.adapter.spectrumvirtualize;

import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.spectrumvirtualize.model.ArraySystem;
import io.gulliver.adapter.spectrumvirtualize.model.FabricLogin;
import io.gulliver.adapter.spectrumvirtualize.model.FcPort;
import io.gulliver.adapter.spectrumvirtualize.model.FlashCopy;
import io.gulliver.adapter.spectrumvirtualize.model.GroupSnapshot;
import io.gulliver.adapter.spectrumvirtualize.model.Host;
import io.gulliver.adapter.spectrumvirtualize.model.HostPort;
import io.gulliver.adapter.spectrumvirtualize.model.HostSummary;
import io.gulliver.adapter.spectrumvirtualize.model.IoGroup;
import io.gulliver.adapter.spectrumvirtualize.model.Mapping;
import io.gulliver.adapter.spectrumvirtualize.model.Pool;
import io.gulliver.adapter.spectrumvirtualize.model.Portset;
import io.gulliver.adapter.spectrumvirtualize.model.TargetPort;
import io.gulliver.adapter.spectrumvirtualize.model.Volume;
import io.gulliver.adapter.spectrumvirtualize.model.VolumeGroup;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@link SpectrumVirtualizeClient} over the REST API: its commands, and their answers as records. */
public final class HttpSpectrumVirtualizeClient implements SpectrumVirtualizeClient {

    private final SpectrumVirtualizeProperties properties;
    private final SpectrumVirtualizeSession session;

    /**
     * Prepares the client; nothing is sent before the first call.
     *
     * @param password asked at each logon, so that a changed secret is picked up; never kept
     * @param log hears of every call
     * @throws SpectrumVirtualizeException EXTERNAL when the CA file cannot be used
     */
    public HttpSpectrumVirtualizeClient(
            SpectrumVirtualizeProperties properties, Supplier<String> password, CallLog log) {
        this.properties = properties;
        this.session = new SpectrumVirtualizeSession(properties, password, log);
    }

    // --- what is there

    @Override
    public ArraySystem fetchSystem() {
        ArrayCommand command = new ArrayCommand("lssystem", null, false, bytes());
        return session.call(command, answer -> {
            WireRow row = WireRow.one(answer);
            return new ArraySystem(
                    row.text("id"), row.text("name"), row.text("code_level"), row.textIfAny("product_name"));
        });
    }

    @Override
    public List<Pool> fetchPools() {
        return list(new ArrayCommand("lsmdiskgrp", null, false, bytes()), HttpSpectrumVirtualizeClient::pool);
    }

    @Override
    public Optional<Pool> findPool(String name) {
        ArrayCommand command = new ArrayCommand("lsmdiskgrp", ArrayNames.require("pool", name), false, bytes());
        return find(command, HttpSpectrumVirtualizeClient::pool);
    }

    private static Pool pool(WireRow row) {
        return new Pool(
                row.text("id"),
                row.text("name"),
                row.text("status"),
                row.number("capacity"),
                row.number("free_capacity"),
                row.number("virtual_capacity"),
                row.number("extent_size"),
                row.yes("data_reduction"),
                row.countIfAny("warning"));
    }

    @Override
    public List<IoGroup> fetchIoGroups() {
        return list(
                new ArrayCommand("lsiogrp", null, false, ArrayCommand.newOptions()),
                row -> new IoGroup(
                        row.text("id"),
                        row.text("name"),
                        row.countIfAny("node_count"),
                        row.countIfAny("vdisk_count"),
                        row.countIfAny("host_count")));
    }

    @Override
    public List<Portset> fetchPortsets() {
        return list(
                new ArrayCommand("lsportset", null, false, ArrayCommand.newOptions()),
                row -> new Portset(
                        row.text("id"), row.text("name"), row.textIfAny("type"), row.textIfAny("port_type")));
    }

    @Override
    public List<String> fetchPortsetMembers(String portset) {
        return list(
                new ArrayCommand(
                        "lsfcportsetmember",
                        null,
                        false,
                        ArrayCommand.newOptions()
                                .put("filtervalue", "portset_name=" + ArrayNames.require("portset", portset))),
                row -> row.text("fc_io_port_id"));
    }

    @Override
    public List<FcPort> fetchFcPorts() {
        return list(
                new ArrayCommand(
                        "lsportfc", null, false, ArrayCommand.newOptions().put("filtervalue", "type=fc")),
                row -> new FcPort(row.text("fc_io_port_id"), row.text("port_id"), row.text("node_id")));
    }

    @Override
    public List<TargetPort> fetchTargetPorts() {
        return list(
                new ArrayCommand("lstargetportfc", null, false, ArrayCommand.newOptions()),
                row -> new TargetPort(
                        row.text("id"),
                        Wwpns.canonical(row.text("WWPN")),
                        row.textIfAny("port_id"),
                        // Levels differ: the node that carries the port now, or just the node.
                        row.textIfAny("current_node_id").isEmpty()
                                ? row.textIfAny("node_id")
                                : row.textIfAny("current_node_id"),
                        row.yes("host_io_permitted")));
    }

    @Override
    public List<FabricLogin> fetchLogins(String hostName) {
        ObjectNode options = ArrayCommand.newOptions().put("host", ArrayNames.require("host", hostName));
        return list(
                new ArrayCommand("lsfabric", null, false, options),
                row -> new FabricLogin(
                        row.text("remote_wwpn"),
                        row.text("local_wwpn"),
                        row.textIfAny("node_name"),
                        row.text("state"),
                        row.textIfAny("name")));
    }

    // --- volumes

    @Override
    public List<Volume> fetchVolumes(VolumeFilter filter) {
        ObjectNode options = bytes();
        if (!filter.filterValue().isEmpty()) {
            options.put("filtervalue", filter.filterValue());
        }
        return list(new ArrayCommand("lsvdisk", null, false, options), HttpSpectrumVirtualizeClient::volume);
    }

    @Override
    public Optional<Volume> findVolume(String name) {
        ArrayCommand command = new ArrayCommand("lsvdisk", ArrayNames.require("volume", name), false, bytes());
        return find(command, HttpSpectrumVirtualizeClient::volume);
    }

    private static Volume volume(WireRow row) {
        // The list counts thin and compressed copies; the detail view says yes or no for each copy.
        return new Volume(
                row.text("id"),
                row.text("name"),
                row.text("status"),
                row.text("IO_group_id"),
                row.text("mdisk_grp_name"),
                row.number("capacity"),
                row.yes("se_copy") || row.countIfAny("se_copy_count") > 0,
                row.yes("compressed_copy") || row.countIfAny("compressed_copy_count") > 0,
                row.text("vdisk_UID"),
                row.textIfAny("volume_group_name"));
    }

    @Override
    public String createVolume(NewVolume wanted) {
        ObjectNode options = ArrayCommand.newOptions()
                .put("name", wanted.name())
                .put("pool", wanted.poolName())
                .put("size", Long.toString(wanted.capacityBytes()))
                .put("unit", "b")
                .put("iogrp", wanted.ioGroupId());
        switch (wanted.provisioning()) {
            case THICK -> {}
            case THIN -> options.put("thin", true);
            case COMPRESSED -> options.put("compressed", true);
            case DEDUPLICATED -> options.put("compressed", true).put("deduplicated", true);
        }
        return session.call(new ArrayCommand("mkvolume", null, true, options), HttpSpectrumVirtualizeClient::createdId);
    }

    @Override
    public void expandVolume(String name, long growByBytes) {
        if (growByBytes <= 0 || growByBytes % 512 != 0) {
            throw new IllegalArgumentException("Volume " + name + ": cannot grow by " + growByBytes
                    + " bytes, wanted a positive multiple of 512.");
        }
        ObjectNode options = ArrayCommand.newOptions()
                .put("size", Long.toString(growByBytes))
                .put("unit", "b");
        session.call(
                new ArrayCommand("expandvdisksize", ArrayNames.require("volume", name), true, options), answer -> true);
    }

    @Override
    public boolean deleteVolume(String name, boolean removeMappings) {
        ObjectNode options = ArrayCommand.newOptions();
        if (removeMappings) {
            options.put("removehostmappings", true);
        }
        return remove(new ArrayCommand("rmvolume", ArrayNames.require("volume", name), true, options));
    }

    // --- volume groups

    /** What acts on a group by itself, or says whose it is; which of them a level has differs. */
    private static final List<String> RULES = List.of(
            "owner_name",
            "safeguarded_policy_name",
            "replication_policy_name",
            "snapshot_policy_name",
            "volume_group_type",
            "partition_name");

    @Override
    public Optional<VolumeGroup> findVolumeGroup(String name) {
        return find(
                new ArrayCommand(
                        "lsvolumegroup", ArrayNames.require("volume group", name), false, ArrayCommand.newOptions()),
                row -> new VolumeGroup(
                        row.text("id"),
                        row.text("name"),
                        row.countIfAny("volume_count"),
                        RULES.stream()
                                .filter(rule -> !row.textIfAny(rule).isEmpty())
                                .map(rule -> rule + " " + row.textIfAny(rule))
                                .toList()));
    }

    @Override
    public String createVolumeGroup(String name) {
        ObjectNode options = ArrayCommand.newOptions().put("name", ArrayNames.require("volume group", name));
        return session.call(
                new ArrayCommand("mkvolumegroup", null, true, options), HttpSpectrumVirtualizeClient::createdId);
    }

    @Override
    public void joinVolumeGroup(String volume, String group) {
        ObjectNode options = ArrayCommand.newOptions().put("volumegroup", ArrayNames.require("volume group", group));
        session.call(new ArrayCommand("chvdisk", ArrayNames.require("volume", volume), true, options), answer -> true);
    }

    @Override
    public void leaveVolumeGroup(String volume) {
        ObjectNode options = ArrayCommand.newOptions().put("novolumegroup", true);
        session.call(new ArrayCommand("chvdisk", ArrayNames.require("volume", volume), true, options), answer -> true);
    }

    @Override
    public boolean deleteVolumeGroup(String name) {
        return remove(new ArrayCommand(
                "rmvolumegroup", ArrayNames.require("volume group", name), true, ArrayCommand.newOptions()));
    }

    @Override
    public List<GroupSnapshot> fetchSnapshots(String group) {
        ObjectNode options = ArrayCommand.newOptions()
                .put("filtervalue", "volume_group_name=" + ArrayNames.require("volume group", group));
        return list(
                new ArrayCommand("lsvolumegroupsnapshot", null, false, options),
                row -> new GroupSnapshot(
                        row.text("id"),
                        row.text("name"),
                        row.text("volume_group_name"),
                        row.textIfAny("state"),
                        row.textIfAny("time"),
                        row.textIfAny("expiration_time"),
                        row.yes("matches_group"),
                        row.yes("auto_snapshot"),
                        row.yes("safeguarded")));
    }

    @Override
    public String createSnapshot(NewSnapshot wanted) {
        ObjectNode options =
                ArrayCommand.newOptions().put("name", wanted.name()).put("volumegroup", wanted.groupName());
        if (wanted.days() > 0) {
            options.put("retentiondays", Integer.toString(wanted.days()));
        }
        return session.call(
                new ArrayCommand("addsnapshot", null, true, options), HttpSpectrumVirtualizeClient::createdId);
    }

    @Override
    public boolean deleteSnapshot(String name, String group) {
        ObjectNode options = ArrayCommand.newOptions()
                .put("snapshot", ArrayNames.require("snapshot", name))
                .put("volumegroup", ArrayNames.require("volume group", group));
        return remove(new ArrayCommand("rmsnapshot", null, true, options));
    }

    // --- FlashCopy

    @Override
    public Optional<FlashCopy> findFlashCopy(String name) {
        return find(
                new ArrayCommand(
                        "lsfcmap", ArrayNames.require("FlashCopy mapping", name), false, ArrayCommand.newOptions()),
                HttpSpectrumVirtualizeClient::flashCopy);
    }

    @Override
    public List<FlashCopy> fetchFlashCopiesOnto(String volumeName) {
        ObjectNode options = ArrayCommand.newOptions()
                .put("filtervalue", "target_vdisk_name=" + ArrayNames.require("volume", volumeName));
        return list(new ArrayCommand("lsfcmap", null, false, options), HttpSpectrumVirtualizeClient::flashCopy);
    }

    private static FlashCopy flashCopy(WireRow row) {
        return new FlashCopy(
                row.text("id"),
                row.text("name"),
                row.text("source_vdisk_name"),
                row.text("target_vdisk_name"),
                row.text("status"),
                row.countIfAny("progress"));
    }

    @Override
    public String createFlashCopy(NewFlashCopy wanted) {
        ObjectNode options = ArrayCommand.newOptions()
                .put("name", wanted.name())
                .put("source", wanted.sourceName())
                .put("target", wanted.targetName())
                .put("copyrate", Integer.toString(wanted.copyRate()));
        return session.call(new ArrayCommand("mkfcmap", null, true, options), HttpSpectrumVirtualizeClient::createdId);
    }

    @Override
    public void startFlashCopy(String name) {
        ObjectNode options = ArrayCommand.newOptions().put("prep", true);
        session.call(
                new ArrayCommand("startfcmap", ArrayNames.require("FlashCopy mapping", name), true, options),
                answer -> true);
    }

    @Override
    public boolean stopFlashCopy(String name) {
        return remove(new ArrayCommand(
                "stopfcmap", ArrayNames.require("FlashCopy mapping", name), true, ArrayCommand.newOptions()));
    }

    @Override
    public boolean deleteFlashCopy(String name, boolean evenIfStopped) {
        ObjectNode options = ArrayCommand.newOptions();
        if (evenIfStopped) {
            options.put("force", true);
        }
        return remove(new ArrayCommand("rmfcmap", ArrayNames.require("FlashCopy mapping", name), true, options));
    }

    // --- hosts

    @Override
    public List<HostSummary> fetchHosts() {
        return list(
                new ArrayCommand("lshost", null, false, ArrayCommand.newOptions()),
                row -> new HostSummary(
                        row.text("id"), row.text("name"), row.text("status"), row.countIfAny("port_count")));
    }

    @Override
    public Optional<Host> findHost(String name) {
        return find(
                new ArrayCommand("lshost", ArrayNames.require("host", name), false, ArrayCommand.newOptions()),
                row -> new Host(
                        row.text("id"),
                        row.text("name"),
                        row.text("status"),
                        row.textIfAny("type"),
                        row.list("nodes", Function.identity()).stream()
                                // iSCSI and NVMe ports stand in the same list, without a WWPN.
                                .filter(port -> !port.textIfAny("WWPN").isEmpty())
                                .map(port -> new HostPort(
                                        Wwpns.canonical(port.text("WWPN")),
                                        port.countIfAny("node_logged_in_count"),
                                        port.textIfAny("state")))
                                .toList(),
                        row.textIfAny("portset_name")));
    }

    @Override
    public Optional<Host> findHostByPort(String wwpn) {
        String wanted = Wwpns.canonical(wwpn);
        for (HostSummary summary : fetchHosts()) {
            Optional<Host> host =
                    findHost(summary.name()).filter(found -> found.wwpns().contains(wanted));
            if (host.isPresent()) {
                return host;
            }
        }
        return Optional.empty();
    }

    @Override
    public String createHost(String name, List<String> wwpns, @Nullable String portset) {
        ObjectNode options = ArrayCommand.newOptions()
                .put("name", ArrayNames.require("host", name))
                .put("fcwwpn", Wwpns.joined(wwpns))
                .put("force", true)
                .put("type", "generic")
                .put("protocol", "scsi");
        if (portset != null) {
            options.put("portset", ArrayNames.require("portset", portset));
        }
        return session.call(new ArrayCommand("mkhost", null, true, options), HttpSpectrumVirtualizeClient::createdId);
    }

    @Override
    public void addHostPorts(String name, List<String> wwpns) {
        ObjectNode options =
                ArrayCommand.newOptions().put("fcwwpn", Wwpns.joined(wwpns)).put("force", true);
        session.call(new ArrayCommand("addhostport", ArrayNames.require("host", name), true, options), answer -> true);
    }

    @Override
    public boolean deleteHost(String name) {
        return remove(new ArrayCommand("rmhost", ArrayNames.require("host", name), true, ArrayCommand.newOptions()));
    }

    // --- mappings

    @Override
    public List<Mapping> fetchMappingsOfVolume(String volumeName) {
        return list(
                new ArrayCommand(
                        "lsvdiskhostmap", ArrayNames.require("volume", volumeName), false, ArrayCommand.newOptions()),
                row -> new Mapping(
                        row.text("id"),
                        row.text("name"),
                        row.text("vdisk_UID"),
                        row.text("host_id"),
                        row.text("host_name"),
                        Math.toIntExact(row.number("SCSI_id"))));
    }

    @Override
    public List<Mapping> fetchMappingsOfHost(String hostName) {
        return list(
                new ArrayCommand(
                        "lshostvdiskmap", ArrayNames.require("host", hostName), false, ArrayCommand.newOptions()),
                row -> new Mapping(
                        row.text("vdisk_id"),
                        row.text("vdisk_name"),
                        row.text("vdisk_UID"),
                        row.text("id"),
                        row.text("name"),
                        Math.toIntExact(row.number("SCSI_id"))));
    }

    @Override
    public int mapVolume(NewMapping request) {
        ObjectNode options = ArrayCommand.newOptions().put("host", request.hostName());
        Integer scsiId = request.scsiId();
        if (scsiId != null) {
            options.put("scsi", Integer.toString(scsiId));
        }
        if (request.shared()) {
            options.put("force", true);
        }
        ArrayCommand command = new ArrayCommand("mkvdiskhostmap", request.volumeName(), true, options);
        return session.call(
                command, answer -> Math.toIntExact(WireRow.one(answer).number("id")));
    }

    @Override
    public boolean unmapVolume(String volumeName, String hostName) {
        ObjectNode options = ArrayCommand.newOptions().put("host", ArrayNames.require("host", hostName));
        return remove(new ArrayCommand("rmvdiskhostmap", ArrayNames.require("volume", volumeName), true, options));
    }

    // --- reading answers

    /** Options that make the array send sizes as bytes; without it they are human text in binary units. */
    private static ObjectNode bytes() {
        return ArrayCommand.newOptions().put("bytes", true);
    }

    private static String createdId(JsonNode answer) {
        return WireRow.one(answer).text("id");
    }

    private <T> List<T> list(ArrayCommand command, Function<WireRow, T> reader) {
        return session.call(
                command, answer -> WireRow.rows(answer).stream().map(reader).toList());
    }

    /** A missing object is a failed command here, not an empty answer. */
    private <T> Optional<T> find(ArrayCommand command, Function<WireRow, T> reader) {
        try {
            return session.call(command, answer -> Optional.of(reader.apply(WireRow.one(answer))));
        } catch (SpectrumVirtualizeException e) {
            if (e.objectMissing()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Removing what is not there is done already. */
    private boolean remove(ArrayCommand command) {
        try {
            return session.call(command, answer -> true);
        } catch (SpectrumVirtualizeException e) {
            if (e.objectMissing()) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public String toString() {
        return "array " + properties.name() + " at " + properties.address();
    }
}
