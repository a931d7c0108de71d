package io.gulliver.adapter.spectrumvirtualize;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which volumes to list; absent conditions do not restrict.
 *
 * @param poolName exact name of the pool
 * @param namePrefix how the volume names begin
 * @param groupName volume group that they are in
 */
public record VolumeFilter(
        @Nullable String poolName,
        @Nullable String namePrefix,
        @Nullable String groupName) {

    public VolumeFilter {
        if (poolName != null) {
            ArrayNames.require("pool", poolName);
        }
        if (namePrefix != null) {
            ArrayNames.require("volume name prefix", namePrefix);
        }
        if (groupName != null) {
            ArrayNames.require("volume group", groupName);
        }
    }

    /** Every volume. */
    public static VolumeFilter all() {
        return new VolumeFilter(null, null, null);
    }

    /** Volumes whose names begin so. */
    public static VolumeFilter namesBeginningWith(String prefix) {
        return new VolumeFilter(null, prefix, null);
    }

    /** Volumes of a volume group. */
    public static VolumeFilter inGroup(String group) {
        return new VolumeFilter(null, null, group);
    }

    /** The product's notation: conditions joined by colons; empty when everything is wanted. */
    String filterValue() {
        List<String> conditions = new ArrayList<>();
        if (poolName != null) {
            conditions.add("mdisk_grp_name=" + poolName);
        }
        if (namePrefix != null) {
            conditions.add("name=" + namePrefix + "*");
        }
        if (groupName != null) {
            conditions.add("volume_group_name=" + groupName);
        }
        return String.join(":", conditions);
    }
}
