package io.gulliver.adapter.spectrumvirtualize.model;

/**
 * A portset: the ports of the array at which its hosts are served. Fibre Channel has them from 8.5 on.
 *
 * @param type {@code host} for hosts; {@code replication}, {@code storage} and others for other things
 * @param portType {@code fc} or {@code ethernet}; empty where the level does not tell
 */
public record Portset(String id, String name, String type, String portType) {}
