package io.gulliver.activity.systems;

import io.gulliver.activity.Inputs;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.StepCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who sees the rows behind row policies while a migration lasts: EXEMPT ACCESS POLICY, which no role of Data Pump brings
 * ({@code docs/domain/data-pump.md}, C06). The migration user has it as long as it lives; whoever compares rows at a database
 * that the migration made has it until the clean-up.
 */
public final class Exemption {
    private static final String PRIVILEGE = "EXEMPT ACCESS POLICY";

    private Exemption() {}

    /** Slots of {@code grant-privilege} and {@code revoke-privilege}. */
    public static Map<String, String> slots(String user) {
        return Map.of("system_privilege", PRIVILEGE, "user", user);
    }

    /** The user of the step's credential where the step says {@code exempt}; SYS sees everything anyhow. */
    public static Optional<String> reader(StepCall call, Databases databases) {
        return Boolean.TRUE.equals(call.inputs().get("exempt"))
                ? Optional.of(databases.user(Inputs.of(call).text("credential")))
                        .filter(user -> !user.equals("SYS"))
                : Optional.empty();
    }

    /** Everybody whom the step exempts. */
    public static List<String> exempted(StepCall call, Databases databases, String migrationUser) {
        return Stream.concat(Stream.of(migrationUser), reader(call, databases).stream())
                .toList();
    }

    /** Takes it from the reader where it is held; answers what was taken. */
    public static List<String> end(StepCall call, Databases databases, OracleClient client) {
        return reader(call, databases)
                .filter(reader -> client.query("system-grants").stream()
                        .anyMatch(row -> row.text("GRANTEE").equals(reader)
                                && row.text("PRIVILEGE").equals(PRIVILEGE)))
                .map(reader -> {
                    client.execute("revoke-privilege", slots(reader));
                    return List.of(PRIVILEGE + " of " + reader);
                })
                .orElse(List.of());
    }
}
