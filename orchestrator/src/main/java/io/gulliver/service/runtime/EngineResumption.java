package io.gulliver.service.runtime;

import io.gulliver.engine.Cluster;
import io.gulliver.persistence.engine.EngineIdentity;
import io.gulliver.service.migration.MigrationService;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the migrations to the engine each time that it is reached, again and again until that worked: a store that is
 * busy in that moment must not leave them standing in silence.
 */
public final class EngineResumption {
    private static final Logger log = LoggerFactory.getLogger(EngineResumption.class);

    private final MigrationService starter;
    private final EngineOwner owner;
    private final Clock clock;
    private @Nullable Cluster pending;
    private volatile @Nullable String trouble;

    public EngineResumption(MigrationService starter, EngineOwner owner, Clock clock) {
        this.starter = starter;
        this.owner = owner;
        this.clock = clock;
    }

    /** The engine is reached (again): tries at once, and leaves a failure to the next {@link #resume}. */
    public synchronized void connected(Cluster cluster) {
        pending = cluster;
        try {
            resume();
        } catch (RuntimeException e) {
            log.warn("migrations could not be handed to the engine, next try in 5 s: {}", e.getMessage());
        }
    }

    /** Hands over what still waits; nothing to do when the last time worked. */
    public synchronized void resume() {
        Cluster cluster = pending;
        if (cluster == null) {
            return;
        }
        boolean recovering = owner.recovering();
        String by = recovering ? "recover" : "start";
        MigrationService.Resumed resumed;
        try {
            resumed = starter.resume(
                    new EngineIdentity(cluster.clusterId(), cluster.namespace(), owner.owner(), by, clock.instant()),
                    recovering,
                    by);
        } catch (RuntimeException e) {
            trouble = "The migrations could not be handed to engine " + cluster + ": " + e.getMessage()
                    + ". It is tried again every 5 s.";
            throw e;
        }
        pending = null;
        trouble = null;
        owner.recovered();
        if (!resumed.started().isEmpty()) {
            log.info("migrations go on here: {}", resumed.started());
        }
        if (!resumed.held().isEmpty()) {
            log.error(
                    "the engine does not carry these migrations, and nobody said that they are to be taken over: {}",
                    resumed.held());
        }
    }

    /** Why the migrations are not with the engine, or empty. */
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }
}
