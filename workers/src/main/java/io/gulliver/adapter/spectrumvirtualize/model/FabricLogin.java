package io.gulliver.adapter.spectrumvirtualize.model;

/**
 * One path that the fabric has logged in: a host port seen by an array port.
 *
 * @param remoteWwpn the host's port
 * @param localWwpn the array's port
 * @param state {@code active} (used), {@code inactive} (logged in, idle) or {@code offline}
 * @param name host that owns the port; empty when no host has claimed it
 */
public record FabricLogin(String remoteWwpn, String localWwpn, String nodeName, String state, String name) {}
