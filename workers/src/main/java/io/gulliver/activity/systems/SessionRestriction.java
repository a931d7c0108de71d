package io.gulliver.activity.systems;

import io.gulliver.activity.StepContext;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OwnerList;
import io.gulliver.contract.activity.StepCall;
import java.util.List;
import java.util.Map;

/** How quiet a database is: sessions and transactions; {@link JobQueue} has its jobs. */
public final class SessionRestriction {
    /** Whether only users with RESTRICTED SESSION may log on, at every instance. */
    public static boolean restricted(OracleClient client) {
        return client.query("instances").stream()
                .allMatch(row -> row.text("LOGINS").equals("RESTRICTED"));
    }

    /** Keeps users out at every instance: the statement concerns that instance alone on which it is run. */
    public static void restrict(
            Databases databases, Databases.Address address, OracleClient client, StepCall call, StepContext context) {
        atEach(databases, address, client, call, context, "ALLOWED", "restrict-sessions");
    }

    /** Lets users in at every instance. */
    public static void unrestrict(
            Databases databases, Databases.Address address, OracleClient client, StepCall call, StepContext context) {
        atEach(databases, address, client, call, context, "RESTRICTED", "unrestrict-sessions");
    }

    private static void atEach(
            Databases databases,
            Databases.Address address,
            OracleClient client,
            StepCall call,
            StepContext context,
            String now,
            String statement) {
        List<OracleRow> instances = client.query("instances");
        for (OracleRow instance : instances) {
            if (!instance.text("LOGINS").equals(now)) {
                continue;
            }
            if (instances.size() == 1) {
                client.execute(statement, Map.of());
                continue;
            }
            try (OracleClient there = databases.change(address.at(instance.text("INSTANCE_NAME")), call, context)) {
                there.execute(statement, Map.of());
            }
        }
    }

    /** Owners as the catalogue's binds want them: {@code ,A,B,}. */
    public static String owners(List<String> schemas) {
        return OwnerList.of(schemas);
    }

    /**
     * Ends a session; answers how many ended. Before 11.1 the statement knows no instance (docs/domain/cutover.md, A fence
     * that survives a restart) and is run on that of the session.
     */
    public static int kill(
            Databases databases,
            Databases.Address address,
            OracleClient client,
            StepCall call,
            StepContext context,
            OracleRow session) {
        if (!client.release().startsWith("10.")) {
            return kill(client, named(session));
        }
        List<OracleRow> instances = client.query("instances");
        if (instances.size() == 1) {
            return kill(client, session(session));
        }
        String name = instances.stream()
                .filter(row -> instance(row).equals(instance(session)))
                .map(row -> row.text("INSTANCE_NAME"))
                .findFirst()
                .orElse(null);
        if (name == null) {
            return 0; // its instance is gone, and it with that
        }
        try (OracleClient there = databases.change(address.at(name), call, context)) {
            return kill(there, session(session));
        }
    }

    private static int kill(OracleClient client, String session) {
        try {
            client.execute("kill-session", Map.of("session", session));
            return 1;
        } catch (OracleException e) {
            if (e.code() == 30 || e.code() == 31) {
                return 0; // it is gone, or marked for it
            }
            throw e;
        }
    }

    /** Distributed transactions in doubt. */
    public static int pending(OracleClient client) {
        return client.queryOne("pending-distributed", Map.of())
                .number("PENDING")
                .intValue();
    }

    /** Open transactions, those in doubt among them. */
    public static int open(OracleClient client) {
        return client.queryOne("transaction-count", Map.of())
                        .number("TRANSACTIONS")
                        .intValue()
                + pending(client);
    }

    private SessionRestriction() {}

    /** Its name for people: {@code sid,serial#,@instance}. */
    public static String named(OracleRow row) {
        return session(row) + ",@" + instance(row);
    }

    /** Its name on its instance: whole numbers, whichever form the way of asking gives them. */
    private static String session(OracleRow row) {
        return row.number("SID").toBigIntegerExact() + ","
                + row.number("SERIAL#").toBigIntegerExact();
    }

    private static String instance(OracleRow row) {
        return row.number("INST_ID").toBigIntegerExact().toString();
    }
}
