package io.gulliver.lab.ds8000;

import io.gulliver.lab.storage.VolumeContent;
import java.time.Duration;
import java.util.List;

/**
 * What a simulated DS8000 is at its first start; later starts find it as it was left, with the same pools.
 *
 * @param system name in the lab, in its ledger and for faults, for example {@code ds-1}; its second HMC is {@code ds-1-hmc2}
 * @param user the one user that may log on
 * @param password that user's password
 * @param bundle level of the microcode, like {@code 88.33.26.0}
 * @param wwnn 16 upper-case hex digits; identifiers of volumes are made from it
 * @param idle how long a token is good without being used
 * @param golden volumes with an image, from which others are cloned
 */
public record LabDs8000Spec(
        String system,
        String user,
        String password,
        String bundle,
        String wwnn,
        Duration idle,
        List<PoolSpec> pools,
        List<GoldenVolume> golden) {

    private static final Duration IDLE = Duration.ofMinutes(30);

    /**
     * An extent pool; its number says on which of the two servers (rank groups) it is.
     *
     * @param id P and hex digits
     * @param type {@code fb} or {@code ckd}
     * @param capacityBytes of CKD too, told there in cylinders
     * @param threshold percent of free space at which the product warns
     */
    public record PoolSpec(String id, String name, String type, long capacityBytes, int threshold) {
        public PoolSpec {
            if (!id.matches("P[0-9A-F]{1,2}") || !List.of("fb", "ckd").contains(type)) {
                throw new IllegalArgumentException("Pool " + id + " of type " + type + ": wanted P0 to PFF, fb or ckd");
            }
        }

        /** 0 or 1. */
        int node() {
            return Integer.parseInt(id.substring(1), 16) % 2;
        }

        /** For fixed blocks, warning at 15 % free as by default. */
        public static PoolSpec fixedBlock(String id, long capacityBytes) {
            return new PoolSpec(id, "pool_" + id, "fb", capacityBytes, 15);
        }

        /** For count key data. */
        public static PoolSpec countKeyData(String id, long capacityBytes) {
            return new PoolSpec(id, "pool_" + id, "ckd", capacityBytes, 15);
        }
    }

    /**
     * A volume with an image that is there from the first start on, thin.
     *
     * @param id four hex digits
     */
    public record GoldenVolume(String id, String name, String pool, long capacityBytes, VolumeContent content) {}

    public LabDs8000Spec {
        pools = List.copyOf(pools);
        golden = List.copyOf(golden);
        if (!wwnn.matches("5[0-9A-F]{15}")) {
            throw new IllegalArgumentException(
                    "WWNN of " + system + " is \"" + wwnn + "\", wanted 5 and 15 hex digits");
        }
    }

    /** One of release 8.3 whose tokens live for half an hour of idleness. */
    public static LabDs8000Spec of(String system, String user, String password, List<PoolSpec> pools) {
        return new LabDs8000Spec(system, user, password, "88.33.26.0", "5005076306FFD2F0", IDLE, pools, List.of());
    }

    /** The same with these golden volumes. */
    public LabDs8000Spec withGolden(List<GoldenVolume> volumes) {
        return new LabDs8000Spec(system, user, password, bundle, wwnn, idle, pools, volumes);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "DS8000 " + system + " level " + bundle + " pools " + pools;
    }
}
