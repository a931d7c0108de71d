package io.gulliver.contract.storage;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One storage array of any family: volumes, hosts, mappings, logins, copies and pools, by names.
 *
 * <p>What is ensured is there exactly once however often it is asked for: an object of the right name and attributes is taken, one
 * with others is somebody's and stops the step with a sentence. Sizes are bytes. WWPNs go in with or without colons in either case,
 * and come out as 16 upper-case hex digits. Failures are those of the family's client.
 */
public interface StorageArray {

    /** What the landscape calls it. */
    String name();

    /** Its kind in the landscape, for example {@code ds8000}. */
    String family();

    /** Whether it refuses a second volume of one name; where it does not, a choice has to be repeatable. */
    boolean hasUniqueNames();

    /** Its pools for volumes that hosts see over Fibre Channel. */
    List<StoragePool> pools();

    /** Its ports to which hosts may be zoned. */
    List<StoragePort> ports();

    /** Those of them at which a host that is made here is served: all, unless the landscape names a part of the array for hosts. */
    default List<StoragePort> portsOfHosts() {
        return ports();
    }

    /** The volume of this name, or empty. */
    Optional<StorageVolume> findVolume(String name);

    /** Makes sure of a volume of this name, size and kind. */
    StorageVolume ensureVolume(VolumeRequest request);

    /** Deletes a volume that was seen, and its data; refused while a host sees it. Nothing when it is gone. */
    void deleteVolume(StorageVolume volume);

    /** Its groups of volumes; empty of a family that has none, such as a DS8000. */
    default Optional<VolumeGroups> volumeGroups() {
        return Optional.empty();
    }

    /** The host of this name, or empty. */
    Optional<StorageHost> findHost(String name);

    /** Makes sure of a host with exactly these ports; a port of another host is never moved. */
    StorageHost ensureHost(String name, List<String> wwpns);

    /** Deletes a host; refused while it sees volumes. Nothing when there is none. */
    void deleteHost(String name);

    /** Which ports of a host are logged in, and where; empty when none is. */
    List<StorageLogin> logins(String host);

    /** Which hosts see a volume. */
    List<StorageMapping> mappingsOf(StorageVolume volume);

    /**
     * Makes sure that this host, and no other, sees the volume.
     *
     * @param number under which it sees it, where the family lets one be chosen; null for any
     */
    StorageMapping ensureMapping(String volume, String host, @Nullable Integer number);

    /** Takes a volume away from a host. */
    void deleteMapping(StorageVolume volume, String host);

    /** The copy that was asked for, or empty when it has not begun or was removed. */
    Optional<StorageCopy> findCopy(CopyRequest request);

    /** Names of copies onto the same volume that are not the one that is asked for. */
    List<String> otherCopiesOnto(CopyRequest request);

    /** Makes sure that the copy is made and under way. */
    StorageCopy ensureCopy(CopyRequest request);

    /** Stops a copy; what is on its target then is nothing. */
    void stopCopy(CopyRequest request);

    /**
     * Removes a copy, not its volumes.
     *
     * @param evenIfStopped whether one that stopped goes too
     */
    void deleteCopy(CopyRequest request, boolean evenIfStopped);

    /** What would be sent to make a volume; the texts may stand for what only a run will know. */
    List<PlannedCall> plannedVolume(String name, String pool, String bytes, String provisioning);

    /** What would be sent to make a host. */
    List<PlannedCall> plannedHost(String name, String wwpns);

    /** What would be sent to map a volume. */
    List<PlannedCall> plannedMapping(String volume, String host, String number);

    /** What would be asked to see logins. */
    List<PlannedCall> plannedLogins(String host);

    /** What would be sent to copy. */
    List<PlannedCall> plannedCopy(String name, String source, String target, String rate);
}
