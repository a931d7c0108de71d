package io.gulliver.adapter.spectrumvirtualize;

import io.gulliver.adapter.spectrumvirtualize.model.ArraySystem;
import io.gulliver.adapter.spectrumvirtualize.model.FabricLogin;
import io.gulliver.adapter.spectrumvirtualize.model.FcPort;
import io.gulliver.adapter.spectrumvirtualize.model.FlashCopy;
import io.gulliver.adapter.spectrumvirtualize.model.GroupSnapshot;
import io.gulliver.adapter.spectrumvirtualize.model.Host;
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
import org.jspecify.annotations.Nullable;

/**
 * One storage array that speaks the IBM Spectrum Virtualize REST API: FlashSystem 9100 and its relatives, SVC, Storwize.
 *
 * <p>Names are names on the array, sizes are bytes, WWPNs go in with or without colons and come out as 16 upper case hex digits.
 * There is no job to wait for: a command that answered is done, except that formatting and copying may go on in the background.
 * Nothing here loops or retries, apart from one new logon when the array has forgotten our token; {@link ArrayProvisioner} adds
 * "look, act, look". Safe for many threads; commands that change something go one after another, so use one client per array.
 *
 * <p>Every method throws {@link SpectrumVirtualizeException} when the array refuses or does not answer, and
 * {@code IllegalArgumentException} for names and WWPNs that no array would take. Reading needs role Monitor, the rest Administrator
 * (roles unverified in detail). Operation names in the Javadoc are the product's; levels 8.2 to 8.6, and 9.1.3 of
 * volume groups.
 */
public interface SpectrumVirtualizeClient {

    /** Who and which level this is ({@code lssystem}). Cheap enough as a health check. */
    ArraySystem fetchSystem();

    /** All pools with their sizes ({@code lsmdiskgrp}). */
    List<Pool> fetchPools();

    /** One pool by name ({@code lsmdiskgrp/NAME}), or empty. */
    Optional<Pool> findPool(String name);

    /** All I/O groups, also those without nodes ({@code lsiogrp}). */
    List<IoGroup> fetchIoGroups();

    /** The array's Fibre Channel ports ({@code lstargetportfc}); zone hosts to those that permit host I/O. */
    List<TargetPort> fetchTargetPorts();

    /**
     * Its portsets ({@code lsportset}, IBM's command reference).
     *
     * @throws SpectrumVirtualizeException with HTTP status 404 of a level that has none
     */
    List<Portset> fetchPortsets();

    /** Which I/O ports are in a portset of Fibre Channel ({@code lsfcportsetmember}), by the ids of {@link #fetchFcPorts}. */
    List<String> fetchPortsetMembers(String portset);

    /** Its Fibre Channel I/O ports ({@code lsportfc}). */
    List<FcPort> fetchFcPorts();

    /** Which array ports see the ports of a host now ({@code lsfabric}); empty when nothing is logged in. */
    List<FabricLogin> fetchLogins(String hostName);

    /** Volumes that meet a filter ({@code lsvdisk}); the array sends all at once. */
    List<Volume> fetchVolumes(VolumeFilter filter);

    /** One volume by name ({@code lsvdisk/NAME}), or empty. */
    Optional<Volume> findVolume(String name);

    /**
     * Makes a volume ({@code mkvolume}). Usable when this returns.
     *
     * @return the volume's id
     * @throws SpectrumVirtualizeException CONFLICT when the name is taken, CAPACITY when the pool is full
     */
    String createVolume(NewVolume wanted);

    /** Makes a volume larger by so many bytes, a multiple of 512 ({@code expandvdisksize}): by how much, not to which size. */
    void expandVolume(String name, long growByBytes);

    /**
     * Deletes a volume and its data ({@code rmvolume}).
     *
     * @param removeMappings whether hosts that still see it lose it; otherwise a mapped volume is refused (CMMVC5840E)
     * @return false when there was none
     */
    boolean deleteVolume(String name, boolean removeMappings);

    /**
     * One volume group by name ({@code lsvolumegroup/NAME}), or empty.
     *
     * @throws SpectrumVirtualizeException with HTTP status 404 of a level that has none
     */
    Optional<VolumeGroup> findVolumeGroup(String name);

    /**
     * Makes a volume group without volumes ({@code mkvolumegroup}).
     *
     * @return the group's id
     * @throws SpectrumVirtualizeException CONFLICT when the name is taken
     */
    String createVolumeGroup(String name);

    /** Puts a volume into a volume group ({@code chvdisk -volumegroup}). A volume is in one group at most. */
    void joinVolumeGroup(String volume, String group);

    /** Takes a volume out of its volume group ({@code chvdisk -novolumegroup}); snapshots that hold it stay. */
    void leaveVolumeGroup(String volume);

    /**
     * Deletes a volume group ({@code rmvolumegroup}, never with {@code evictvolumes}), not its volumes; look afterwards: with which
     * code one that has volumes or snapshots is refused is not published.
     *
     * @return false when there was none
     */
    boolean deleteVolumeGroup(String name);

    /**
     * Snapshots of a volume group ({@code lsvolumegroupsnapshot} with a filter on {@code volume_group_name}).
     *
     * @throws SpectrumVirtualizeException with HTTP status 404 of a level before 8.5.1
     */
    List<GroupSnapshot> fetchSnapshots(String group);

    /**
     * Takes a snapshot of all volumes of a group at one moment ({@code addsnapshot}).
     *
     * @return the snapshot's id
     * @throws SpectrumVirtualizeException CONFLICT when the name is taken in the group or there is no such group
     */
    String createSnapshot(NewSnapshot wanted);

    /**
     * Removes a snapshot ({@code rmsnapshot -snapshot -volumegroup}); one on which something depends stays in state
     * {@code dependent_delete} until that is gone.
     *
     * @return false when there was none
     */
    boolean deleteSnapshot(String name, String group);

    /** One FlashCopy mapping by name ({@code lsfcmap/NAME}), or empty. */
    Optional<FlashCopy> findFlashCopy(String name);

    /** The FlashCopy mappings that write to a volume ({@code lsfcmap} with a filter on {@code target_vdisk_name}). */
    List<FlashCopy> fetchFlashCopiesOnto(String volumeName);

    /**
     * Makes a FlashCopy mapping that copies in the background and stays afterwards ({@code mkfcmap}). Nothing is copied before
     * {@link #startFlashCopy}.
     *
     * @return the mapping's id
     * @throws SpectrumVirtualizeException CONFLICT when the name is taken or a volume is not there, REQUEST when sizes differ
     */
    String createFlashCopy(NewFlashCopy wanted);

    /**
     * Prepares and starts a FlashCopy mapping ({@code startfcmap} with {@code prep}): what lay on the target is lost, and the source
     * as it is at the end of the preparing appears there.
     *
     * @throws SpectrumVirtualizeException CONFLICT in any other state than {@code idle_or_copied} and {@code stopped} (CMMVC5903E)
     */
    void startFlashCopy(String name);

    /**
     * Stops a FlashCopy mapping ({@code stopfcmap}); unless its copy was complete, the target goes offline. One that is
     * {@code idle_or_copied} stays so.
     *
     * @return false when there was none
     */
    boolean stopFlashCopy(String name);

    /**
     * Deletes a FlashCopy mapping, not its volumes ({@code rmfcmap}).
     *
     * @param evenIfStopped whether one in state {@code stopped} goes too, which leaves whatever was copied on the target
     * @return false when there was none
     * @throws SpectrumVirtualizeException CONFLICT while it is under way (CMMVC5903E)
     */
    boolean deleteFlashCopy(String name, boolean evenIfStopped);

    /** All hosts, without their ports ({@code lshost}). */
    List<HostSummary> fetchHosts();

    /** One host with its ports ({@code lshost/NAME}), or empty. */
    Optional<Host> findHost(String name);

    /** The host that owns a port; asks for every host in turn, because the array has no such question. */
    Optional<Host> findHostByPort(String wwpn);

    /**
     * Makes a host with its ports ({@code mkhost}, with force: the ports of a guest that does not run yet are not logged in).
     *
     * @param portset in which it is to be, from 8.5 on; null leaves it to the array
     * @return the host's id
     * @throws SpectrumVirtualizeException CONFLICT when the name or a port is taken
     */
    String createHost(String name, List<String> wwpns, @Nullable String portset);

    /** The same in the array's default portset. */
    default String createHost(String name, List<String> wwpns) {
        return createHost(name, wwpns, null);
    }

    /** Gives a host more ports ({@code addhostport}, with force). */
    void addHostPorts(String name, List<String> wwpns);

    /**
     * Deletes a host ({@code rmhost}); refused while volumes are mapped to it (CMMVC5871E).
     *
     * @return false when there was none
     */
    boolean deleteHost(String name);

    /** Which hosts see a volume ({@code lsvdiskhostmap/NAME}); empty when none does, refused when there is no such volume. */
    List<Mapping> fetchMappingsOfVolume(String volumeName);

    /** Which volumes a host sees ({@code lshostvdiskmap/NAME}); empty when none, refused when there is no such host. */
    List<Mapping> fetchMappingsOfHost(String hostName);

    /**
     * Lets a host see a volume ({@code mkvdiskhostmap}).
     *
     * @param request {@link NewMapping}
     * @return the SCSI id under which the host sees it
     * @throws SpectrumVirtualizeException CONFLICT when it is mapped already, or the SCSI id is taken
     */
    int mapVolume(NewMapping request);

    /**
     * Takes a volume away from a host ({@code rmvdiskhostmap}).
     *
     * @return false when it was not mapped to that host
     */
    boolean unmapVolume(String volumeName, String hostName);
}
