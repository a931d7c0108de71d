package io.gulliver.adapter.spectrumvirtualize.model;

import java.util.List;

/**
 * A volume group: volumes of which snapshots are taken together. It has no description; of whom it is its members and rules tell.
 *
 * @param id number, which returns after its deletion
 * @param volumeCount how many volumes are in it
 * @param rules what acts on it by itself or restricts it, each as {@code field value}: policies, an ownership group, a partition;
 *     empty for none
 */
public record VolumeGroup(String id, String name, int volumeCount, List<String> rules) {
    public VolumeGroup {
        rules = List.copyOf(rules);
    }
}
