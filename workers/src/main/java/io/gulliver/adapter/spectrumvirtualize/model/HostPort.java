package io.gulliver.adapter.spectrumvirtualize.model;

/**
 * One Fibre Channel port of a host.
 *
 * @param wwpn 16 upper case hex digits
 * @param loggedInNodes nodes that see the port now; 0 until the guest is zoned and started
 * @param state {@code active}, {@code inactive}, {@code offline} or {@code degraded}
 */
public record HostPort(String wwpn, int loggedInNodes, String state) {}
