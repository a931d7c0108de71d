package io.gulliver.engine;

/**
 * Which engine this is: the store keeps it, so that a run is only resumed by itself on the engine that carried it.
 *
 * @param clusterId made by the Temporal cluster when it was first set up, kept in its database
 * @param namespace where our workflows live in it
 */
public record Cluster(String clusterId, String namespace) {
    @Override
    public String toString() {
        return clusterId + "/" + namespace;
    }
}
