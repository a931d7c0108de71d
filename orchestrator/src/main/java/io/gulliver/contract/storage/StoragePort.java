package io.gulliver.contract.storage;

/**
 * A port of an array to which hosts may be zoned.
 *
 * @param node or enclosure that fails as one
 */
public record StoragePort(String wwpn, String node) {}
