package io.gulliver.ui.settings;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outer systems of the configuration, and whether they can be reached. */
public interface SystemReader {
    /** All of them by name; no secret and no reference to one. */
    List<SystemLine> list();

    /**
     * Tries to reach one, with read-only calls and time limits.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such system
     */
    SystemLine test(String name);

    /**
     * One outer system.
     *
     * @param name as configured
     * @param kind hmc, feilong, spectrum-virtualize …
     * @param address host and port for people
     * @param lab whether it is the lab's
     * @param reachable null before it was tried
     * @param checkedAt when it was tried, or null
     * @param message what was seen, or what is wrong and what to do; null before
     */
    record SystemLine(
            String name,
            String kind,
            String address,
            boolean lab,
            @Nullable Boolean reachable,
            @Nullable Instant checkedAt,
            @Nullable String message) {}
}
