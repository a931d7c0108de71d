package io.gulliver.adapter.hmc;

import io.gulliver.adapter.hmc.model.Adapter;
import io.gulliver.adapter.hmc.model.AdapterPorts;
import io.gulliver.adapter.hmc.model.BootServer;
import io.gulliver.adapter.hmc.model.ConsoleVersion;
import io.gulliver.adapter.hmc.model.ControlUnit;
import io.gulliver.adapter.hmc.model.Cpc;
import io.gulliver.adapter.hmc.model.CreatedStorageGroup;
import io.gulliver.adapter.hmc.model.Nic;
import io.gulliver.adapter.hmc.model.NicSpec;
import io.gulliver.adapter.hmc.model.OsMessage;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.adapter.hmc.model.PartitionEntry;
import io.gulliver.adapter.hmc.model.PartitionSpec;
import io.gulliver.adapter.hmc.model.StorageGroup;
import io.gulliver.adapter.hmc.model.StorageGroupSpec;
import io.gulliver.adapter.hmc.model.StorageVolume;
import io.gulliver.adapter.hmc.model.VirtualStorageResource;
import io.gulliver.adapter.hmc.model.VirtualSwitch;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One HMC that manages mainframes in DPM mode, in plain words.
 *
 * <p>Objects are named by the URIs that the HMC gives; a URI is never built from a name. Every method may throw
 * {@link HmcException}. A mutating method whose exception says {@code mayHaveHappened} must be followed by a look before
 * it is repeated: the API has no idempotency key, no version and no entity tag. "Needs" names the HMC task permission;
 * object-access permission to the objects is always needed, and its absence looks like a missing object (404.1).
 *
 * <p>Safe for many threads; one session for all of them. Close it to log off.
 */
public interface HmcClient extends AutoCloseable {

    /** The system's name in the landscape. */
    String system();

    /** <i>Query API Version</i>. Needs no session; tells that the address is right and TLS is trusted. */
    ConsoleVersion version();

    /** <i>List CPC Objects</i>: the machines that this HMC manages. */
    List<Cpc> cpcs();

    /** The machine of exactly this name. */
    Optional<Cpc> findCpc(String name);

    /** <i>Get CPC Properties</i> and all partitions: what is left on a machine. Costs one call per partition. */
    Capacity capacity(String cpcUri);

    /** <i>List Partitions of a CPC</i>. Empty for a CPC that is not in DPM mode. */
    List<PartitionEntry> partitions(String cpcUri);

    /** The partition of exactly this name on a CPC. */
    Optional<Partition> findPartition(String cpcUri, String name);

    /** <i>Get Partition Properties</i>; 404.1 when it is gone. */
    Partition fetchPartition(String partitionUri);

    /**
     * <i>Create Partition</i>. Needs "New Partition". Done at once; the partition is {@code stopped}, or
     * {@code reservation-error} when resources to be reserved are missing.
     *
     * @return the partition's URI
     * @throws HmcException 400.8 when the name is taken: find it and compare its description
     */
    String createPartition(String cpcUri, PartitionSpec spec);

    /**
     * Looks, creates, looks again: afterwards there is exactly one partition of this name, and it is ours.
     *
     * <p>Ours is the one that carries the description of {@code spec}. Safe to call again after any failure; a transient
     * failure is not repeated here, because how often and how fast is the caller's matter.
     *
     * @throws HmcException CONFLICT when the name belongs to a partition with another description; else as
     *     {@link #createPartition}
     */
    default Partition ensurePartition(String cpcUri, PartitionSpec spec) {
        Optional<Partition> before = findPartition(cpcUri, spec.name());
        if (before.isEmpty()) {
            try {
                return fetchPartition(createPartition(cpcUri, spec));
            } catch (HmcException e) {
                if (!e.mayHaveHappened() && !e.is(400, 8)) {
                    throw e;
                }
                // Lost answer, or somebody was faster, perhaps ourselves: what is there decides.
                before = findPartition(cpcUri, spec.name());
                if (before.isEmpty()) {
                    throw e;
                }
            }
        }
        Partition found = before.orElseThrow();
        if (!Objects.equals(found.description(), spec.description())) {
            throw HmcException.notOurs(system(), spec.name(), String.valueOf(found.description()));
        }
        return found;
    }

    /**
     * <i>Update Partition Properties</i>. Needs "Partition Details". Last writer wins: send the difference only.
     *
     * @param changes by the product's property name, for example {@code initial-memory}
     * @throws HmcException 409.1 for a property that cannot change while the partition is active
     */
    void updatePartition(String partitionUri, Map<String, ?> changes);

    /** Boots from a volume of an attached storage group from the next start on. */
    default void bootFromVolume(String partitionUri, String volumeUri) {
        updatePartition(partitionUri, Map.of("boot-device", "storage-volume", "boot-storage-volume", volumeUri));
    }

    /**
     * Boots from a server from the next start on, by what its .ins file names. The HMC keeps the password with the partition and shows
     * it to nobody.
     *
     * @param password of the server's user
     */
    default void bootFromServer(String partitionUri, BootServer server, String password) {
        updatePartition(
                partitionUri,
                Map.of(
                        "boot-device",
                        server.protocol(),
                        "boot-ftp-host",
                        server.host(),
                        "boot-ftp-username",
                        server.user(),
                        "boot-ftp-password",
                        password,
                        "boot-ftp-insfile",
                        server.insFile()));
    }

    /**
     * Boots from nothing, and points to no volume any more: a group that holds the boot volume is not detached.
     */
    default void bootFromNothing(String partitionUri) {
        SortedMap<String, @Nullable Object> changes = new TreeMap<>();
        changes.put("boot-device", "none");
        changes.put("boot-storage-volume", null);
        updatePartition(partitionUri, changes);
    }

    /** <i>Delete Partition</i>. Needs "Delete Partition". Done at once; 409.1 unless it is {@code stopped}. */
    void deletePartition(String partitionUri);

    /**
     * <i>Start Partition</i>. Needs "Start Partition". Asynchronous: accepted here, the job's end is the second thing, a
     * status of {@code active} or {@code degraded} the third.
     */
    HmcJob startPartition(String partitionUri);

    /** <i>Stop Partition</i>. Needs "Stop Partition". Asynchronous; may end in {@code terminated}: then stop again. */
    HmcJob stopPartition(String partitionUri);

    /**
     * <i>List OS Messages of a Partition</i>: what the HMC still keeps of them, oldest first. Needs "Operating System Messages",
     * view only is enough; machines from z14 on.
     *
     * @param from sequence number of the first one wanted; 0 for all
     * @throws HmcException 409.332 while the partition has no message interface, that is, before it runs
     */
    List<OsMessage> osMessages(String partitionUri, long from);

    /** <i>Query Job Status</i>. Changes nothing; may be asked by any number of observers. */
    JobObservation observe(HmcJob job);

    /** <i>Delete Completed Job Status</i>: tidies an ended job away. One that is gone already is fine. */
    void forget(HmcJob job);

    /**
     * <i>List Adapters of a CPC</i>.
     *
     * @param type for example {@code fcp} or {@code osd}; empty for all
     */
    List<Adapter> adapters(String cpcUri, String type);

    /** <i>Get Adapter Properties</i>: the ports of one adapter. */
    AdapterPorts adapterPorts(String adapterUri);

    /** <i>Get Storage Port Properties</i> or <i>Get Network Port Properties</i>: which port of its adapter this is, from 0 on. */
    int portIndex(String portUri);

    /** <i>List Virtual Switches of a CPC</i>; machines from z17 on have none: an empty list, whichever way the HMC says it. */
    List<VirtualSwitch> virtualSwitches(String cpcUri);

    /** <i>Get NIC Properties</i> of every network card of a partition; one that goes away meanwhile is left out. */
    List<Nic> nics(String partitionUri);

    /**
     * <i>Create NIC</i>. Needs "Partition Details".
     *
     * @return the card's URI
     * @throws HmcException 400.8 when name or device number is taken in this partition
     */
    String createNic(String partitionUri, NicSpec spec);

    /** <i>Delete NIC</i>. Needs "Partition Details". */
    void deleteNic(String nicUri);

    /** <i>List Storage Groups</i> of a CPC, those of type fcp, and <i>Get Storage Group Properties</i> of each: one call a group. */
    List<StorageGroup> storageGroups(String cpcUri);

    /** The storage group of exactly this name; names are unique on the HMC. */
    Optional<StorageGroup> findStorageGroup(String cpcUri, String name);

    /** <i>Get Storage Group Properties</i>, with the fulfilment state. */
    StorageGroup fetchStorageGroup(String storageGroupUri);

    /**
     * <i>Create Storage Group</i>. Needs "Configure Storage - System Programmer". Creates no LUN.
     *
     * @throws HmcException 400.8 when the name is taken
     */
    CreatedStorageGroup createStorageGroup(StorageGroupSpec spec);

    /** <i>Add Candidate Adapter Ports</i>; wanted before the first WWPN can be validated. 409.483: already one. */
    void addCandidatePorts(String storageGroupUri, List<String> adapterPortUris);

    /** <i>Attach Storage Group to Partition</i>: host WWPNs come into being. A second attach is a 409. */
    void attachStorageGroup(String partitionUri, String storageGroupUri);

    /**
     * <i>Detach Storage Group from Partition</i>, in any fulfilment state; the host WWPNs go away.
     *
     * @throws HmcException 409 while the partition's boot volume lies in the group, see {@link #bootFromNothing}
     */
    void detachStorageGroup(String partitionUri, String storageGroupUri);

    /** <i>Delete Storage Group</i>: removes the request, never a LUN. Refused while attached. */
    void deleteStorageGroup(String storageGroupUri);

    /** <i>List Virtual Storage Resources</i> with details: the host WWPNs to be zoned and mapped. */
    List<VirtualStorageResource> virtualStorageResources(String storageGroupUri);

    /**
     * <i>Update Virtual Storage Resource Properties</i>: lets a path use this port of an adapter. The firmware chooses one by
     * itself at its next discovery where a path has none. Needs "Configure Storage - System Programmer".
     *
     * @throws HmcException 409.479 when the port is not a candidate of the group
     */
    void assignPort(String virtualStorageResourceUri, String adapterPortUri);

    /** <i>List Storage Volumes</i> with details. */
    List<StorageVolume> storageVolumes(String storageGroupUri);

    /**
     * <i>Fulfill FCP Storage Volume</i>: tells which LUN a volume is. Wanted for boot volumes, which are not matched by size.
     *
     * @param targetWwpn the array's port, 16 lower-case hex digits
     * @param lun 16 lower-case hex digits
     */
    void fulfillFcpVolume(String volumeUri, String targetWwpn, String lun, String adapterPortUri);

    /**
     * <i>List Storage Control Units</i> of this address, and <i>Get Properties</i> of each, of its storage subsystem and of the site
     * of that: those that the FICON configuration of a machine has. Needs "Configure Storage - System Programmer" or
     * "- Storage Administrator".
     *
     * @param logicalAddress two hex digits
     */
    List<ControlUnit> controlUnits(String cpcUri, String logicalAddress);

    /**
     * <i>Fulfill FICON Storage Volume</i>: tells which volume of which control unit a volume of the group is; no firmware discovers
     * those. Needs "Configure Storage - Storage Administrator".
     *
     * @param unitAddress two hex digits
     * @throws HmcException 403 where the user has no such permission: then the storage administrator says it on the HMC
     */
    void fulfillFiconVolume(String volumeUri, String controlUnitUri, String unitAddress);

    /** <i>Start FCP Storage Discovery</i>. Asynchronous; the firmware also looks by itself about every ten minutes. */
    HmcJob startStorageDiscovery(String storageGroupUri);

    /**
     * <i>Get Connection Report</i>: what the firmware sees of the storage side.
     *
     * @return the HMC's own JSON, as evidence
     */
    String connectionReport(String storageGroupUri);

    /** Logs off; later calls log on again. Never throws: a session that cannot be ended runs out by itself. */
    @Override
    void close();
}
