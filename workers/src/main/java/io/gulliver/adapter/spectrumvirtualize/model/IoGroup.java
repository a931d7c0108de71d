package io.gulliver.adapter.spectrumvirtualize.model;

/**
 * A pair of nodes that serves volumes to hosts. Only groups with nodes can serve.
 *
 * @param nodeCount nodes in the group; 0 for the recovery group and for groups that are not installed
 */
public record IoGroup(String id, String name, int nodeCount, int volumeCount, int hostCount) {}
