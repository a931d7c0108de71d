package io.gulliver.adapter.ds8000.model;

/**
 * A port of the storage unit.
 *
 * @param protocol hosts of ours want {@code SCSI-FCP}
 * @param wwpn 16 upper-case hex digits
 * @param enclosure that it is in
 */
public record IoPort(String id, String state, String protocol, String wwpn, String enclosure) {}
