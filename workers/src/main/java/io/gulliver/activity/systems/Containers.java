package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleStatement.Versions;
import java.util.Map;
import java.util.Optional;

/** Where in a container database, which came with 12.1, a connection is. */
public final class Containers {
    private static final Versions SINCE = new Versions("12.1", null);

    private Containers() {}

    /** Whether it is in a pluggable database, and so neither in a root nor in a database without containers. */
    public static boolean pluggable(OracleClient client) {
        if (!SINCE.contains(client.release())) {
            return false;
        }
        OracleRow state = client.queryOne("container-state", Map.of());
        // CON_ID of V$DATABASE is 0 wherever one is connected: the name tells.
        return state.text("CDB").equals("YES") && !state.text("CON_NAME").equals("CDB$ROOT");
    }

    /** The name of the container in which it is, CDB$ROOT for the root's; empty before containers came. */
    static Optional<String> name(OracleClient client) {
        return SINCE.contains(client.release())
                ? Optional.of(client.queryOne("container-state", Map.of()).text("CON_NAME"))
                : Optional.empty();
    }
}
