package io.gulliver.contract.activity;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks a worker to log on to one outside system and to ask it one harmless question.
 *
 * @param kind {@code hmc}, {@code spectrum-virtualize}, {@code ds8000}, {@code feilong}, {@code ssh} or {@code oracle}
 * @param name of the system in the landscape; for {@code ssh} the host's name, for {@code oracle} the credential's
 * @param host of a database, else null
 * @param port of a database, else 0
 * @param service of a database, else null
 * @param room whether it is asked for the room that it has too, which takes a call for each partition; null for not
 * @param pools of a system that cannot list its pools, those whose room is asked for; null for none
 */
public record SystemCheck(
        String kind,
        String name,
        @Nullable String host,
        int port,
        @Nullable String service,
        @Nullable Boolean room,
        @Nullable List<String> pools) {
    /** The kind of hosts. */
    public static final String SSH = "ssh";

    /** The kind of databases. */
    public static final String ORACLE = "oracle";

    /** A check that asks for no room. */
    public SystemCheck(String kind, String name, @Nullable String host, int port, @Nullable String service) {
        this(kind, name, host, port, service, null, null);
    }

    /**
     * The same that asks for the room too.
     *
     * @param pools that a system may not list by itself; empty for none
     */
    public SystemCheck withRoom(Collection<String> pools) {
        return new SystemCheck(kind, name, host, port, service, true, pools.isEmpty() ? null : List.copyOf(pools));
    }

    /** A check of something that the landscape names whole. */
    public static SystemCheck of(String kind, String name) {
        return new SystemCheck(kind, name, null, 0, null);
    }
}
