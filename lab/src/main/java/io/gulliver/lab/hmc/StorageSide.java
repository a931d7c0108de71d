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

    /** All LUNs mapped to a host WWPN, given as 16 lower-case hex digits; empty when it is not known or not zoned. */
    List<SeenLun> lunsSeenBy(String hostWwpn);

    /** No array at all: storage groups stay pending. */
    static StorageSide none() {
        return hostWwpn -> List.of();
    }
}
