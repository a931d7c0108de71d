package io.gulliver.contract.storage;

/**
 * A pool that volumes take their space from; bytes.
 *
 * @param online whether volumes can be made in it
 * @param free space that is not handed out
 * @param promised sum of the sizes of its volumes
 * @param warningPercent of its space used, at which it warns; 0 for never
 * @param reduces whether everything in it is subject to data reduction
 */
public record StoragePool(
        String name, boolean online, long capacity, long free, long promised, int warningPercent, boolean reduces) {}
