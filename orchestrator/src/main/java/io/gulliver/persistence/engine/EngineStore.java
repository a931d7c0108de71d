package io.gulliver.persistence.engine;

import java.util.Optional;

/** Which engine this store belongs to, and which before. */
public interface EngineStore {
    /** In place of a cluster id, of a store that was restored from a backup: whatever engine knew its runs is lost to it. */
    String RESTORED = "restored";

    /** The engine adopted last, or empty before the first start. */
    Optional<EngineIdentity> current();

    /**
     * Makes an engine the current one of a store that has none. Of several processes on one fresh store, each with an
     * engine of its own, one wins.
     *
     * @param by person, or {@code start}
     * @return the current one, which may be another's
     */
    EngineIdentity claim(String cluster, String namespace, String dataDirectory, String by);

    /** Makes an engine the current one; adopting the current one again changes nothing. */
    EngineIdentity adopt(String cluster, String namespace, String dataDirectory, String by);

    /** Id of this data directory, made at the first call. */
    String dataDirectory();
}
