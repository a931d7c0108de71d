package io.gulliver.assessment.connections;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.assessment.risk.RaisedRisk;
import io.gulliver.assessment.risk.RiskInputs;
import io.gulliver.assessment.risk.RiskRules;
import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.HostDependency;
import io.gulliver.domain.estate.HostDependency.Build;
import io.gulliver.service.planning.RuleTables;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionsTest {
    private static final Instant T = Instant.parse("2026-11-01T00:00:00Z");

    private static ClientSighting session(String machine, String program, String user, Instant at, long count) {
        return new ClientSighting(
                ClientDirection.INBOUND,
                "sessions",
                machine,
                program,
                user,
                "CRM",
                null,
                "jdbcthin 19.3",
                at,
                at,
                count);
    }

    private static ClientSighting log(String machine, String program, Instant from, Instant to, long count) {
        return new ClientSighting(
                ClientDirection.INBOUND,
                "listener log",
                machine,
                program,
                "osuser",
                "crm",
                "10.0.0.5",
                null,
                from,
                to,
                count);
    }

    @Test
    void makesOneClientOfWhatSamplesAndTheListenerSpellDifferently() {
        List<ClientConnection> clients = Clients.merge(
                List.of(),
                List.of(
                        session("CORP\\APP01", "sqlplus@app01 (TNS V1-V3)", "SCOTT", T, 2),
                        session("app01.example.com", "SQLPLUS", "CRM", T.plusSeconds(60), 3),
                        log("app01", "/u01/bin/sqlplus", T.minusSeconds(500), T.plusSeconds(5), 40)),
                T);

        assertThat(clients).hasSize(1);
        ClientConnection one = clients.get(0);
        assertThat(one.machine()).isEqualTo("app01");
        assertThat(one.program()).isEqualTo("sqlplus");
        assertThat(one.users()).containsExactly("SCOTT", "CRM", "osuser");
        assertThat(one.drivers()).containsExactly("jdbcthin 19.3");
        assertThat(one.first()).isEqualTo(T.minusSeconds(500));
        assertThat(one.last()).isEqualTo(T.plusSeconds(60));
        assertThat(one.seen()).isEqualTo(45);
        assertThat(one.unknown()).isTrue();
    }

    @Test
    void countsALogThatComesAgainOnceAndOneThatGrewByWhatItGrew() {
        List<ClientConnection> first =
                Clients.merge(List.of(), List.of(log("app01", "x", T, T.plusSeconds(100), 40)), T);

        assertThat(Clients.merge(first, List.of(log("app01", "x", T, T.plusSeconds(100), 40)), T))
                .as("nothing is new")
                .isEmpty();
        List<ClientConnection> grown = Clients.merge(first, List.of(log("app01", "x", T, T.plusSeconds(200), 70)), T);
        assertThat(grown.get(0).seen()).isEqualTo(70);
        List<ClientConnection> next =
                Clients.merge(grown, List.of(log("app01", "x", T.plusSeconds(300), T.plusSeconds(400), 5)), T);
        assertThat(next.get(0).seen()).isEqualTo(75);
        assertThat(Clients.merge(next, List.of(session("app01", "x", "U", T.plusSeconds(50), 1)), T)
                        .get(0)
                        .seen())
                .as("another source counts on its own")
                .isEqualTo(76);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=db02.example.com)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=BILL.world))) | BILLING",
                "db02:1521/bill | BILLING",
                "//db02/bill:dedicated | BILLING",
                "BILLING | BILLING",
                "db99:1521/bill | ",
                "nowhere | "
            })
    void knowsTheDatabaseThatALinkPointsTo(String address, String expected) {
        DatabaseProfile crm = profile("CRM", "db01", "crm");
        DatabaseProfile billing = profile("BILLING", "db02", "bill");

        Map<String, List<ClientSighting>> seen =
                Links.seen(crm, List.of("SCOTT.TO_BILL to " + address), List.of(crm, billing), T);

        assertThat(seen.get("CRM"))
                .extracting(ClientSighting::direction, ClientSighting::program, ClientSighting::user)
                .containsExactly(Tuple.tuple(ClientDirection.OUTBOUND_LINK, "TO_BILL", "SCOTT"));
        if (expected == null) {
            assertThat(seen).containsOnlyKeys("CRM");
        } else {
            assertThat(seen.get(expected))
                    .extracting(ClientSighting::direction, ClientSighting::machine)
                    .containsExactly(Tuple.tuple(ClientDirection.INBOUND_LINK, "CRM"));
        }
    }

    private static DatabaseProfile profile(String name, String host, String service) {
        DatabaseProfile plain = DatabaseProfile.of(name, "App", Environment.values()[0]);
        return new DatabaseProfile(
                plain.database(),
                plain.application(),
                plain.environment(),
                null,
                host,
                null,
                service,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                plain.tags());
    }

    @ParameterizedTest
    @CsvSource({
        "ora_pmon_*, Oracle Database, YES",
        "oracle*, Oracle Database, YES",
        "java: com.example.Batch, Java program, YES",
        "oneagentwatchdog, Dynatrace OneAgent, YES",
        "bpcd, Veritas NetBackup client, UNKNOWN",
        "dsmcad, IBM Storage Protect client, YES",
        "telegraf, Telegraf, YES",
        "node_exporter, Prometheus node exporter, YES",
        "postgres_exporter, other Prometheus exporter, UNKNOWN",
        "falcon-sensor-bpf, CrowdStrike Falcon sensor, UNKNOWN",
        "vmtoolsd, VMware Tools, NO",
        "homemade, , UNKNOWN"
    })
    void judgesAProgramByTheShippedTable(String name, String product, Build build) {
        HostDependency judged =
                RuleTables.shipped().dependencies().judge(name, HostDependency.Kind.PROCESS, "oracle", "ps", T);

        assertThat(judged.product()).isEqualTo(product);
        assertThat(judged.s390x()).isEqualTo(build);
        assertThat(judged.said()).isNotBlank();
        if (product != null) {
            assertThat(judged.said()).as("the day on which it was read").matches(".* \\(read \\d{4}-\\d\\d-\\d\\d\\)");
        }
    }

    @Test
    void refusesATableThatGivesNoSource() {
        assertThatThrownBy(() -> DependencyTable.of(Map.of(
                        "entries",
                        List.of(
                                Map.of("names", List.of("x("), "product", "X", "s390x", "yes", "source", "s"),
                                Map.of("names", List.of("y"), "product", "Y", "s390x", "no")))))
                .hasMessageContaining("entries[0].names: 'x(' is no pattern")
                .hasMessageContaining("entries[1]: wanted");
    }

    @Test
    void raisesOneRiskForAllDatabasesWhoseClientsAreUnknownNearTheirCutover() {
        RiskInputs estate = estate(
                Duration.ofDays(14),
                new RiskInputs.UnknownClients(
                        "NEAR",
                        T.plus(Duration.ofDays(10)),
                        3,
                        T.minus(Duration.ofDays(90)),
                        T.minus(Duration.ofDays(80))),
                new RiskInputs.UnknownClients(
                        "LATE",
                        T.plus(Duration.ofDays(10)),
                        1,
                        T.minus(Duration.ofDays(90)),
                        T.minus(Duration.ofDays(1))),
                new RiskInputs.UnknownClients("FAR", T.plus(Duration.ofDays(15)), 3, T, T),
                new RiskInputs.UnknownClients("UNDATED", null, 3, T, T),
                new RiskInputs.UnknownClients("THROUGH", T.minus(Duration.ofDays(3)), 3, T, T));

        List<RaisedRisk> seen = RiskRules.seen(estate, T);

        assertThat(seen)
                .extracting(RaisedRisk::rule, risk -> risk.statement().databases())
                .containsExactly(
                        Tuple.tuple(RiskRules.UNKNOWN_CLIENTS, List.of("LATE", "NEAR")),
                        Tuple.tuple(RiskRules.NEW_CLIENTS, List.of("LATE")));
        assertThat(RiskRules.seen(
                        estate(
                                Duration.ofDays(5),
                                new RiskInputs.UnknownClients("NEAR", T.plus(Duration.ofDays(10)), 3, T, T)),
                        T))
                .as("the program asks for less notice")
                .isEmpty();
    }

    private static RiskInputs estate(Duration notice, RiskInputs.UnknownClients... clients) {
        return new RiskInputs(
                List.of(new RiskInputs.Database("THROUGH", "owner", true, true, "m", null, null)),
                List.of(),
                List.of(clients),
                notice,
                null,
                List.of(),
                List.of());
    }
}
