package io.gulliver.lab.oracle;

import io.gulliver.lab.Kindness;
import io.gulliver.lab.Kindnesses;
import io.gulliver.lab.oracle.driver.LabDescriptor;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the instances of a host have registered with its listener, and so whom the listener lets through to them.
 *
 * <p>A restricted instance tells the listener to block all connections. Nobody gets through by a service or a SID then who
 * does not say {@code (UR=A)}, whatever the right; a SID that stands in {@code listener.ora} (feature {@code static-entry})
 * says nothing of the instance's state.
 */
final class ListenerRegistration {

    /** As {@code lsnrctl status} prints it. */
    enum State {
        READY,
        RESTRICTED,
        BLOCKED
    }

    /** One instance of a service. */
    record Instance(int number, String name, State state) {}

    /** An instance that a request was handed to. */
    record Handed(LabDatabase database, int instance) {}

    private final LabOracle oracle;
    private final Kindnesses kindnesses;

    ListenerRegistration(LabOracle oracle, Kindnesses kindnesses) {
        this.oracle = oracle;
        this.kindnesses = kindnesses;
    }

    /** Instances of a database, in the order of their numbers. */
    List<Instance> instances(LabDatabase database) {
        try (Connection c = database.connect()) {
            return Rows.query(c, "select inst_id, instance_name, status, logins from GV$INSTANCE order by inst_id")
                    .stream()
                    .map(row -> new Instance(
                            Integer.parseInt(String.valueOf(row.get("INST_ID"))),
                            String.valueOf(row.get("INSTANCE_NAME")),
                            state(row.get("STATUS"), row.get("LOGINS"))))
                    .toList();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private State state(@Nullable Object status, @Nullable Object logins) {
        if (kindnesses.has(Kindness.LISTENER_LETS_ALL_IN)) {
            return State.READY;
        }
        return !"OPEN".equals(status) ? State.BLOCKED : "RESTRICTED".equals(logins) ? State.RESTRICTED : State.READY;
    }

    /**
     * Hands a request to an instance, before anybody is asked for a password.
     *
     * @throws OraError 12504, 12505, 12514, 12521 for what the listener does not know; 12526 when all that would do are
     *     restricted, 12528 when they do not take connections, 12527 when some are the one and some the other
     */
    Handed hand(String host, LabDescriptor request) {
        LabDatabase database = database(host, request);
        String wanted = request.instance();
        List<Instance> fitting = instances(database).stream()
                .filter(one -> wanted == null || one.name().equalsIgnoreCase(wanted))
                .toList();
        if (fitting.isEmpty()) {
            throw new OraError(
                    12521, "TNS:listener does not currently know of instance requested in connect descriptor");
        }
        boolean always = request.unrestricted()
                || request.sid() != null && database.spec().has("static-entry");
        Stream<Instance> open = fitting.stream().filter(one -> always || one.state() == State.READY);
        // Load decides among the instances of a cluster; here it is always the one that is furthest away.
        Optional<Instance> handed = kindnesses.has(Kindness.SCAN_STAYS_ON_THE_NODE)
                ? open.findFirst()
                : open.reduce((nearer, further) -> further);
        return new Handed(database, handed.orElseThrow(() -> refusal(fitting)).number());
    }

    private static OraError refusal(List<Instance> fitting) {
        if (fitting.stream().allMatch(one -> one.state() == State.RESTRICTED)) {
            return new OraError(12526, "TNS:listener: all appropriate instances are in restricted mode");
        }
        if (fitting.stream().allMatch(one -> one.state() == State.BLOCKED)) {
            return new OraError(12528, "TNS:listener: all appropriate instances are blocking new connections");
        }
        return new OraError(12527, "TNS:listener: all instances are in restricted mode or blocking new connections");
    }

    private LabDatabase database(String host, LabDescriptor request) {
        String service = request.service();
        String sid = request.sid();
        if (service != null) {
            return oracle.offering(host, service)
                    .filter(LabDatabase::up)
                    .orElseThrow(() -> new OraError(
                            12514,
                            "Cannot connect to database. Service " + service
                                    + " is not registered with the listener."));
        }
        if (sid == null) {
            throw new OraError(12504, "TNS:listener was not given the SERVICE_NAME in CONNECT_DATA");
        }
        Optional<LabDatabase> found = oracle.findBySid(host, sid);
        if (found.filter(one -> !one.up() && one.spec().has("static-entry")).isPresent()) {
            throw new OraError(1034, "ORACLE not available");
        }
        return found.filter(LabDatabase::up)
                .orElseThrow(() ->
                        new OraError(12505, "TNS:listener does not currently know of SID given in connect descriptor"));
    }
}
