package io.gulliver.persistence.cluster;

import io.gulliver.domain.estate.RegisteredCluster;
import io.gulliver.persistence.UnknownRowException;
import java.util.List;

/** Clusters that people built and registered, by program. */
public interface ClusterStore {
    /** All of a program, by name. */
    List<RegisteredCluster> list(String program);

    /**
     * Keeps one in place of what was registered under its name; audited.
     *
     * @param cluster with who registers it and when
     * @throws UnknownRowException when there is no such program
     */
    void put(RegisteredCluster cluster);

    /**
     * Forgets one; audited. Nothing of the cluster itself is touched.
     *
     * @throws UnknownRowException when none of this name is registered
     */
    void remove(String program, String name, String by);
}
