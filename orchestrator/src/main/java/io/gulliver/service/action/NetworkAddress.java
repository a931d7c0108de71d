package io.gulliver.service.action;

import io.gulliver.assessment.network.AddressAnswer;
import io.gulliver.assessment.network.AddressPools;
import io.gulliver.assessment.network.ServerAddress;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.AddressPool;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.persistence.NameExhaustedException;
import io.gulliver.persistence.name.NameRequest;
import io.gulliver.persistence.name.NameStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * {@code network.address}: where a server stands in the network is known, and fits together. It comes from a pool of the
 * landscape, or from what a person answered. An address of a pool belongs to the server's name and stays with it, so that a
 * server that is built again finds its names where they were.
 */
public final class NetworkAddress implements ControlAction {
    private static final String SYSTEM = "network";

    private final SortedMap<String, AddressPool> pools;
    private final NameStore names;
    private final Answers answers;

    /** What people gave for a task. */
    @FunctionalInterface
    public interface Answers {
        /** Outputs of a step of a run; empty while it has none. */
        Map<String, Object> of(MigrationId run, String step);
    }

    /** @param pools of the landscape, by name */
    public NetworkAddress(SortedMap<String, AddressPool> pools, NameStore names, Answers answers) {
        this.pools = pools;
        this.names = names;
        this.answers = answers;
    }

    @Override
    public String name() {
        return "network.address";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        String pool = text(call, "pool");
        return switch (call.operation()) {
            case RUN, START -> found(pool.isEmpty() ? answered(call) : ofPool(call, pool(call, pool)), pool);
            case AWAIT, STOP -> StepResult.done(Map.of(), "Nothing runs");
            case UNDO -> StepResult.done(Map.of(), "The address stays with the server's name");
            case EVALUATE ->
                pool.isEmpty()
                        ? StepResult.done(Map.of(), "Would take what a person answers for " + text(call, "server"))
                        : evaluated(call, pool(call, pool));
        };
    }

    private AddressPool pool(StepCall call, String name) {
        AddressPool pool = pools.get(name);
        if (pool == null) {
            throw new Refused(FailureCode.INPUT_INVALID.with(
                    "The landscape has no network " + name + ", from which " + text(call, "server")
                            + " is to have its address; it has " + pools.keySet(),
                    "Correct server.address_pool in the program's policy, or add the network to"
                            + " gulliver.landscape.networks; then retry"));
        }
        return pool;
    }

    private ServerAddress ofPool(StepCall call, AddressPool pool) {
        String server = text(call, "server");
        try {
            return AddressPools.of(pool, server, names.allocate(request(call, pool), AddressPools.addresses(pool)));
        } catch (NameExhaustedException e) {
            throw new Refused(FailureCode.CAPACITY_EXHAUSTED.with(
                    "Network " + pool.name() + " has no address left for " + server + ": all from " + pool.first()
                            + " to " + pool.last() + " belong to servers",
                    "Ask who runs the network for more and enlarge gulliver.landscape.networks." + pool.name()
                            + ", or name another pool; then retry"));
        }
    }

    private static NameRequest request(StepCall call, AddressPool pool) {
        return new NameRequest(SYSTEM, pool.name(), call.program() + "/server:" + text(call, "server"));
    }

    private StepResult evaluated(StepCall call, AddressPool pool) {
        String server = text(call, "server");
        String told = names.find(request(call, pool))
                .map(address -> server + " has " + address + " of network " + pool.name())
                .or(() -> AddressPools.addresses(pool).stream()
                        .filter(address ->
                                names.owner(SYSTEM, pool.name(), address).isEmpty())
                        .findFirst()
                        .map(address -> server + " would have " + address + " of network " + pool.name()))
                .orElse("Network " + pool.name() + " has no address left for " + server);
        return StepResult.done(Map.of(), told);
    }

    private ServerAddress answered(StepCall call) {
        Map<String, Object> answer = answers.of(call.migration(), text(call, "asked"));
        SortedMap<String, String> problems = AddressAnswer.problems(answer);
        if (!problems.isEmpty()) {
            throw new Refused(FailureCode.INPUT_INVALID.with(
                    "What was answered for " + text(call, "server") + " does not fit together: "
                            + String.join("; ", problems.values()),
                    "Roll the run back and answer its task anew, or name a pool (server.address_pool)"));
        }
        return AddressAnswer.read(answer);
    }

    private static StepResult found(ServerAddress address, String pool) {
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("name", address.name());
        outputs.put("address", address.host());
        outputs.put("network", address.address());
        outputs.put("gateway", address.gateway());
        outputs.put("vlan", address.vlan() == null ? 0 : address.vlan());
        outputs.put("name_servers", List.copyOf(address.nameServers()));
        outputs.put("time_servers", List.copyOf(address.timeServers()));
        return StepResult.done(
                outputs,
                address.name() + " is " + address.address()
                        + (pool.isEmpty() ? ", as was answered" : ", of network " + pool));
    }

    private static String text(StepCall call, String input) {
        Object value = call.inputs().get(input);
        return value == null ? "" : value.toString();
    }
}
