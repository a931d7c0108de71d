package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * No plan of the resource manager while a copy is loaded (C05 of {@code docs/domain/data-pump.md}), in memory alone: what
 * the server parameter file says stays, and is what holds again afterwards, as after a restart. A plan that a window of the
 * scheduler brought comes again with its next window.
 */
public final class ResourcePlan {
    private static final String PARAMETER = "resource_manager_plan";

    /** ORA-07452: there is no such plan; ORA-00439: the edition has no resource manager. */
    private static final Set<Integer> REFUSED = Set.of(7452, 439);

    private ResourcePlan() {}

    /** The plan in force; empty where there is none. */
    public static String now(OracleClient client) {
        return client.query("parameter", Map.of("name", PARAMETER)).stream()
                .map(row -> row.findText("VALUE"))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }

    /** Switches off what is in force; an edition without a resource manager has nothing to switch. */
    public static void clear(OracleClient client) {
        set(client, "");
    }

    /**
     * Sets back what the server parameter file says; may be repeated.
     *
     * @return what is added to a step's answer when Oracle does not take that plan, which keeps nobody from working; empty
     *     otherwise
     */
    public static String restore(OracleClient client) {
        Optional<String> kept = client.query("spfile-parameters").stream()
                .filter(row ->
                        row.text("NAME").equals(PARAMETER) && row.text("SID").equals("*"))
                .map(row -> Optional.ofNullable(row.findText("VALUE")).orElse(""))
                .findFirst();
        try {
            kept.ifPresent(plan -> set(client, plan));
            return "";
        } catch (OracleException e) {
            if (!REFUSED.contains(e.code())) {
                throw e;
            }
            return "; no resource plan is in force, for that of the parameter file is refused (" + e.getMessage() + ")";
        }
    }

    private static void set(OracleClient client, String plan) {
        if (!now(client).equals(plan)) {
            client.execute("set-resource-plan", Map.of("plan", plan));
        }
    }
}
