package io.gulliver.adapter.spectrumvirtualize.model;

/**
 * A storage pool (managed disk group): where volumes take their space from. Sizes are bytes.
 *
 * @param status {@code online}, {@code degraded} or {@code offline}
 * @param capacityBytes total space
 * @param freeCapacityBytes space that is not handed out; a new thick volume must fit in here
 * @param virtualCapacityBytes sum of the sizes that volumes show to hosts; more than the capacity when thin volumes promise more
 * @param extentSizeBytes the grain in which the pool hands out space
 * @param warningPercent of space used, at which it warns; 0 for never
 * @param dataReduction whether this is a data reduction pool, the only kind that deduplicates
 */
public record Pool(
        String id,
        String name,
        String status,
        long capacityBytes,
        long freeCapacityBytes,
        long virtualCapacityBytes,
        long extentSizeBytes,
        boolean dataReduction,
        int warningPercent) {}
