package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.assessment.policy.ClusterPlaces;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.RegisteredCluster;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.planning.ClusterService.Way;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.TestStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster is handed over by people, and a database lands in one of the ways that are offered in place of building one. */
@Tag("store")
class ClusterServiceTest {
    private static final String PROGRAM = "racs";
    private static final String CRM = "CRM";
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    private StoreDatabase database;
    private Stores stores;
    private ClusterService clusters;

    @BeforeEach
    void open() {
        database = TestStore.open(clock);
        stores = Atlas.stores(database);
        stores.programs().create(PROGRAM, "Clusters", ZoneId.of("Europe/Berlin"), Map.of(), "Mia");
        new InventoryImport(
                        database,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(
                        PROGRAM,
                        ("database,application,environment,target_server,target_database,owner\n"
                                        + "CRM,crm,production,lnx01 lnx02,CRM,Pat\n"
                                        + "SHOP,shop,production,lnx09,HUB/SHOP,Pat\n")
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
                        "Mia");
        clusters = new ClusterService(
                stores.clusters(),
                stores.programs(),
                stores.databases(),
                stores.landings(),
                stores.migrations(),
                ProgramCalendar.wall(clock));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static RegisteredCluster cluster(String name, String first, String second, String... databases) {
        return new RegisteredCluster(
                PROGRAM,
                name,
                List.of(new RegisteredCluster.Node(first, "10.0.0.1"), new RegisteredCluster.Node(second, "10.0.0.2")),
                name + "-scan",
                1521,
                1522,
                "/u01/app/19c/grid",
                "/u01/app/oracle/product/19c/dbhome_1",
                List.of("DATA", "FRA"),
                List.of(databases),
                RegisteredCluster.Management.POLICY,
                null,
                null);
    }

    private void policy(Map<String, Object> server) {
        Program program = stores.programs().require(PROGRAM);
        Map<String, Object> policy = new LinkedHashMap<>(program.policy());
        policy.put("shared", Map.of("server", Map.of("lnx01", server)));
        stores.programs().update(PROGRAM, program.version(), "Clusters", program.zone(), policy, "Mia");
    }

    @Test
    void aClusterIsKeptWithWhoRegisteredItAndWithdrawnWhereNobodyLands() {
        clusters.register(cluster("rac", "lnx01", "lnx02", CRM), "Kim");
        clusters.register(cluster("rac", "lnx01", "lnx02", CRM, "ERP"), "Lea");
        assertThat(clusters.list(PROGRAM)).singleElement().satisfies(one -> {
            assertThat(one.cluster().by()).isEqualTo("Lea");
            assertThat(one.cluster().at()).isEqualTo(NOW);
            assertThat(one.cluster().databases()).containsExactly(CRM, "ERP");
            assertThat(one.landing()).containsExactly(CRM);
            assertThat(one.looks()).isEmpty();
        });
        assertThat(clusters.of(PROGRAM, "lnx02")).isPresent();
        assertThat(stores.audit().list(PROGRAM, null, null, 1000).rows())
                .filteredOn(row -> row.event().action().equals("cluster.registered"))
                .extracting(row -> row.event().actor())
                .containsExactlyInAnyOrder("Kim", "Lea");
        assertThatThrownBy(() -> clusters.withdraw(PROGRAM, "rac", "Lea"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("On cluster rac land CRM");
        clusters.land(PROGRAM, CRM, Way.SINGLE, "lnx09", "Lea");
        clusters.withdraw(PROGRAM, "rac", "Lea");
        assertThat(clusters.list(PROGRAM)).isEmpty();
        assertThatThrownBy(() -> clusters.withdraw(PROGRAM, "rac", "Lea")).isInstanceOf(UnknownRowException.class);
    }

    @Test
    void aServerIsInOneClusterAndNoneThatGulliverBuilds() {
        clusters.register(cluster("rac", "lnx01", "lnx02", CRM), "Kim");
        assertThatThrownBy(() -> clusters.register(cluster("other", "lnx02", "lnx03", CRM), "Kim"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("lnx02 is a node of cluster rac already");
        policy(Map.of("playbook", "dpm-server"));
        assertThatThrownBy(() -> clusters.register(cluster("rac", "lnx01", "lnx02", CRM), "Kim"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Server lnx01 is built by playbook dpm-server");
    }

    @Test
    void eachOfTheOffersCanBeChosen() {
        clusters.register(cluster("rac", "lnx01", "lnx02", "crm"), "Kim");
        assertThat(landed(CRM, Way.SINGLE, "lnx09")).containsExactly("lnx09");
        assertThat(landed(CRM, Way.CLUSTER, "rac")).containsExactly("lnx01", "lnx02");
        assertThat(stores.databases().require(PROGRAM, CRM).profile().owner()).isEqualTo("Pat");
        assertThatThrownBy(() -> landed(CRM, Way.RESTART, "lnx01"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("has no Oracle Restart")
                .hasMessageContaining("server.storage to asm");
        policy(Map.of("facts", Map.of("server.storage", "asm")));
        assertThat(landed(CRM, Way.RESTART, "lnx01")).containsExactly("lnx01");
        assertThatThrownBy(() -> landed(CRM, Way.SINGLE, "lnx01")).hasMessageContaining("Oracle Restart with it");
    }

    private List<String> landed(String name, Way way, String where) {
        Landing landing = clusters.land(PROGRAM, name, way, where, "Lea");
        assertThat(stores.landings().find(PROGRAM, name)).contains(landing);
        return landing.servers();
    }

    @Test
    void aDatabaseLandsOnNoClusterThatDoesNotHaveIt() {
        clusters.register(cluster("rac", "lnx01", "lnx02", "ERP"), "Kim");
        assertThatThrownBy(() -> landed(CRM, Way.CLUSTER, "rac"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("is registered without database CRM");
        assertThatThrownBy(() -> landed("SHOP", Way.CLUSTER, "rac"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("container HUB");
        assertThatThrownBy(() -> landed(CRM, Way.CLUSTER, "rack")).isInstanceOf(UnknownRowException.class);
        assertThatThrownBy(() -> landed(CRM, Way.SINGLE, "lnx01 lnx02"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("is no server");
    }

    /** Later steps talk to the node that is named first, by its own listener, in the homes and disk groups that were registered. */
    @Test
    void laterStepsTalkToTheFirstNode() {
        assertThat(ClusterPlaces.of(cluster("rac", "lnx01", "lnx02", CRM).facts()))
                .isEqualTo(Map.of(
                        "target_port",
                        1522L,
                        "target_oracle_home",
                        "/u01/app/oracle/product/19c/dbhome_1",
                        "datafile_destination",
                        "+DATA",
                        "recovery_area",
                        "+FRA"));
        assertThat(ClusterPlaces.of(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "rac 7, lnx02, 10.0.0.2, DATA, The name of a cluster is 'rac 7'",
        "rac, lnx01, 10.0.0.2, DATA, Cluster rac has node lnx01 twice",
        "rac, LNX01, 10.0.0.2, DATA, Cluster rac has node LNX01 twice",
        "rac, lnx02, 10.0.0.1, DATA, Cluster rac has address 10.0.0.1 twice",
        "rac, lnx02, somewhere, DATA, The address of node lnx02 is 'somewhere'",
        "rac, lnx02, 10.0.0.2, +DATA, A disk group of cluster rac is '+DATA'"
    })
    void whatCannotBeIsSaid(String name, String node, String address, String group, String why) {
        assertThatThrownBy(() -> new RegisteredCluster(
                        PROGRAM,
                        name,
                        List.of(
                                new RegisteredCluster.Node("lnx01", "10.0.0.1"),
                                new RegisteredCluster.Node(node, address)),
                        "rac-scan",
                        1521,
                        1521,
                        "/u01/app/19c/grid",
                        "/u01/app/oracle/product/19c/dbhome_1",
                        List.of(group),
                        List.of(CRM),
                        RegisteredCluster.Management.ADMINISTRATOR,
                        null,
                        null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(why);
    }
}
