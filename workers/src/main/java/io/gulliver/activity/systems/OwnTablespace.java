package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import java.util.List;
import java.util.Map;

/** The tablespace that was made for the migration user at a source. */
public final class OwnTablespace {
    private OwnTablespace() {}

    /** Removes a tablespace of ours, when nobody else keeps anything there; answers what was removed. */
    public static List<String> remove(OracleClient client, String tablespace) {
        if (client.query("tablespaces").stream()
                        .noneMatch(row -> row.text("TABLESPACE_NAME").equals(tablespace))
                || client.query("tablespace-owners").stream()
                        .anyMatch(row -> row.text("TABLESPACE_NAME").equals(tablespace))) {
            return List.of();
        }
        client.execute("drop-tablespace", Map.of("tablespace", tablespace));
        return List.of("tablespace " + tablespace);
    }
}
