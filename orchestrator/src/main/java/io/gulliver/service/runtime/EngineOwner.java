package io.gulliver.service.runtime;

import io.gulliver.engine.Cluster;
import io.gulliver.persistence.engine.EngineIdentity;
import io.gulliver.persistence.engine.EngineStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that the store's migrations are carried by the engine that the store knows: the first that reached it. Another
 * engine is adopted only when {@code ./gulliver recover} was told that the old one is dead.
 */
public final class EngineOwner {
    private static final Logger log = LoggerFactory.getLogger(EngineOwner.class);

    private final EngineStore engines;
    private final @Nullable String outside;
    private volatile boolean recover;
    private volatile @Nullable String refusal;

    /**
     * @param outside address of an engine that is not a child of this process, or null for the embedded one
     * @param recover a person said that the old engine is dead
     */
    public EngineOwner(EngineStore engines, @Nullable String outside, boolean recover) {
        this.engines = engines;
        this.outside = outside;
        this.recover = recover;
    }

    /** Why this engine may not carry the store's migrations, or empty when it may. */
    public Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    /** Whose engine this process reaches: the data directory's own, or the address of another's. */
    String owner() {
        return outside == null ? engines.dataDirectory() : outside;
    }

    /**
     * Whether a person said that the old engine is dead, and the migrations are not yet taken over. Who restores a store says
     * so of every engine that it ever had.
     */
    public boolean recovering() {
        return recover || restored(engines.current());
    }

    private static boolean restored(Optional<EngineIdentity> known) {
        return known.filter(engine -> engine.cluster().equals(EngineStore.RESTORED))
                .isPresent();
    }

    /** The migrations are taken over: what the person said was about the engine before this one, not about the next. */
    void recovered() {
        recover = false;
    }

    /** Says why the workers of this process must not serve the engine, or empty. */
    public Optional<String> admit(Cluster cluster) {
        // Before its workers begin: a second process on the same fresh store may have an engine of its own.
        EngineIdentity known = engines.claim(cluster.clusterId(), cluster.namespace(), owner(), "start");
        boolean same =
                known.cluster().equals(cluster.clusterId()) && known.namespace().equals(cluster.namespace());
        // Another one in our own data directory may be empty, or stale and put back from a backup: a person must say.
        if (same || recover || restored(Optional.of(known))) {
            refusal = null;
            return Optional.empty();
        }
        refusal = "The store's migrations are carried by engine " + known.cluster() + "/" + known.namespace()
                + ", and this process reached " + cluster
                + ". Give it the old engine back, or, when that one is dead, run './gulliver recover'.";
        log.error("{}", refusal);
        return Optional.of(refusal);
    }
}
