package io.gulliver.adapter.spectrumvirtualize.model;

/**
 * A Fibre Channel port of the array, for zoning. Hosts may only be zoned to ports that permit host I/O.
 *
 * @param wwpn 16 upper case hex digits
 * @param portId number of the physical port on its node
 * @param nodeId node that carries the port now
 * @param hostIoPermitted false for the physical ports of an array in N-port virtualisation mode
 */
public record TargetPort(String id, String wwpn, String portId, String nodeId, boolean hostIoPermitted) {}
