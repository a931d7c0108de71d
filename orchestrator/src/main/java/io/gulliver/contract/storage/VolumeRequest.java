package io.gulliver.contract.storage;

import java.util.List;

/**
 * A volume that is wanted.
 *
 * @param pool from which a new one takes its space
 * @param pools in which one that is there already may lie; empty for any
 * @param provisioning how it takes its space
 */
public record VolumeRequest(String name, String pool, List<String> pools, long bytes, Provisioning provisioning) {

    /** How a volume takes its space. */
    public enum Provisioning {
        /** All at once. */
        THICK,
        /** When written. */
        THIN,
        /** When written, and compressed by the array. */
        COMPRESSED,
        /** The same, and one copy of equal blocks. */
        DEDUPLICATED;

        /** Whether the array changes what is written. */
        public boolean reduces() {
            return this == COMPRESSED || this == DEDUPLICATED;
        }
    }

    public VolumeRequest {
        pools = List.copyOf(pools);
    }
}
