package io.gulliver.persistence.engine;

import java.time.Instant;

/**
 * The engine that carries this store's migrations.
 *
 * @param cluster Temporal's cluster id
 * @param namespace Temporal's namespace
 * @param dataDirectory id of the data directory that owns the engine; for an outside engine its address
 * @param adoptedBy person, or {@code start}
 * @param adoptedAt since when
 */
public record EngineIdentity(
        String cluster, String namespace, String dataDirectory, String adoptedBy, Instant adoptedAt) {}
