package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.estate.Assignment;
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
import io.gulliver.evidence.client.ClientList;
import io.gulliver.evidence.client.HostProgram;
import io.gulliver.persistence.view.ConnectionReader.Wanted;
import io.gulliver.service.collection.ConnectionService;
import io.gulliver.service.planning.RiskRuleJob;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.Services;
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
import org.junit.jupiter.api.Test;

/** What is kept of clients, links and programs, on a real store. */
class ConnectionStoreTest extends StoreContract {
    private static final Instant T = Instant.parse("2026-11-01T00:00:00Z");
    private String program = "";

    @BeforeEach
    void freshProgram() {
        program = "s" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs()
                .create(
                        program,
                        "Fresh",
                        ZoneId.of("Europe/Berlin"),
                        Map.of("collection", Map.of("sizing_waits", false)),
                        "Mia");
        new io.gulliver.service.collection.InventoryImport(
                        stores.database(),
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        io.gulliver.service.planning.RuleTables.shipped().inventory())
                .apply(
                        program,
                        ("database,application,environment,size_gb,outage_window_minutes,owner,source_host,"
                                        + "source_service\n"
                                        + "CRM,shop,production,300,480,Ana,db01,crm\n"
                                        + "BILL,shop,production,300,480,Ana,db02,bill\n")
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
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
                ClientDirection.INBOUND, "sessions", machine, "sqlplus", "SCOTT", "crm", null, "driver 19", at, at, 2);
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
        assertThatThrownBy(
                        () -> stores.connections().edit(program, "CRM", first.id(), 0, "Eve", null, null, "Eve", null))
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
    void followsALinkToADatabaseThatTheInventoryLearnsOfLaterAndSitesOfMaterializedViews() {
        stores.facts()
                .put(
                        program,
                        "CRM",
                        List.of(
                                new Fact(
                                        "links_to",
                                        List.of("SCOTT.TO_LATE to db09:1521/late"),
                                        null,
                                        "D63",
                                        T,
                                        Confidence.MEASURED),
                                new Fact(
                                        "mview_sites",
                                        List.of("BILL.EXAMPLE.COM", "FAR.EXAMPLE.COM"),
                                        null,
                                        "D60",
                                        T,
                                        Confidence.MEASURED)),
                        "Mia");
        ConnectionService service = service();
        service.followLinks(program);
        assertThat(stores.connections().list(program, "CRM"))
                .extracting(ClientConnection::direction, ClientConnection::machine)
                .containsExactlyInAnyOrder(
                        Tuple.tuple(ClientDirection.OUTBOUND_LINK, "db09"),
                        Tuple.tuple(ClientDirection.INBOUND_LINK, "bill"),
                        Tuple.tuple(ClientDirection.INBOUND_LINK, "far"));

        new io.gulliver.service.collection.InventoryImport(
                        stores.database(),
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        io.gulliver.service.planning.RuleTables.shipped().inventory())
                .apply(
                        program,
                        ("database,application,environment,size_gb,outage_window_minutes,owner,source_host,"
                                        + "source_service\n"
                                        + "LATE,shop,production,300,480,Ana,db09,late\n")
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
                        "Mia");
        service.followLinks(program);
        assertThat(stores.connections().list(program, "LATE"))
                .extracting(ClientConnection::direction, ClientConnection::machine)
                .containsExactly(Tuple.tuple(ClientDirection.INBOUND_LINK, "crm"));
    }

    @Test
    void aListSaysOfKnownClientsWhoAnswersAndAddsThoseThatNothingSaw() {
        service().seen(program, "CRM", List.of(sample("app01", T), sample("app02", T)));
        var listed = service()
                .listed(
                        program,
                        "CRM",
                        List.of(
                                new ClientList.Row(2, "APP01.example.com", null, null, "Ben", null, null),
                                new ClientList.Row(
                                        3, "till1", "pos", "crm", "Eve", RedirectMethod.DNS_ALIAS, "asks Eve")),
                        "Mia",
                        "r1");
        assertThat(listed).isEqualTo(new ConnectionService.Listed(1, 1));
        assertThat(stores.connections().list(program, "CRM"))
                .extracting(ClientConnection::machine, ClientConnection::owner, ClientConnection::redirect)
                .containsExactlyInAnyOrder(
                        Tuple.tuple("app01", "Ben", null),
                        Tuple.tuple("app02", null, null),
                        Tuple.tuple("till1", "Eve", RedirectMethod.DNS_ALIAS));
        assertThat(service().listed(program, "CRM", List.of(), "Mia", null))
                .isEqualTo(new ConnectionService.Listed(0, 0));
    }

    @Test
    void assignsManyClientsAtOnceWithAnAuditEntryForEachAndNothingWhenOneIsGone() {
        service().seen(program, "CRM", List.of(sample("app01", T), sample("app02", T), sample("app03", T)));
        List<String> ids = stores.connections().list(program, "CRM").stream()
                .map(ClientConnection::id)
                .toList();
        Assignment to = new Assignment("Ben", RedirectMethod.PROXY, null);
        assertThatThrownBy(() -> stores.connections()
                        .assign(program, "CRM", Map.of(ids.get(0), to, "0000000000000000", to), "Mia", null))
                .isInstanceOf(UnknownRowException.class);
        assertThat(stores.connections().count(program, "CRM", new Wanted("", true)))
                .isEqualTo(3);
        assertThat(stores.connections().assign(program, "CRM", Map.of(ids.get(0), to, ids.get(1), to), "Mia", null))
                .isEqualTo(2);
        assertThat(stores.connections().assign(program, "CRM", Map.of(ids.get(0), to, ids.get(2), to), "Mia", null))
                .as("what is so already is not changed")
                .isEqualTo(1);
        assertThat(stores.connections().page(program, "CRM", new Wanted("BEN", false), 1, 1))
                .extracting(ClientConnection::machine)
                .containsExactly("app02");
        assertThat(ids)
                .allSatisfy(id -> assertThat(stores.audit()
                                .list(program, "database/" + program + "/CRM/client/" + id, null, 10)
                                .rows())
                        .hasSize(1));
    }

    @Test
    void whatAPersonDecidedOfAProgramOutlivesTheNextListOfPrograms() {
        List<HostProgram> seen = List.of(new HostProgram("falcon-sensor", Kind.PROCESS, "root"));
        service().runs(program, "CRM", seen, "ps.txt", T);
        assertThat(stores.connections().dependencies(program, "CRM").get(0).undecided())
                .isTrue();
        assertThatThrownBy(() -> stores.connections()
                        .decide(program, "CRM", "gone", HostDependency.Choice.REPLACED, "x", "Mia", null))
                .isInstanceOf(UnknownRowException.class)
                .hasMessageContaining("no program gone");
        stores.connections()
                .decide(program, "CRM", "falcon-sensor", HostDependency.Choice.REPLACED, "auditd", "Mia", null);
        stores.connections()
                .decide(program, "CRM", "falcon-sensor", HostDependency.Choice.HAS_BUILD, "7.21", "Tom", null);
        service().runs(program, "CRM", seen, "ps2.txt", T.plusSeconds(60));
        assertThat(stores.connections().dependencies(program, "CRM"))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.s390x()).as("the list stays as it is").isEqualTo(Build.UNKNOWN);
                    assertThat(one.undecided()).isFalse();
                    assertThat(one.decision()).satisfies(decision -> {
                        assertThat(decision.choice()).isEqualTo(HostDependency.Choice.HAS_BUILD);
                        assertThat(decision.reason()).isEqualTo("7.21");
                        assertThat(decision.by()).isEqualTo("Tom");
                    });
                });
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
        Services.plan(stores).replan(program);
        service().seen(program, "CRM", List.of(sample("app01", now.minus(Duration.ofDays(60)))));
        RiskRuleJob sweep = Services.riskSweep(stores);

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
