package io.gulliver.lab.hmc;

import java.util.List;

/** What the lab's storage arrays show to a host port: the HMC's firmware discovers it, as on a real fabric. */
@FunctionalInterface
public interface StorageSide {

    /**
     * One LUN as seen from a host port.
     *
     * @param targetWwpn the array's port, 16 lower-case hex digits
     * @param lun 16 lower-case hex digits
     * @param sizeGib the volume's size
     * @param uuid tells that two paths lead to the same volume
     */
    record SeenLun(String targetWwpn, String lun, double sizeGib, String uuid) {}

    /**
     * A host port that the firmware or a guest logs in to its fabric.
     *
     * @param wwpn 16 lower-case hex digits
     * @param fabric on which its adapter stands
     */
    record HostPort(String wwpn, String fabric) {}

    /** All LUNs mapped to a host WWPN, given as 16 lower-case hex digits; empty when it is not known or not zoned. */
    List<SeenLun> lunsSeenBy(String hostWwpn);

    /**
     * Hears of all host ports that are up, whenever they may have changed. Asked under the console's lock, as the other question.
     *
     * @param ports of all partitions; one that is not among them is out
     */
    default void portsUp(List<HostPort> ports) {
        // nobody is told
    }

    /** No array at all: storage groups stay pending. */
    static StorageSide none() {
        return hostWwpn -> List.of();
    }
}
