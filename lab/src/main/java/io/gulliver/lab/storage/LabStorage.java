package io.gulliver.lab.storage;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Storage as fabrics, consoles and guests of the lab see it: they have to believe only what is really mapped and logged in. */
public interface LabStorage {

    /**
     * One volume as a host port sees it.
     *
     * @param uid 32 upper-case hex digits, Linux puts a 3 before them
     * @param lun 16 lower-case hex digits
     * @param targetWwpns ports of the array at which that host port is logged in
     */
    record SeenVolume(String uid, String lun, long capacityBytes, List<String> targetWwpns) {
        public SeenVolume {
            targetWwpns = List.copyOf(targetWwpns);
        }
    }

    /** Its name in the lab. */
    String system();

    /** Where its API answers. */
    URI uri();

    /** Its kind in the landscape. */
    String kind();

    /** What a host port sees; nothing for one that is in no host object or logged in nowhere. */
    List<SeenVolume> seenBy(String hostWwpn);

    /** What lies on the volume of this identifier now; empty for nothing that can be loaded, and for no such volume. */
    Optional<VolumeContent> content(String uid);

    /**
     * Writes onto a volume what can be loaded, as an installer does.
     *
     * @return false when there is no such volume
     */
    boolean write(String volume, VolumeContent content);

    /**
     * The same, by the identifier under which a host knows the volume.
     *
     * @param uid as in {@link SeenVolume}, in either case
     */
    boolean writeTo(String uid, VolumeContent content);

    /** The ports to which hosts are zoned, each with its fabric. */
    SortedMap<String, String> targetFabrics();

    /**
     * Hears which host ports the fabrics have logged in, and where; all others are out.
     *
     * @param targets ports of this array, by host port
     */
    void loggedIn(Map<String, List<String>> targets);
}
