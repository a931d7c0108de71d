package io.gulliver.activity.systems;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The instance of a cluster that runs on a host: programs of that host see this one alone, by a SID that is not the database's name
 * (Oracle Database Reference 19c, <i>GV$INSTANCE</i>: INSTANCE_NAME and HOST_NAME of each).
 */
public final class HostInstance {
    private HostInstance() {}

    /**
     * Its name; empty of a database with one instance, whose SID is known.
     *
     * @param what of the run is on that host, for people
     * @throws StepFailedException STATE_CONFLICT when none of several runs there
     */
    public static Optional<String> find(
            HostScripts scripts, StepCall call, Databases.Address address, OracleClient client, String what) {
        List<OracleRow> instances = client.query("instances");
        if (instances.size() < 2) {
            return Optional.empty();
        }
        String host = scripts.demand(call, address.host(), "hostname", "exec hostname\n", List.of())
                .lastLine();
        return Optional.of(instances.stream()
                .filter(one -> label(one.text("HOST_NAME")).equalsIgnoreCase(label(host)))
                .findFirst()
                .map(one -> one.text("INSTANCE_NAME"))
                .orElseThrow(() -> new StepFailedException(
                        FailureCode.STATE_CONFLICT,
                        "No instance of " + address.name() + " runs on " + host + ", where " + what + " is: "
                                + instances.stream()
                                        .map(one -> one.text("INSTANCE_NAME") + " runs on " + one.text("HOST_NAME"))
                                        .collect(Collectors.joining(", "))
                                + ".",
                        "Start the instance of that host, or give the database a host in the inventory on which one runs,"
                                + " then retry.")));
    }

    private static String label(String host) {
        return host.split("\\.", 2)[0];
    }
}
