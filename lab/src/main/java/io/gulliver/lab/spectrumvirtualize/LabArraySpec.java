package io.gulliver.lab.spectrumvirtualize;

import io.gulliver.lab.storage.VolumeContent;
import java.time.Duration;
import java.util.List;

/**
 * What a simulated array is at its first start; later starts find it as it was left, with the same pools.
 *
 * @param system name in the lab, in its ledger and for faults, for example {@code fs-1}
 * @param user the one user that may log on
 * @param password that user's password
 * @param level code level; from 8.4 on the service lies under {@code /rest/v1}, before under {@code /rest}
 * @param tokenLife how long a token is good, used or not
 * @param golden volumes with an image, from which others are cloned
 * @param portsets that it has besides those of the product, from 8.5 on
 */
public record LabArraySpec(
        String system,
        String user,
        String password,
        String level,
        Duration tokenLife,
        List<PoolSpec> pools,
        List<GoldenVolume> golden,
        List<PortsetSpec> portsets) {

    /** The levels document one hour. */
    private static final Duration TOKEN_LIFE = Duration.ofHours(1);

    /**
     * One storage pool.
     *
     * @param extentBytes grain in which space is handed out
     * @param compression whether volumes may be compressed
     * @param dataReduction whether it is a data reduction pool, the only kind that deduplicates; implies compression
     */
    public record PoolSpec(
            String name, long capacityBytes, long extentBytes, boolean compression, boolean dataReduction) {

        public PoolSpec {
            if (extentBytes <= 0 || capacityBytes < extentBytes) {
                throw new IllegalArgumentException("Pool " + name + " has extents of " + extentBytes + " bytes and "
                        + capacityBytes + " in all; wanted room for at least one extent");
            }
        }

        /** An ordinary pool with extents of 1 GiB, without compression. */
        public static PoolSpec standard(String name, long capacityBytes) {
            return new PoolSpec(name, capacityBytes, 1L << 30, false, false);
        }

        /** A data reduction pool with extents of 1 GiB. */
        public static PoolSpec reducing(String name, long capacityBytes) {
            return new PoolSpec(name, capacityBytes, 1L << 30, true, true);
        }
    }

    /**
     * A volume with an image that is there from the first start on.
     *
     * @param pool in which it lies, thin
     */
    public record GoldenVolume(String name, String pool, long capacityBytes, VolumeContent content) {}

    /**
     * A portset: the ports at which a host of it is served.
     *
     * @param type host, replication, storage and the like
     * @param portType fc or ethernet
     * @param ioPorts Fibre Channel I/O port ids, each the port of this number of every node
     */
    public record PortsetSpec(String name, String type, String portType, List<Integer> ioPorts) {
        public PortsetSpec {
            ioPorts = List.copyOf(ioPorts);
        }
    }

    public LabArraySpec {
        pools = List.copyOf(pools);
        golden = List.copyOf(golden);
        portsets = List.copyOf(portsets);
        if (!level.matches("\\d+\\.\\d+(\\.\\d+)*")) {
            throw new IllegalArgumentException(
                    "Level of array " + system + " is \"" + level + "\", wanted like 8.4.0.2");
        }
    }

    /** The same without golden volumes. */
    public LabArraySpec(
            String system, String user, String password, String level, Duration tokenLife, List<PoolSpec> pools) {
        this(system, user, password, level, tokenLife, pools, List.of(), List.of());
    }

    /** The same with these golden volumes. */
    public LabArraySpec withGolden(List<GoldenVolume> volumes) {
        return new LabArraySpec(system, user, password, level, tokenLife, pools, volumes, portsets);
    }

    /** The same at another level, with these portsets besides those of the product. */
    public LabArraySpec at(String otherLevel, List<PortsetSpec> others) {
        return new LabArraySpec(system, user, password, otherLevel, tokenLife, pools, golden, others);
    }

    /** An array of level 8.4 whose tokens live for one hour. */
    public static LabArraySpec of(String system, String user, String password, List<PoolSpec> pools) {
        return new LabArraySpec(system, user, password, "8.4.0.2", TOKEN_LIFE, pools);
    }

    /** Where the commands lie. */
    String basePath() {
        return release() >= 804 ? "/rest/v1" : "/rest";
    }

    /** Whether hosts over Fibre Channel are in portsets. */
    boolean hasPortsets() {
        return release() >= 805;
    }

    /** Whether volume groups have snapshots: from 8.5.1 on, as IBM's Ansible collection says of lsvolumegroupsnapshot. */
    boolean hasSnapshots() {
        String[] parts = level.split("\\.");
        return release() > 805 || release() == 805 && parts.length > 2 && Integer.parseInt(parts[2]) >= 1;
    }

    private int release() {
        String[] parts = level.split("\\.");
        return Integer.parseInt(parts[0]) * 100 + Integer.parseInt(parts[1]);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "array " + system + " level " + level + " pools " + pools;
    }
}
