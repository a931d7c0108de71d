package io.gulliver.contract.storage;

/**
 * A host sees a volume.
 *
 * @param number by which the array counts it for that host
 * @param lun 16 lower-case hex digits as FCP and the HMC want them
 */
public record StorageMapping(String volume, String uid, String host, int number, String lun) {}
