package io.gulliver.adapter.hmc;

import org.jspecify.annotations.Nullable;

/**
 * What a CPC has left for new partitions, computed from the CPC and all its partitions.
 *
 * <p>There is no "free IFL" property to trust. Dedicated IFLs of partitions that run or reserve their resources are taken
 * off the installed ones; shared partitions share the rest.
 *
 * @param ifls installed
 * @param freeIfls installed less dedicated ones in use or reserved
 * @param memoryMib for customers
 * @param freeMemoryMib the smaller of the HMC's own figure and ours from the partitions
 * @param maximumPartitions as read; null where the HMC does not say it
 * @param partitions defined now
 */
public record Capacity(
        int ifls,
        int freeIfls,
        long memoryMib,
        long freeMemoryMib,
        @Nullable Integer maximumPartitions,
        int partitions) {}
