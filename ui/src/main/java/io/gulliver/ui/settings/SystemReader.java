package io.gulliver.ui.settings;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the configuration names outside of us: devices, hosts, database accounts; and whether they let us in. */
public interface SystemReader {
    /** Systems by name, then hosts, then database accounts; no secret and no reference to one. */
    List<SystemLine> list();

    /**
     * Has a worker log on to one, with the client that steps use, once and read-only; about a minute at most.
     *
     * @param name of a system, a host or a database account
     * @param address for a pattern of hosts: which; for an account: {@code host:port/service}; else null
     * @throws io.gulliver.persistence.UnknownRowException no such system
     */
    SystemLine test(String name, @Nullable String address);

    /**
     * One outer system.
     *
     * @param name as configured
     * @param kind hmc, spectrum-virtualize, ssh (hosts), oracle (database accounts) …
     * @param address host and port for people
     * @param lab whether it is the lab's
     * @param reachable whether it let us in and answered; null before it was tried
     * @param checkedAt when it was tried, or null
     * @param message what was seen, or what is wrong and what to do; null before
     * @param asks what must be typed to test it: {@code host}, {@code database}, or empty for nothing
     */
    record SystemLine(
            String name,
            String kind,
            String address,
            boolean lab,
            @Nullable Boolean reachable,
            @Nullable Instant checkedAt,
            @Nullable String message,
            String asks) {
        /** One that is tested as it stands. */
        public SystemLine(
                String name,
                String kind,
                String address,
                boolean lab,
                @Nullable Boolean reachable,
                @Nullable Instant checkedAt,
                @Nullable String message) {
            this(name, kind, address, lab, reachable, checkedAt, message, "");
        }

        /** Names the line on a page; hosts and accounts may be called like systems. */
        public String anchor() {
            String plain = name.replaceAll("[^A-Za-z0-9_-]", "_");
            return kind.equals("ssh") || kind.equals("oracle") ? "system-" + kind + "-" + plain : "system-" + plain;
        }
    }
}
