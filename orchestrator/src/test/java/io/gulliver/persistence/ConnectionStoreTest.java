package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.control.ConnectionService;
import io.gulliver.control.PlanService;
import io.gulliver.control.RiskSweep;
import io.gulliver.control.RuleTables;
import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.ClientDirection;
import io.gulliver.domain.estate.ClientSighting;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.HostDependency;
import io.gulliver.domain.estate.HostDependency.Build;
import io.gulliver.domain.estate.HostDependency.Kind;
import io.gulliver.domain.estate.RedirectMethod;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.evidence.client.HostProgram;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What is kept of clients, links and programs, on a real store. */
class ConnectionStoreTest {
    @Nested
    class OnH2 extends Contract {
        OnH2() {
            super(Engine.H2);
        }
    }

    @Nested
    class OnPostgres extends Contract {
        OnPostgres() {
            super(Engine.POSTGRES);
        }
    }

    abstract static class Contract extends StoreContract {
        private static final Instant T = Instant.parse("2026-11-01T00:00:00Z");
        private String program = "";

        Contract(Engine engine) {
            super(engine);
        }

        @BeforeEach
        void freshProgram() {
            program = "s" + UUID.randomUUID().toString().substring(0, 12);
            stores.programs().create(program, "Fresh", ZoneId.of("Europe/Berlin"), Map.of(), "Mia");
            new io.gulliver.control.InventoryImport(
                            stores.database(), stores.programs(), stores.databases(), stores.people())
                    .apply(
                            program,
                            ("database,application,environment,size_gb,outage_window_minutes,owner,source_host,"
                                            + "source_service\n"
                                            + "CRM,shop,production,300,480,Ana,db01,crm\n"
                                            + "BILL,shop,production,300,480,Ana,db02,bill\n")
                                    .getBytes(StandardCharsets.UTF_8),
                            false,
                            "Mia");
        }

        private ConnectionService service() {
            return new ConnectionService(
                    stores.database(),
                    stores.connections(),
                    stores.databases(),
                    stores.facts(),
                    RuleTables.shipped().dependencies());
        }

        private static ClientSighting sample(String machine, Instant at) {
            return new ClientSighting(
                    ClientDirection.INBOUND,
                    "sessions",
                    machine,
                    "sqlplus",
                    "SCOTT",
                    "crm",
                    null,
                    "driver 19",
                    at,
                    at,
                    2);
        }

        @Test
        void keepsWhatPeopleSaidWhileSamplesGoOn() {
            service().seen(program, "CRM", List.of(sample("app01", T)));
            ClientConnection first = stores.connections().list(program, "CRM").get(0);
            assertThat(first.unknown()).isTrue();

            ClientConnection edited = stores.connections()
                    .edit(program, "CRM", first.id(), 0, "Ben", RedirectMethod.DNS_ALIAS, "call first", "Mia", "r1");
            service().seen(program, "CRM", List.of(sample("APP01.example.com", T.plusSeconds(60))));

            ClientConnection now = stores.connections().list(program, "CRM").get(0);
            assertThat(now.owner()).isEqualTo("Ben");
            assertThat(now.redirect()).isEqualTo(RedirectMethod.DNS_ALIAS);
            assertThat(now.note()).isEqualTo("call first");
            assertThat(now.version()).isEqualTo(edited.version()).isEqualTo(1);
            assertThat(now.seen()).isEqualTo(4);
            assertThat(now.unknown()).isFalse();
            assertThat(stores.audit()
                            .list(program, "database/" + program + "/CRM/client/" + first.id(), null, 10)
                            .rows())
                    .hasSize(1);
            assertThatThrownBy(() ->
                            stores.connections().edit(program, "CRM", first.id(), 0, "Eve", null, null, "Eve", null))
                    .isInstanceOf(StaleVersionException.class)
                    .hasMessageContaining("changed by Mia");
            assertThatThrownBy(() -> stores.connections()
                            .edit(program, "CRM", "0000000000000000", 0, "Eve", null, null, "Eve", null))
                    .isInstanceOf(UnknownRowException.class);
            assertThatThrownBy(() -> service().seen(program, "NONE", List.of(sample("a", T))))
                    .isInstanceOf(UnknownRowException.class);
        }

        @Test
        void losesNoSampleWhenManyComeAtOnce() throws Exception {
            atOnce(IntStream.range(0, 8)
                    .mapToObj(i -> (Callable<Integer>) () -> service()
                            .seen(
                                    program,
                                    "CRM",
                                    List.of(
                                            sample("app01", T),
                                            new ClientSighting(
                                                    ClientDirection.INBOUND,
                                                    "sessions",
                                                    "app01",
                                                    "sqlplus",
                                                    "USER" + i,
                                                    "crm",
                                                    null,
                                                    null,
                                                    T,
                                                    T,
                                                    1))))
                    .toList());

            assertThat(stores.connections().list(program, "CRM"))
                    .hasSize(1)
                    .allSatisfy(client -> assertThat(client.users()).hasSize(9));
        }

        @Test
        void showsALinkAtBothOfItsEnds() {
            stores.facts()
                    .put(
                            program,
                            "CRM",
                            List.of(new Fact(
                                    "links_to",
                                    List.of("SCOTT.TO_BILL to db02:1521/bill", "SCOTT.AWAY to elsewhere/x"),
                                    null,
                                    "D63",
                                    T,
                                    Confidence.MEASURED)),
                            "Mia");
            ConnectionService service = service();

            service.followLinks(program);
            service.followLinks(program);

            assertThat(stores.connections().list(program, "CRM"))
                    .extracting(ClientConnection::direction, ClientConnection::machine, ClientConnection::seen)
                    .containsExactly(
                            Tuple.tuple(ClientDirection.OUTBOUND_LINK, "bill", 1L),
                            Tuple.tuple(ClientDirection.OUTBOUND_LINK, "elsewhere", 1L));
            assertThat(stores.connections().list(program, "BILL"))
                    .extracting(ClientConnection::direction, ClientConnection::machine, ClientConnection::program)
                    .containsExactly(Tuple.tuple(ClientDirection.INBOUND_LINK, "crm", "to_bill"));
        }

        @Test
        void renewsTheProgramsOfOneKindAndLeavesTheOther() {
            service()
                    .runs(
                            program,
                            "CRM",
                            List.of(
                                    new HostProgram("ora_pmon_*", Kind.PROCESS, "oracle"),
                                    new HostProgram("export.sh", Kind.CRON, "0 2 * * *")),
                            "ps.txt",
                            T);
            service().runs(program, "CRM", List.of(new HostProgram("vmtoolsd", Kind.PROCESS, "root")), "ps2.txt", T);

            assertThat(stores.connections().dependencies(program, "CRM"))
                    .extracting(HostDependency::name, HostDependency::kind, HostDependency::s390x)
                    .containsExactly(
                            Tuple.tuple("vmtoolsd", Kind.PROCESS, Build.NO),
                            Tuple.tuple("export.sh", Kind.CRON, Build.UNKNOWN));
        }

        @Test
        void raisesARiskForUnknownClientsNearTheCutoverAndClosesItOnceTheyAreKnown() {
            Instant now = T;
            stores.plans().add(program, 1, "First", now.plus(Duration.ofDays(3)), List.of(), "Mia");
            stores.plans().place(new WaveMember(program, 1, "CRM", null), "Mia");
            new PlanService(stores, RuleTables.shipped().methods()).replan(program, "Mia");
            service().seen(program, "CRM", List.of(sample("app01", now.minus(Duration.ofDays(60)))));
            RiskSweep sweep = new RiskSweep(stores, RuleTables.shipped());

            sweep.run(program, now);

            assertThat(open("unknown-clients")).containsExactly(List.of("CRM"));
            ClientConnection client = stores.connections().list(program, "CRM").get(0);
            stores.connections().edit(program, "CRM", client.id(), 0, "Ben", RedirectMethod.PROXY, null, "Mia", null);
            sweep.run(program, now);
            assertThat(open("unknown-clients")).isEmpty();

            service().seen(program, "CRM", List.of(sample("app99", now)));
            sweep.run(program, now);
            assertThat(open("new-clients-late")).containsExactly(List.of("CRM"));
        }

        private List<List<String>> open(String rule) {
            return stores.risks().ruled(program).stream()
                    .filter(risk -> rule.equals(risk.rule()) && risk.state() != RiskState.CLOSED)
                    .map(Risk::databases)
                    .toList();
        }
    }
}
