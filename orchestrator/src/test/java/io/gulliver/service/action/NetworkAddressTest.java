package io.gulliver.service.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.landscape.AddressPool;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.name.JdbcNameStore;
import io.gulliver.testing.TestStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("store")
class NetworkAddressTest {
    private final StoreDatabase database = TestStore.open(Clock.systemUTC());
    private final Map<String, Object> answer = new TreeMap<>();
    private final NetworkAddress action = new NetworkAddress(
            new TreeMap<>(Map.of(
                    "db",
                    new AddressPool(
                            "db",
                            "10.20.30.0/24",
                            "10.20.30.40",
                            "10.20.30.41",
                            "10.20.30.1",
                            312,
                            "db.bank.example",
                            List.of("10.1.1.53"),
                            List.of("10.1.1.1")))),
            new JdbcNameStore(database),
            (run, step) -> step.equals("addresses") ? answer : Map.of());

    @AfterEach
    void close() {
        database.close();
    }

    private Map<String, Object> run(Operation operation, String program, String server, String pool) {
        return action.invoke(call(operation, program, server, pool), null).outputs();
    }

    private static StepCall call(Operation operation, String program, String server, String pool) {
        return new StepCall(
                new MigrationId(program + "/" + server + "/1"),
                program,
                "server:" + server,
                Purpose.PRODUCTION,
                0,
                StepKey.of("address"),
                1,
                1,
                operation,
                "network.address",
                "0".repeat(64),
                Map.of("server", server, "pool", pool, "asked", "addresses"),
                Map.of(),
                null,
                60);
    }

    @Test
    void aServerKeepsItsAddressAndNoTwoHaveTheSame() {
        Map<String, Object> first = run(Operation.RUN, "atlas", "lnx01", "db");
        assertThat(first)
                .containsEntry("name", "lnx01.db.bank.example")
                .containsEntry("address", "10.20.30.40")
                .containsEntry("network", "10.20.30.40/24")
                .containsEntry("vlan", 312);
        assertThat(run(Operation.RUN, "other", "lnx01", "db"))
                .as("of another program")
                .containsEntry("address", "10.20.30.41");
        run(Operation.UNDO, "atlas", "lnx01", "db");
        assertThat(run(Operation.RUN, "atlas", "lnx01", "db")).as("built again").isEqualTo(first);
        assertThatThrownBy(() -> run(Operation.RUN, "atlas", "lnx02", "db"))
                .isInstanceOfSatisfying(ControlAction.Refused.class, refused -> {
                    assertThat(refused.failure().code()).isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name());
                    assertThat(refused.failure().message())
                            .contains("Network db has no address left for lnx02", "10.20.30.40 to 10.20.30.41");
                });
    }

    @Test
    void evaluationGivesNoAddressAway() {
        assertThat(action.invoke(call(Operation.EVALUATE, "atlas", "lnx01", "db"), null)
                        .message())
                .contains("lnx01 would have 10.20.30.40 of network db");
        assertThat(run(Operation.RUN, "atlas", "lnx02", "db")).containsEntry("address", "10.20.30.40");
        assertThat(action.invoke(call(Operation.EVALUATE, "atlas", "lnx02", "db"), null)
                        .message())
                .contains("lnx02 has 10.20.30.40");
    }

    @Test
    void anUnknownNetworkIsNamedWithThoseThatThereAre() {
        assertThatThrownBy(() -> run(Operation.RUN, "atlas", "lnx01", "web"))
                .hasMessageContaining("The landscape has no network web")
                .hasMessageContaining("[db]");
    }

    @Test
    void whatAPersonAnsweredIsTakenWhereItFitsTogether() {
        answer.putAll(Map.of(
                "server_name", "lnx01.db.bank.example",
                "server_address", "10.7.7.7/28",
                "gateway", "10.7.7.1",
                "vlan", "none",
                "name_servers", "10.1.1.53 10.1.1.54",
                "time_servers", "ntp.bank.example"));
        assertThat(run(Operation.RUN, "atlas", "lnx01", ""))
                .containsEntry("address", "10.7.7.7")
                .containsEntry("vlan", 0)
                .containsEntry("name_servers", List.of("10.1.1.53", "10.1.1.54"));
        answer.put("gateway", "10.7.8.1");
        assertThatThrownBy(() -> run(Operation.RUN, "atlas", "lnx01", ""))
                .hasMessageContaining("gateway 10.7.8.1 does not lie in network 10.7.7.0/28");
    }
}
