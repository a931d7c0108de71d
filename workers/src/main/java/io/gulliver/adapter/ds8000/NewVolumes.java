package io.gulliver.adapter.ds8000;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Volumes of fixed blocks that are wanted, all of one size and kind, each under an id of its own, so that no repeat makes a second one.
 *
 * @param names by id of four hex digits
 * @param pool id of the extent pool
 * @param capacityBytes of each
 * @param thin whether they take their space when written
 */
public record NewVolumes(SortedMap<String, String> names, String pool, long capacityBytes, boolean thin) {
    public NewVolumes {
        TreeMap<String, String> canonical = new TreeMap<>();
        names.forEach((id, name) -> canonical.put(Ds8000Names.hex("Volume id", id, 4), Ds8000Names.volume(name)));
        names = Collections.unmodifiableSortedMap(canonical);
        if (names.isEmpty()) {
            throw new IllegalArgumentException("No volume is asked for.");
        }
        if (capacityBytes <= 0 || capacityBytes % 512 != 0) {
            throw new IllegalArgumentException(
                    "Volumes " + names.values() + ": capacity " + capacityBytes + " bytes, wanted a multiple of 512.");
        }
    }

    /** One of them. */
    public static NewVolumes one(String id, String name, String pool, long capacityBytes, boolean thin) {
        return new NewVolumes(new TreeMap<>(Map.of(id, name)), pool, capacityBytes, thin);
    }

    List<String> ids() {
        return List.copyOf(names.keySet());
    }
}
